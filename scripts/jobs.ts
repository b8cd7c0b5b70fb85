import type { Job, Result } from './processes/job.ts'
import { runAlone } from './processes/own.ts'
import { SharedProcess } from './processes/shared.ts'

/**
 * Runs jobs in their order, `parallel` at a time; `done` is called as each ends. Never rejects for a job that fails. Jobs that
 * may share a process do when they have the same command, environment and needs: whichever is idle takes the next one.
 */
export async function runJobs(jobs: Job[], parallel: number, done: (result: Result) => void): Promise<Result[]> {
  const waiting = new Set(jobs)
  const ready = new Map<Job, Record<string, string> | Error>()
  /** Jobs that run, by phase. */
  const running = new Map<string, number>()
  const mayStart = (job: Job) => ready.has(job) && (running.get(job.phase) ?? 0) < (job.maxAtOnce ?? Infinity)
  const count = ({ phase }: Job, by: number) => running.set(phase, (running.get(phase) ?? 0) + by)
  let changed = Promise.withResolvers<void>()
  const lookAgain = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const settle = (job: Job, env: Record<string, string> | Error) => {
    ready.set(job, env)
    lookAgain()
  }
  for (const job of jobs)
    Promise.resolve(job.needs ?? {}).then(
      (env) => settle(job, env),
      (error) => settle(job, error),
    )
  const results: Result[] = []
  const add = (result: Result) => {
    results.push(result)
    done(result)
  }
  const idle = new Set<SharedProcess>()
  const end = async (shared: SharedProcess) => {
    idle.delete(shared)
    const failure = await shared.end()
    if (failure) add(failure)
  }
  const runShared = async (job: Job, env: Record<string, string>) => {
    const shared = [...idle].find((each) => each.usable && each.serves(job)) ?? new SharedProcess(job, env)
    idle.delete(shared)
    add(await shared.run(job))
    idle.add(shared)
    const wanted = (by: SharedProcess) => by.usable && [...waiting].some((each) => each.shared && by.serves(each))
    for (const each of idle) if (!wanted(each)) await end(each)
  }
  const work = async () => {
    while (waiting.size > 0) {
      const job = [...waiting].find(mayStart)
      if (!job) {
        await changed.promise
        continue
      }
      waiting.delete(job)
      count(job, 1)
      const env = ready.get(job)!
      if (env instanceof Error) add(notStarted(job, env))
      else if (job.shared) await runShared(job, env)
      else add(await runAlone(job, env))
      count(job, -1)
      lookAgain()
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  for (const shared of idle) await end(shared)
  return results
}

const notStarted = (job: Job, error: Error): Result => ({
  ...{ job, seconds: 0, processorSeconds: 0, tests: 0, skipped: 0, output: '' },
  failure: `not started: ${error.stack}`,
})
