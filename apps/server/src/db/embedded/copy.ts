import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { WhenIdle } from './upkeep.ts'

/** What stays free on the disk: the database stops when it cannot write. */
const LEAVE_FREE_BYTES = 128 * 1024 * 1024

const WAL = 'pg_wal'
/** Of the session, of statistics and of replication: PostgreSQL's own pg_basebackup leaves them out too. */
const NOT_COPIED = new Set(['postmaster.pid', 'pg_stat_tmp', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_subtrans'])

/**
 * Copies an open database into `${to}/db`, from where it can be opened: what pg_basebackup does, in this process. Files are
 * copied while rows are written; what is torn or late in them is put right from the WAL, which begins before the first of them,
 * so the copy is the database as it was at the end of the copying. Nobody waits but for a checkpoint at the start. The caller
 * makes no other checkpoint meanwhile: it would throw away WAL that the copy needs.
 */
export async function copyEmbedded(pglite: PGlite, whenIdle: WhenIdle, from: string, to: string): Promise<void> {
  const folder = join(to, 'db')
  await rm(to, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = await filesBelow(from)
  await requireRoom(from, files, dirname(to))
  await whenIdle(() => pglite.query("SELECT pg_backup_start('binnacle', true)"))
  try {
    await copyAll(from, folder, files)
  } catch (error) {
    await stop(pglite, whenIdle)
    throw error
  }
  const label = await stop(pglite, whenIdle)
  await copyAll(from, folder, await filesBelow(from, WAL))
  await writeFile(join(folder, 'backup_label'), label)
}

async function stop(pglite: PGlite, whenIdle: WhenIdle): Promise<string> {
  let label = ''
  await whenIdle(async () => {
    const { rows } = await pglite.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    label = rows[0]!.labelfile
  })
  return label
}

/** Paths below a database's folder, folders before what is in them. */
async function filesBelow(root: string, below = ''): Promise<{ path: string; isFolder: boolean }[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(below, entry.name)
      if (!entry.isDirectory()) return NOT_COPIED.has(entry.name) ? [] : [{ path, isFolder: false }]
      const inside = NOT_COPIED.has(entry.name) ? [] : await filesBelow(root, path)
      return [{ path, isFolder: true }, ...inside]
    }),
  )
  return found.flat()
}

async function copyAll(from: string, to: string, files: { path: string; isFolder: boolean }[]): Promise<void> {
  for (const { path, isFolder } of files) {
    if (isFolder) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    // On file systems that can (btrfs, xfs) the two share their blocks until one of them changes.
    else await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(unlessGone)
  }
}

/** A table that was dropped meanwhile; the WAL says so too. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function requireRoom(from: string, files: { path: string }[], on: string): Promise<void> {
  let bytes = 0
  for (const { path } of files) bytes += (await stat(join(from, path)).catch(() => null))?.size ?? 0
  const { bavail, bsize } = await statfs(on)
  const needed = bytes + LEAVE_FREE_BYTES
  if (bavail * bsize >= needed) return
  const mb = (count: number) => Math.ceil(count / 1e6)
  throw new Error(
    `A backup while the service runs needs ${mb(needed)} MB free on the disk of DATA_DIR for a copy of the database, and ${mb(bavail * bsize)} MB are. ` +
      'Make room, or stop the service for the backup.',
  )
}
