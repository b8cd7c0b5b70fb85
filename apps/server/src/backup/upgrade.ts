import { join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts'
import { connectDatabase, type Database, type Db } from '../db/database.ts'
import { updateIngestFunction } from '../db/schema/ingest-function.ts'
import { migrate, schemaState } from '../db/schema/migrate.ts'
import { untimed } from '../db/untimed.ts'
import type { Config } from '../settings/config.ts'
import { nextArchive, removeExpired } from './daily/own-folder.ts'
import { BackupRefused, makeBackup } from './make/make-backup.ts'

/** Opens the database of the service and brings its schema up to date, after a backup of what an older version made. */
export async function openUpgraded(config: Config, log: Logger): Promise<Database> {
  const database = await connectDatabase(config, { migrated: true })
  try {
    if ((await schemaState(database.db)) === 'current') await updateIngestFunction(database.db)
    else await upgrade(database, config, log)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Of several processes that start at once one does it. It takes as long as it takes: no statement is cut short. */
function upgrade({ kind, db }: Database, config: Config, log: Logger): Promise<void> {
  return untimed(db, async (own) => {
    await sql`select pg_advisory_lock(${sql.lit(ADVISORY_LOCKS.upgrade)})`.execute(own)
    try {
      if ((await schemaState(own)) === 'older') await backUpBefore(own, kind, config, log)
      await migrate(own)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(ADVISORY_LOCKS.upgrade)})`.execute(own).catch(() => {})
    }
  })
}

/** Without images: no migration touches them, and they would make the start long. */
async function backUpBefore(db: Db, kind: Database['kind'], config: Config, log: Logger): Promise<void> {
  const folder = config.backupDir ?? (kind === 'embedded' ? join(config.dataDir, 'backups') : null)
  if (!folder) {
    log.warn('the database is brought up to date without a backup, since BACKUP_DIR is not set')
    return
  }
  const now = new Date()
  try {
    const file = await nextArchive(folder, 'before-upgrade', config, now)
    log.info({ file }, 'the database is of an older version: a backup is made before it is brought up to date')
    const report = (doing: string, done: object) => log.debug(done, doing)
    await makeBackup({ db, config, store: null, file, now, report })
    await removeExpired(file, 'before-upgrade', config, now)
    log.info({ file }, 'the backup is made and checked')
  } catch (error) {
    // Without the cause, whose code start.ts would take for one of the database.
    throw new BackupRefused(
      `The database is of an older version, and no backup of it could be made in ${folder}, so it was left as it is: ${(error as Error).message}`,
    )
  }
}
