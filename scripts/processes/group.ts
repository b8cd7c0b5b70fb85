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

  /**
   * Those that still run, and what they started: a child in a session of its own and without the mark is found by its parent. Without
   * /proc: the group, as one.
   */
  running(): number[] {
    const all = processes()
    if (!all) return groupRuns(this.leader) ? [-this.leader] : []
    const found = new Set(all.filter((one) => this.#has(one)).map(({ pid }) => pid))
    for (let before = 0; before < found.size; ) {
      before = found.size
      for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
    }
    return [...found]
  }

  #has({ pid, group, session }: Running): boolean {
    if (group === this.leader || session === this.leader) return true
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK}=${this.mark}`)
    } catch {
      // It has ended meanwhile, or belongs to somebody else.
      return false
    }
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

interface Running {
  pid: number
  parent: number
  group: number
  session: number
}

function processes(): Running[] | null {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? runningAs(Number(name)) : []))
  } catch {
    return null
  }
}

function runningAs(pid: number): Running[] {
  try {
    // "pid (name) state parent group session …"; the name may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, ...ids] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 4)
    if (state === 'Z' || state === 'X') return []
    const [parent, group, session] = ids.map(Number) as [number, number, number]
    return [{ pid, parent, group, session }]
  } catch {
    // It has ended meanwhile.
    return []
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
