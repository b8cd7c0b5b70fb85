import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** What a part of a system has used so far and holds now. */
export interface Usage {
  cpuSeconds: number
  /** Its share of what it shares with others counted by halves, thirds and so on (PSS), bytes. */
  memoryBytes: number
}

/** A process, with those that it has started (a PostgreSQL server is many), also what ended ones had used. Linux only. */
export async function usageOf(pid: number): Promise<Usage> {
  const { stdout } = await exec('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }))
  const pids = [String(pid), ...stdout.split('\n').flatMap((line) => line.trim() || [])]
  const each = await Promise.all(
    pids.map(async (one, i) => {
      // The name is in parentheses and may hold spaces; utime, stime, cutime and cstime are the 12th to 15th field behind it: proc(5).
      const stat = await readFile(`/proc/${one}/stat`, 'utf8').catch(() => '')
      const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, i === 0 ? 15 : 13) // biome-ignore format: one line
      const rollup = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '')
      const pss = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
      return { cpuSeconds: ticks.reduce((sum, n) => sum + Number(n), 0) / TICKS_PER_SECOND, memoryBytes: pss * 1024 }
    }),
  )
  return {
    cpuSeconds: each.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    memoryBytes: each.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  }
}

/** Processor time that this machine has spent on anything. */
export async function machineSeconds(): Promise<number> {
  const [, user, nice, system, , , irq, softirq] = (await readFile('/proc/stat', 'utf8')).split('\n')[0]!.split(/\s+/)
  return [user, nice, system, irq, softirq].reduce((sum, n) => sum + Number(n), 0) / TICKS_PER_SECOND
}
