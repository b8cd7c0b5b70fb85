import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { blameUrl } from '../../db/blame-url.ts'
import { isCluster } from '../../db/citus.ts'
import { connectDatabase, type Database, type Db } from '../../db/database.ts'
import { lockDataDir } from '../../db/embedded/data-dir-lock.ts'
import { syncPath, syncTree } from '../../db/embedded/files.ts'
import { schemaState, stateOf } from '../../db/schema/migrate.ts'
import { untimed } from '../../db/untimed.ts'
import { commandLine } from '../../process/command-line.ts'
import { type Config, ConfigError } from '../../settings/config.ts'
import { installationSecrets, readSecrets, secretPath } from '../../settings/secret.ts'
import type { Member } from '../archive/archive.ts'
import type { Keys } from '../archive/encryption.ts'
import type { Report } from '../archive/progress.ts'
import { setSession } from '../archive/tables-sql.ts'
import { BackupRefused } from '../make/make-backup.ts'
import { bytesNeeded, type Loaded, loadSource, openSource, type Source } from './load-archive.ts'
import { requireRoom } from './room.ts'

interface RestoreOrder {
  config: Config
  file: string
  report: Report
  /** Of an encrypted archive. */
  keys?: Keys
  /** Restores what is whole of a damaged archive, too, and leaves out what does not fit. */
  salvage?: boolean
}

interface Restored extends Loaded {
  /** The database is of a Citus cluster, over which its tables are not spread yet. */
  onCluster: boolean
}

/**
 * Puts all of an archive into an empty installation, or nothing: the database is there when all else is. Images that a restore which
 * was cut short has left are put again by the next one, or swept. Throws DamagedArchive, RestoreRefused, BackupRefused, and an
 * OperatorError when the disk is too small.
 */
export async function restore(order: RestoreOrder): Promise<Restored> {
  const { config } = order
  const source = await openSource(order)
  await requireSecretFits(config, source)
  await requireRoom(
    config.dataDir,
    config.databaseUrl ? (config.frameStore ? 0 : source.imageBytes) : bytesNeeded(source, !config.frameStore),
    'Free some space, or restore onto a larger disk. Nothing was restored.',
  )
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  return config.databaseUrl ? intoServer(order, source) : intoFolder(order, source)
}

/**
 * Restores an archive into a folder for temporary files, without its images, and removes it: what this returns for can be restored.
 * Throws as restore does.
 */
export async function tryRestore(order: Omit<RestoreOrder, 'config' | 'salvage'>): Promise<Loaded> {
  const source = await openSource(order)
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-check-'))
  try {
    await requireRoom(
      folder,
      bytesNeeded(source, false),
      'Name a folder on a larger disk for the check: TMPDIR=/mnt/usb.',
    )
    const { db, close } = await connectFor(source, folder)
    return await loadSource(db, source, { room: folder }).finally(close)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * A new database for an archive. One of this version's schema begins with that, which was made at build time; another one with
 * nothing.
 */
async function connectFor({ head }: Source, dataDir: string): Promise<Database> {
  const migrated = (await stateOf(head.schema)) === 'current'
  return connectDatabase({ dataDir, databaseUrl: null, sync: false }, { migrated })
}

/** All in one transaction. */
async function intoServer(order: RestoreOrder, source: Source): Promise<Restored> {
  const { db, close } = await connectDatabase(order.config)
  try {
    await blameUrl(order.config, requireEmpty(db, 'at DATABASE_URL', 'Make another database'))
    const found = await db.transaction().execute(async (tx) => {
      await setSession(tx)
      return load(tx, order, source)
    })
    await analyze(db)
    return { ...found, onCluster: await isCluster(db) }
  } finally {
    await close()
  }
}

/** Tables that were filled a moment ago are read as such. */
export const analyze = (db: Db): Promise<void> => untimed(db, async (own) => void (await sql`analyze`.execute(own)))

export async function requireEmpty(db: Db, where: string, doThis: string): Promise<void> {
  if ((await schemaState(db)) === 'none') return
  throw new BackupRefused(
    `There is a database of Binnacle ${where} already, and it is left as it is. ${doThis}, and restore into that.`,
  )
}

/** The database is made in a folder beside its place, and moved there as the last step. */
const partOf = (dataDir: string) => join(dataDir, 'restore.part')

async function intoFolder(order: RestoreOrder, source: Source): Promise<Restored> {
  const { dataDir } = order.config
  const unlock = lockDataDir(dataDir)
  const part = partOf(dataDir)
  try {
    if (existsSync(join(dataDir, 'db')))
      throw new BackupRefused(
        `There is a database in DATA_DIR ${dataDir} already, and it is left as it is. Restore into an empty DATA_DIR, or move this one away.`,
      )
    await rm(part, { recursive: true, force: true })
    const { db, close } = await connectFor(source, part)
    const found = await load(db, order, source)
      .then(async (loaded) => {
        await sql`vacuum (analyze, freeze)`.execute(db)
        return loaded
      })
      .finally(close)
    syncTree(join(part, 'db'))
    await rename(join(part, 'db'), join(dataDir, 'db'))
    syncPath(dataDir)
    await rm(part, { recursive: true })
    return { ...found, onCluster: false }
  } catch (error) {
    if (!(error instanceof BackupRefused)) await rm(part, { recursive: true, force: true })
    throw error
  } finally {
    unlock()
  }
}

/** For the service's start: an installation that is half restored is no empty one. */
export function refuseUnfinishedRestore({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  if (databaseUrl || existsSync(join(dataDir, 'db')) || !existsSync(partOf(dataDir))) return
  throw new ConfigError([
    `DATA_DIR ${dataDir} holds a restore that did not finish: run it again (${commandLine('restore', 'FILE')}), or remove ${partOf(dataDir)} to begin with nothing`,
  ])
}

async function load(db: Db, { config, salvage }: RestoreOrder, source: Source): Promise<Loaded> {
  const store = await openFrameStore(config)
  const secret = (member: Member) => putSecret(config, member)
  const room = config.databaseUrl ? null : config.dataDir
  return loadSource(db, source, { store, secret, room, salvage }).finally(() => store.close())
}

/**
 * One that is there, or is set, must be that of the archive, or have been rotated since: without it, authenticator apps would
 * stop.
 */
async function requireSecretFits(config: Config, { secret }: Source): Promise<void> {
  const { secretKey } = config
  if (!secret || (!secretKey && !existsSync(secretPath(config)))) return
  const { current, former } = await installationSecrets(config)
  if ([current, ...former].includes(readSecrets(secret.toString()).current)) return
  throw new BackupRefused(
    secretKey
      ? 'SECRET_KEY is not the secret of this backup, which has its own in it. Restore without SECRET_KEY, and leave it unset.'
      : `${secretPath(config)} is of another installation. Move it away, and restore again.`,
  )
}

async function putSecret(config: Config, { bytes }: Member): Promise<void> {
  if (config.secretKey || existsSync(secretPath(config))) return
  const fresh = `${secretPath(config)}.part`
  await writeFile(fresh, bytes, { mode: 0o600, flush: true })
  await rename(fresh, secretPath(config))
}
