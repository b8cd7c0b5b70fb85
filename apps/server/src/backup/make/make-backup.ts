import { existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FrameStore } from '../../cameras/stores/frame-store.ts'
import { keepTables, spreadTables } from '../../db/citus.ts'
import type { Db } from '../../db/database.ts'
import { executedMigrations } from '../../db/schema/migrate.ts'
import { OperatorError } from '../../process/operator-error.ts'
import type { Config } from '../../settings/config.ts'
import { VERSION } from '../../version.ts'
import { type ArchiveWriter, writeArchive } from '../archive/archive.ts'
import { checkArchive, ONLY_CHECK } from '../archive/check-archive.ts'
import { FORMAT, HEAD, type Head, MANIFEST, type Manifest, rowsName, SECRET } from '../archive/contents.ts'
import { encodeRows, PIECE_CHARACTERS } from '../archive/encode-rows.ts'
import { encryptionOf } from '../archive/encryption.ts'
import { listImages, readImage } from '../archive/images.ts'
import type { Report } from '../archive/progress.ts'
import {
  bytesOf,
  EMPTY_IN_A_BACKUP,
  listOurTables,
  readRows,
  type SourceTable,
  setSession,
} from '../archive/tables-sql.ts'

export class BackupRefused extends OperatorError {
  override name = 'BackupRefused'
}

interface BackupOrder {
  db: Db
  config: Pick<Config, 'dataDir' | 'secretKey' | 'backupRecipient' | 'backupPassphraseFile'>
  /** null: images are left out. */
  store: FrameStore | null
  file: string
  now: Date
  report: Report
  /** Aborted when what is read from `db` cannot be trusted any more. */
  reading?: AbortSignal
}

interface Backup extends Manifest {
  head: Head
  file: string
  bytes: number
}

/**
 * Writes everything of an installation into one file, as it is at one moment, encrypted as the
 * settings say, and reads the file back. It has its name only when
 * it is whole, checked and on the disk: what is left by a crash is FILE.part.
 */
export async function makeBackup(order: BackupOrder): Promise<Backup> {
  const { file, report } = order
  const part = `${file}.part`
  if (existsSync(file)) throw new BackupRefused(`${file} is there already. Give the backup a new name.`)
  const secret = await readSecret(order.config)
  const encryption = await encryptionOf(order.config)
  await rm(part, { force: true })
  const archive = await writeArchive(part, order.now, { encryption }).catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'ENOENT' ? `there is no folder ${dirname(file)}. Create it, or name another file` : error.message
    throw new BackupRefused(`The backup cannot be written: ${why}`)
  })
  try {
    const manifest = await writeContents(archive, order, secret)
    order.reading?.throwIfAborted()
    await archive.finish()
    const found = await checkArchive(part, report, ONLY_CHECK, archive.keys())
    if (JSON.stringify(found.manifest) !== JSON.stringify(manifest))
      throw new Error('the written backup differs from what was read for it: its disk may be failing; back up again')
    await rename(part, file)
    await syncFolder(dirname(file))
    return { ...manifest, file, bytes: archive.bytes() }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

/**
 * One transaction that sees what was there when it began, and whom nobody waits for: but on a cluster, which has no snapshot of
 * all its servers, who stores readings.
 */
async function writeContents(
  archive: ArchiveWriter,
  order: BackupOrder,
  secret: Buffer | null,
): Promise<Manifest & { head: Head }> {
  const spread = await spreadTables(order.db)
  const snapshot = order.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx) => {
    await setSession(tx)
    await keepTables(tx, spread)
    const schema = await executedMigrations(tx)
    const { tables, differences } = await listOurTables(tx, schema)
    const { foreign, missing, loose } = differences
    if (missing.length > 0)
      throw new BackupRefused(
        `The database lacks ${missing.join(', ')}, so a backup of it could not be restored. Put back what is missing (apps/server/schema.sql has all tables).`,
      )
    const head: Head = {
      format: FORMAT,
      id: archive.id,
      made_at: order.now.toISOString(),
      version: VERSION,
      schema,
      tables: tables.map(({ name, columns }) => ({ name, columns })),
      database_bytes: await bytesOf(tx, tables),
      foreign,
      loose,
      images: order.store !== null,
    }
    await addJson(archive, HEAD, head)
    const rows: Record<string, number> = {}
    for (const table of tables)
      rows[table.name] = table.name in EMPTY_IN_A_BACKUP ? 0 : await addTable(archive, order, tx, table)
    const images = order.store
      ? await addImages(archive, order, order.store, tx, tables)
      : { images: 0, missing_images: [] }
    if (secret) await archive.add(SECRET, secret)
    const manifest = { rows, ...images, head }
    await addJson(archive, MANIFEST, manifest)
    return manifest
  })
}

async function addTable(archive: ArchiveWriter, { report }: BackupOrder, tx: Db, table: SourceTable): Promise<number> {
  let count = 0
  let pieces = 0
  let piece: string[] = []
  let characters = 0
  const flush = async () => {
    await archive.add(rowsName(table.name, pieces++), await encodeRows(piece))
    piece = []
    characters = 0
  }
  for await (const rows of readRows(tx, table)) {
    count += rows.length
    piece.push(...rows)
    characters += rows.reduce((sum, row) => sum + row.length, 0)
    if (characters >= PIECE_CHARACTERS) await flush()
    report(`Writing ${table.name}`, { rows: count, images: 0, bytes: archive.bytes() })
  }
  if (piece.length > 0) await flush()
  return count
}

async function addImages(
  archive: ArchiveWriter,
  { report }: BackupOrder,
  store: FrameStore,
  tx: Db,
  tables: SourceTable[],
) {
  const missing: string[] = []
  let images = 0
  for await (const key of listImages(tx, tables)) {
    const members = await readImage(store, key)
    if (!members) missing.push(`${key.vesselId}/${key.cameraId}/${key.frameId}`)
    for (const { name, bytes } of members ?? []) await archive.add(name, bytes)
    if (members) images++
    report('Writing images', { rows: 0, images, bytes: archive.bytes() })
  }
  return { images, missing_images: missing }
}

/**
 * Links and authenticator apps are worth nothing without it. One that is a setting stays where the operator keeps it: null.
 * Where there is none, the images are not there either: this is not the DATA_DIR of the service.
 */
async function readSecret({ dataDir, secretKey }: BackupOrder['config']): Promise<Buffer | null> {
  if (secretKey) return null
  return readFile(join(dataDir, 'secret-key')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new BackupRefused(
      `There is no secret-key in DATA_DIR ${dataDir}. Give the settings that the service is started with (DATA_DIR, or SECRET_KEY).`,
    )
  })
}

const addJson = (archive: ArchiveWriter, name: string, content: object) =>
  archive.add(name, Buffer.from(`${JSON.stringify(content, null, 2)}\n`))

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
