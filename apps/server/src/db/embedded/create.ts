import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncPath, syncTree } from './files.ts'
import { INITDB_SETTINGS, START_PARAMS } from './settings.ts'
import { unpackTemplate } from './template.ts'

export interface New {
  /** Commits are on the disk before they are acknowledged. */
  sync: boolean
  /** A new database may begin with the schema of this version, for who brings the schema up to date next. */
  migrated: boolean
}

/**
 * Makes an empty database in `folder` unless one is there. It is made beside it, synced and renamed, since PGlite writes
 * initdb's files without a sync, and a process ended in the middle would leave a folder that never starts again.
 */
export async function createDatabase(folder: string, { sync, migrated }: New): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  // Emscripten makes its files writable by everyone, whatever the umask: the folder must keep others out.
  mkdirSync(fresh, { mode: 0o700 })
  if (!migrated || !(await unpackTemplate(fresh))) await initializeDatabase(fresh)
  if (sync) syncTree(fresh)
  renameSync(fresh, folder)
  if (sync) syncPath(join(folder, '..'))
}

/** An empty one, without a table, in a folder that is there. */
async function initializeDatabase(folder: string): Promise<void> {
  const pglite = await PGlite.create({
    fs: new NodeFS(folder),
    initDbStartParams: INITDB_SETTINGS,
    startParams: START_PARAMS,
  })
  // The two templates are 14 MB that nothing uses, and no VACUUM from here reaches them: they would stop the counter of
  // transactions at 2,000 million.
  await pglite.exec('UPDATE pg_database SET datistemplate = false, datallowconn = true')
  for (const template of ['template0', 'template1']) await pglite.exec(`DROP DATABASE ${template}`)
  await pglite.close()
}
