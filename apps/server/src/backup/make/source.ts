import { blameUrl } from '../../db/blame-url.ts'
import { connectDatabase, type Database } from '../../db/database.ts'
import { DataDirInUse } from '../../db/embedded/data-dir-in-use.ts'
import { openExisting } from '../../db/open-existing.ts'
import type { Config } from '../../settings/config.ts'
import { withCopyOfRunning } from './copy-socket.ts'

/**
 * Gives `use` the database of an installation to read, whatever its schema: also when a service has the embedded one open. What
 * it gives is worth nothing when the signal was aborted meanwhile.
 */
export async function withSource<T>(
  config: Config,
  use: (database: Database, there?: AbortSignal) => Promise<T>,
): Promise<T> {
  const opened = await blameUrl(config, openExisting(config, 'any schema')).catch((error: Error) => {
    if (!(error instanceof DataDirInUse)) throw error
    return null
  })
  if (opened) return use(opened).finally(opened.close)
  return withCopyOfRunning(config.dataDir, (folder, there) => withCopy(folder, (database) => use(database, there)))
}

/** Opens a copy of an embedded database; what is written to it (it is recovered first) need not last. */
export async function withCopy<T>(folder: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ dataDir: folder, databaseUrl: null, sync: false })
  return use(database).finally(database.close)
}
