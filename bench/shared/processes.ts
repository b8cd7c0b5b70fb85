import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100
/** Places of utime and stime behind the name in /proc/PID/stat; see proc(5). */
const UTIME = 11
const STIME = 12

/** Processor time that the processes have used so far; null where there is no /proc. One that has ended counts nothing. */
export async function cpuSeconds(processes: number[]): Promise<number | null> {
  if (process.platform !== 'linux') return null
  const seconds = await Promise.all(
    processes.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
      // The name is in parentheses and may hold spaces.
      const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
      return (Number(fields[UTIME] ?? 0) + Number(fields[STIME] ?? 0)) / TICKS_PER_SECOND
    }),
  )
  return seconds.reduce((sum, used) => sum + used, 0)
}
