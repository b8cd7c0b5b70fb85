import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Something to run: a file of tests, or a tool. */
export interface Job {
  phase: string
  /** What it runs, for people: the file. */
  name: string
  command: string[]
  env?: Record<string, string>
  /** It is ended after this time, with all processes that it started. */
  limitSeconds: number
  /** It starts when this has settled; what it resolves to is added to its environment. */
  needs?: Promise<Record<string, string>>
  /** It is a file of node:test: it must have a test in it. */
  hasTests?: boolean
}

export interface Result {
  job: Job
  seconds: number
  /** Of the processor: what all its processes used, but for those that outlived the one that started them. */
  processorSeconds: number
  tests: number
  skipped: number
  /** Why it failed, or null. */
  failure: string | null
  output: string
}

/** Marks the processes of a job, so that one is found that left its process group. */
const MARK = 'BINNACLE_TEST_JOB'
const GONE_WITHIN_MS = 20_000
/** Runs a command, and then writes what it and its processes used to file descriptor 3. */
const MEASURED = ['sh', '-c', '"$@"; code=$?; times >&3; exit $code', 'sh']

const running = new Map<string, ChildProcess>()

/** Ends every job under way with all its processes. */
export function endAll(): void {
  for (const [id, child] of running) for (const pid of processesOf(id, child.pid!)) endProcess(pid)
}

/** Runs jobs in their order, `parallel` at a time; `done` is called as each ends. Never rejects for a job that fails. */
export async function runJobs(jobs: Job[], parallel: number, done: (result: Result) => void): Promise<Result[]> {
  const waiting = new Set(jobs)
  const ready = new Map<Job, Record<string, string> | Error>()
  let changed = Promise.withResolvers<void>()
  const settle = (job: Job, env: Record<string, string> | Error) => {
    ready.set(job, env)
    changed.resolve()
    changed = Promise.withResolvers()
  }
  for (const job of jobs)
    Promise.resolve(job.needs ?? {}).then(
      (env) => settle(job, env),
      (error) => settle(job, error),
    )
  const results: Result[] = []
  const work = async () => {
    while (waiting.size > 0) {
      const job = [...waiting].find((candidate) => ready.has(candidate))
      if (!job) {
        await changed.promise
        continue
      }
      waiting.delete(job)
      const env = ready.get(job)!
      const result = env instanceof Error ? notStarted(job, env) : await runJob(job, env)
      results.push(result)
      done(result)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return results
}

const notStarted = (job: Job, error: Error): Result => ({
  ...{ job, seconds: 0, processorSeconds: 0, tests: 0, skipped: 0, output: '' },
  failure: `not started: ${error.stack}`,
})

let lastId = 0

async function runJob(job: Job, env: Record<string, string>): Promise<Result> {
  const id = `${process.pid}-${++lastId}`
  const [program, ...args] = [...MEASURED, ...job.command]
  const start = performance.now()
  // `detached`: a process group of its own, so that all of it can be ended.
  const child = spawn(program!, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...job.env, ...env, [MARK]: id },
  })
  running.set(id, child)
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const progress = new Progress()
  ;(child.stdio[3] as NodeJS.ReadableStream).setEncoding('utf8').on('data', (text: string) => progress.read(text))

  const exited = Promise.withResolvers<string | null>()
  child.once('error', (error) => exited.resolve(error.message))
  child.once('exit', (code, signal) => exited.resolve(code === 0 ? null : `ended with ${signal ?? code}`))
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()))
  const late = setTimeout(() => {
    exited.resolve(
      `not done after ${job.limitSeconds} s, and ended; under way: ${progress.underWay.join(' > ') || 'no test (before the first or after the last)'}`,
    )
    for (const pid of processesOf(id, child.pid!)) endProcess(pid)
  }, job.limitSeconds * 1000)

  let failure = await exited.promise
  const seconds = (performance.now() - start) / 1000
  clearTimeout(late)
  const left = child.pid ? await endLeftovers(id, child.pid) : []
  await closed
  running.delete(id)
  if (!failure && left.length > 0) failure = `left running: ${left.join(' | ')}`
  const [tests, skipped] = ['tests', 'skipped'].map((what) =>
    Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(output)?.[1]),
  )
  // A suite that is skipped as a whole has a line, and counts as no test.
  const skippedSuite = /^﹣ /m.test(output)
  if (!failure && job.hasTests && !tests && !skippedSuite) failure = 'no test ran in it'
  const { processorSeconds } = progress
  return { job, seconds, processorSeconds, tests: tests || 0, skipped: skipped || 0, failure, output }
}

/** Waits until all processes of a job have ended; ends those that do not, and gives their command lines. */
async function endLeftovers(id: string, pid: number): Promise<string[]> {
  for (const until = performance.now() + GONE_WITHIN_MS; performance.now() < until; await sleep(20))
    if (processesOf(id, pid).length === 0) return []
  const left = processesOf(id, pid)
  const names = left.map((one) => `${one} ${commandLine(one)}`)
  for (const one of left) endProcess(one)
  while (processesOf(id, pid).length > 0) await sleep(20)
  return names
}

/** The processes that a job started and that still run. Without /proc: its process group, as one. */
function processesOf(id: string, leader: number): number[] {
  const pids = processIds()
  if (!pids) return groupRuns(leader) ? [-leader] : []
  return pids.filter((pid) => {
    try {
      // "pid (name) state parent group session …"; the name may hold anything.
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const [state, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === 'Z' || state === 'X') return false
      if (Number(group) === leader || Number(session) === leader) return true
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK}=${id}`)
    } catch {
      // It has ended meanwhile, or belongs to somebody else.
      return false
    }
  })
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

/** `3m2.50s 0m1.25s`, as the shell's `times` writes it. */
const TIMES = /^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/

/** From what test-progress.ts and the shell write. */
class Progress {
  /** The tests that have started and not ended. */
  readonly underWay: string[] = []
  processorSeconds = 0
  #rest = ''

  read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) {
      const name = line.slice(1)
      const times = TIMES.exec(line)?.slice(1).map(Number)
      if (times) this.processorSeconds += (times[0]! + times[2]!) * 60 + times[1]! + times[3]!
      else if (line.startsWith('+')) this.underWay.push(name)
      else this.underWay.splice(this.underWay.lastIndexOf(name), 1)
    }
  }
}
