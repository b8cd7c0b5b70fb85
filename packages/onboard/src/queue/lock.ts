import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../files/files.ts'

/**
 * Makes this process the only one that uses the folder, until the returned function is called. A lock whose process was killed
 * is taken over. Throws when another process that runs, or this one, has it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock')
  const mine = `${path}.${process.pid}`
  await writeFile(mine, owner(process.pid), { mode: 0o600 })
  try {
    // A link appears whole or not at all: nobody reads half a lock.
    while (!(await claim(mine, path))) await evict(folder, path)
  } finally {
    await unlink(mine)
  }
  return () => rm(path, { force: true })
}

async function claim(mine: string, path: string): Promise<boolean> {
  try {
    await link(mine, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function evict(folder: string, path: string): Promise<void> {
  const held = await readFile(path, 'utf8').catch(() => null)
  if (held === null) return
  if (isAlive(held)) throw inUse(folder, held)
  const aside = `${path}.${process.pid}.old`
  await rename(path, aside).catch(() => undefined)
  // Another process that starts at the same time may have been quicker, and this was its lock.
  const taken = await readFile(aside, 'utf8').catch(() => held)
  if (taken !== held) {
    await rename(aside, path)
    throw inUse(folder, taken)
  }
  await rm(aside, { force: true })
}

const inUse = (folder: string, held: string) =>
  new Error(`${folder} is in use by process ${held.split(' ')[0]}; stop that process first`)

const isAlive = (held: string): boolean => {
  const pid = Number(held.split(' ')[0])
  return pid > 0 && runs(pid) && held === owner(pid)
}

/** A process by its number, the boot and its start, since numbers come again: in a container it is the same at each start. */
const owner = (pid: number): string => [pid, said('/proc/sys/kernel/random/boot_id'), startOf(pid)].join(' ')

/**
 * Field 22 of /proc/PID/stat; the name before it is in parentheses and may hold spaces. Without /proc the number must do. A
 * zombie (state Z, field 3) is over and has none: it keeps its number until its parent asks after it, in some containers forever.
 * Before its other threads have gone (field 20), one of them may still be writing.
 */
const startOf = (pid: number): string => {
  const stat = said(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' && fields[17] === '1' ? '' : (fields[19] ?? '')
}

function said(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
