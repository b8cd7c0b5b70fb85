import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Marks the processes of a job in their environment, so that one is found that left its process group. */
export const MARK = 'BINNACLE_TEST_JOB'
const GONE_WITHIN_MS = 20_000
/** A look reads two files of each process of the machine. Most are gone at the first. */
const LOOK_AT_LEAST_EVERY_MS = 500

/** A process that leads a group of its own, and what it started. */
export class ProcessGroup {
  readonly mark: string
  readonly leader: number

  constructor(mark: string, leader: number) {
    this.mark = mark
    this.leader = leader
  }

  /** Those that still run. Without /proc: the group, as one. */
  running(): number[] {
    const pids = processIds()
    if (!pids) return groupRuns(this.leader) ? [-this.leader] : []
    return pids.filter((pid) => {
      try {
        // "pid (name) state parent group session …"; the name may hold anything.
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        const [state, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        if (state === 'Z' || state === 'X') return false
        if (Number(group) === this.leader || Number(session) === this.leader) return true
        return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK}=${this.mark}`)
      } catch {
        // It has ended meanwhile, or belongs to somebody else.
        return false
      }
    })
  }

  end(): void {
    for (const pid of this.running()) endProcess(pid)
  }

  /** Waits until all have ended but these; ends those that do not, and gives their command lines. */
  async endLeftovers(except: number[] = []): Promise<string[]> {
    const others = () => this.running().filter((pid) => !except.includes(pid))
    const giveUp = performance.now() + GONE_WITHIN_MS
    for (let waitMs = 20; performance.now() < giveUp; waitMs = Math.min(2 * waitMs, LOOK_AT_LEAST_EVERY_MS)) {
      if (others().length === 0) return []
      await sleep(waitMs)
    }
    const left = others()
    const names = left.map((pid) => `${pid} ${commandLine(pid)}`)
    for (const pid of left) endProcess(pid)
    while (others().length > 0) await sleep(20)
    return names
  }
}

function processIds(): number[] | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return null
  }
}

function groupRuns(leader: number): boolean {
  try {
    return process.kill(-leader, 0)
  } catch {
    return false
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}
