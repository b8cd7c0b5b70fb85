import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { commandLine } from '../../command-line.ts'
import { type Config, ConfigError } from '../../config.ts'
import { blameUrl } from '../../db/blame-url.ts'
import { connectDatabase, type Db } from '../../db/database.ts'
import { lockDataDir } from '../../db/embedded/data-dir-lock.ts'
import { syncPath, syncTree } from '../../db/embedded/files.ts'
import { schemaState, unknownMigrations } from '../../db/schema/migrate.ts'
import { installationSecrets, readSecrets, secretPath } from '../../secret.ts'
import type { Member } from '../archive/archive.ts'
import { checkArchive, type Found, ONLY_CHECK, type Take } from '../archive/check-archive.ts'
import { SECRET } from '../archive/contents.ts'
import type { Keys } from '../archive/encryption.ts'
import { putImages } from '../archive/images.ts'
import { quiet, type Report } from '../archive/progress.ts'
import { EMPTY_IN_A_BACKUP, setSession } from '../archive/tables-sql.ts'
import { BackupRefused } from '../make/make-backup.ts'
import { type Loader, startLoading } from './load-rows.ts'

interface RestoreOrder {
  config: Config
  file: string
  report: Report
  /** Of an encrypted archive. */
  keys?: Keys
}

/**
 * Puts all of an archive into an empty installation, or nothing: the database is there when all else is. Images that a restore which
 * was cut short has left are put again by the next one, or swept.
 */
export async function restore(order: RestoreOrder): Promise<Found> {
  const { config, file, report, keys } = order
  const { head } = await checkArchive(file, report, ONLY_CHECK, keys)
  const unknown = await unknownMigrations(head.schema)
  if (unknown.length > 0)
    throw new BackupRefused(
      `The backup was made by a newer version of Binnacle, with ${unknown.join(', ')}. Restore it with that version or a later one.`,
    )
  await requireSecretFits(order)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  return config.databaseUrl ? intoServer(order) : intoFolder(order)
}

/** All in one transaction. */
async function intoServer(order: RestoreOrder): Promise<Found> {
  const { db, close } = await connectDatabase(order.config)
  try {
    await blameUrl(order.config, requireEmpty(db, 'at DATABASE_URL', 'Make another database'))
    const found = await db.transaction().execute(async (tx) => {
      await setSession(tx)
      return load(tx, order)
    })
    await analyze(db)
    return found
  } finally {
    await close()
  }
}

/** Tables that were filled a moment ago are read as such. */
export const analyze = (db: Db): Promise<void> =>
  db.connection().execute(async (own) => {
    await sql`set statement_timeout = 0`.execute(own)
    await sql`analyze`.execute(own)
    await sql`reset statement_timeout`.execute(own)
  })

export async function requireEmpty(db: Db, where: string, doThis: string): Promise<void> {
  if ((await schemaState(db)) === 'none') return
  throw new BackupRefused(
    `There is a database of Binnacle ${where} already, and it is left as it is. ${doThis}, and restore into that.`,
  )
}

/** The database is made in a folder beside its place, and moved there as the last step. */
const partOf = (dataDir: string) => join(dataDir, 'restore.part')

async function intoFolder(order: RestoreOrder): Promise<Found> {
  const { dataDir } = order.config
  const unlock = lockDataDir(dataDir)
  const part = partOf(dataDir)
  try {
    if (existsSync(join(dataDir, 'db')))
      throw new BackupRefused(
        `There is a database in DATA_DIR ${dataDir} already, and it is left as it is. Restore into an empty DATA_DIR, or move this one away.`,
      )
    await rm(part, { recursive: true, force: true })
    const { db, close } = await connectDatabase({ dataDir: part, databaseUrl: null, sync: false })
    const found = await load(db, order)
      .then(async (loaded) => {
        await sql`vacuum (analyze, freeze)`.execute(db)
        return loaded
      })
      .finally(close)
    syncTree(join(part, 'db'))
    await rename(join(part, 'db'), join(dataDir, 'db'))
    syncPath(dataDir)
    await rm(part, { recursive: true })
    return found
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

async function load(db: Db, { config, file, report, keys }: RestoreOrder): Promise<Found> {
  const store = await openFrameStore(config)
  const putImage = putImages(store)
  let loader: Loader | undefined
  const take: Take = {
    head: async ({ schema, tables }) => {
      loader = await startLoading(db, schema, tables)
    },
    rows: async (table, rows) => (table in EMPTY_IN_A_BACKUP ? undefined : loader!.rows(table, rows)),
    other: (member) => (member.name === SECRET ? putSecret(config, member) : putImage(member)),
  }
  const found = await checkArchive(file, report, take, keys).finally(() => store.close())
  const none = Object.fromEntries(Object.keys(EMPTY_IN_A_BACKUP).map((table) => [table, 0]))
  await loader!.finish({ ...found.manifest.rows, ...none })
  return found
}

/** One that is there, or is set, must be that of the archive, or have been rotated since: without it, authenticator apps would stop. */
async function requireSecretFits({ config, file, keys }: RestoreOrder): Promise<void> {
  const { secretKey } = config
  if (!secretKey && !existsSync(secretPath(config))) return
  const { current, former } = await installationSecrets(config)
  const take: Take = {
    ...ONLY_CHECK,
    other: async ({ name, bytes }) => {
      if (name !== SECRET || [current, ...former].includes(readSecrets(bytes.toString()).current)) return
      throw new BackupRefused(
        secretKey
          ? 'SECRET_KEY is not the secret of this backup, which has its own in it. Restore without SECRET_KEY, and leave it unset.'
          : `${secretPath(config)} is of another installation. Move it away, and restore again.`,
      )
    },
  }
  await checkArchive(file, quiet, take, keys)
}

async function putSecret(config: Config, { bytes }: Member): Promise<void> {
  if (config.secretKey || existsSync(secretPath(config))) return
  const fresh = `${secretPath(config)}.part`
  await writeFile(fresh, bytes, { mode: 0o600, flush: true })
  await rename(fresh, secretPath(config))
}
