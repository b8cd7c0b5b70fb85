import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataDirInUse } from './data-dir-in-use.ts'

const SQLITE_BUSY = 5

/** Keeps the locks from the garbage collector, which would close and so release them. */
const held = new Set<DatabaseSync>()

/**
 * Takes the folder for this process and returns what gives it back; throws DataDirInUse at once when it is taken.
 *
 * Node has no flock, but its SQLite takes a lock that the kernel drops with the process: nothing stale survives a
 * SIGKILL, process numbers are never compared, one of two simultaneous starters gets it, and it holds across containers
 * that share the folder. Nothing is ever written to the locked file; nothing else in this process may open it (a
 * POSIX lock is dropped when its process closes any handle of the file). The process number beside it is for the message.
 */
export function lockDataDir(dataDir: string): () => void {
  const holder = join(dataDir, 'lock.pid')
  const lock = new DatabaseSync(join(dataDir, 'lock'))
  try {
    // MEMORY, or a journal file appears beside the lock although nothing is written (Node's SQLite ignores OFF).
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new DataDirInUse(refusal(resolve(dataDir), readHolder(holder)), { cause: error })
  }
  held.add(lock)
  writeFileSync(holder, `${process.pid} ${hostname()}\n`)
  return () => {
    if (!held.delete(lock)) return
    rmSync(holder, { force: true })
    lock.close()
  }
}

function readHolder(path: string): { pid: string; host: string } | null {
  try {
    const [pid = '', host = ''] = readFileSync(path, 'utf8').trim().split(' ')
    return pid === '' ? null : { pid, host }
  } catch {
    return null // it is starting or stopping at this moment
  }
}

function refusal(dataDir: string, holder: { pid: string; host: string } | null): string {
  const where = holder && holder.host !== hostname() ? ` on ${holder.host}` : ''
  const who = holder ? `process ${holder.pid}${where}` : 'another process'
  return `DATA_DIR ${dataDir} is in use by ${who}. Stop it first, or give this one its own DATA_DIR.`
}
