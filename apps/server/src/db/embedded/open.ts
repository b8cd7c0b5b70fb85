import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createDatabase, type New } from './create.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { DatabaseFiles, syncPath } from './files.ts'
import { START_PARAMS } from './settings.ts'
import { startUpkeep, type WhenIdle } from './upkeep.ts'

interface EmbeddedOptions extends Partial<New> {
  /** When the upkeep may run; at any time unless given: PGlite's own calls take turns. */
  whenIdle?: WhenIdle
}

export interface EmbeddedDatabase {
  pglite: PGlite
  /** Syncs to the disk since it was opened. */
  syncs(): number
  close(): Promise<void>
}

/**
 * Opens PostgreSQL in this process, with its files in `${dataDir}/db`, which are made at the first start. A commit is on
 * the disk before it is acknowledged, unless `sync` is false, which is only for throw-away test databases.
 * Throws DataDirInUse when the folder is in use. An unclean stop is recovered here.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const { sync = true, migrated = false, whenIdle = (work) => work() } = options
  const folder = join(resolve(dataDir), 'db')
  const made = mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  if (made && sync) syncPath(dirname(made))
  const unlock = lockDataDir(dirname(folder))
  try {
    await createDatabase(folder, { sync, migrated })
    const files = new DatabaseFiles(folder, sync)
    const pglite = await start(files)
    const stopUpkeep = startUpkeep(pglite, whenIdle)
    return {
      pglite,
      syncs: () => files.syncs,
      async close() {
        await stopUpkeep()
        try {
          if (!pglite.closed) await pglite.close()
        } finally {
          unlock()
        }
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function start(files: DatabaseFiles): Promise<PGlite> {
  try {
    return await PGlite.create({ fs: files, startParams: START_PARAMS, onStderr: (line) => files.log(line) })
  } catch (error) {
    throw new Error(`The database in ${files.folder} could not start: ${files.reason || String(error)}`, {
      cause: error,
    })
  }
}
