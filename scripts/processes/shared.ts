import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FileDone } from './inside/main.ts'
import { type Job, NO_TEST, type Result } from './job.ts'
import { type Started, start } from './start.ts'

/** Modules and results of files stay in memory; beyond this the next file gets a new process. */
const MAX_MEMORY_MB = 1500
const ENDS_WITHIN_MS = 10_000

/** A process that runs one file of tests after another. */
export class SharedProcess {
  readonly #job: Job
  readonly #started: Started
  #ended = false
  #full = false
  #processorSeconds = 0
  #last: Result | null = null

  constructor(job: Job, env: Record<string, string>) {
    this.#job = job
    this.#started = start(job.command, { ...job.env, ...env }, 'ipc')
    this.#started.exited.then(() => {
      this.#ended = true
    })
  }

  /** Whether this is a process for that job's file. */
  serves({ command, env, needs }: Job): boolean {
    return needs === this.#job.needs && isDeepStrictEqual([command, env], [this.#job.command, this.#job.env])
  }

  /** Whether it can take another file. */
  get usable(): boolean {
    return !this.#ended && !this.#full
  }

  /** Runs the job's file; at its limit, or when the process ends meanwhile, all processes of it are ended. */
  async run(job: Job): Promise<Result> {
    const { child, group, progress, takeOutput, exited, closed } = this.#started
    const file = resolve(job.name)
    const began = performance.now()
    const late = Promise.withResolvers<string>()
    const timer = setTimeout(
      () => late.resolve(`not done after ${job.limitSeconds} s, and ended; under way: ${progress.where(file)}`),
      job.limitSeconds * 1000,
    )
    const done = this.#fileDone()
    child.send({ file }, () => {})
    const answer = await Promise.race([
      done,
      late.promise,
      exited.then(async (how) => {
        // Others of it may hold its output open; what it wrote at last says which test was under way.
        group.end()
        await closed
        return `its process ${how ?? 'ended with 0'}; under way: ${progress.where(file)}`
      }),
    ])
    const seconds = (performance.now() - began) / 1000
    clearTimeout(timer)
    const result = { job, seconds, processorSeconds: 0, tests: 0, skipped: 0 }
    if (typeof answer === 'string') {
      this.#ended = true
      group.end()
      await group.endLeftovers()
      await closed
      this.#last = { ...result, failure: answer, output: takeOutput() }
      return this.#last
    }
    const { tests, skipped, skippedSuite, failed, leaks, memoryMB } = answer
    const left = await group.endLeftovers([group.leader, -group.leader])
    const processorSeconds = answer.processorSeconds - this.#processorSeconds
    this.#processorSeconds = answer.processorSeconds
    this.#full = memoryMB > MAX_MEMORY_MB || leaks.length > 0
    const reasons = [
      ...(failed ? ['a test failed'] : []),
      ...leaks,
      ...(left.length > 0 ? [`left running: ${left.join(' | ')}`] : []),
      ...(tests === 0 && !skippedSuite && !failed ? [NO_TEST] : []),
    ]
    this.#last = {
      ...result,
      ...{ processorSeconds, tests, skipped },
      failure: reasons.join('; ') || null,
      output: takeOutput(),
    }
    return this.#last
  }

  /** Ends it. Gives a failure when it had ended by itself after its last file. */
  async end(): Promise<Result | null> {
    const { child, group, takeOutput, exited, closed } = this.#started
    const crashed = this.#ended && this.#last !== null && this.#last.failure === null
    child.send({ file: null }, () => {})
    const late = setTimeout(() => group.end(), ENDS_WITHIN_MS)
    const how = await exited
    clearTimeout(late)
    await group.endLeftovers()
    await closed
    if (!crashed) return null
    return {
      ...{ ...this.#last!, seconds: 0, processorSeconds: 0, tests: 0, skipped: 0 },
      ...{ failure: `after it, its process ${how ?? 'ended with 0'}`, output: takeOutput() },
    }
  }

  /** What the process says of its file, once all that was written before has been read. */
  async #fileDone(): Promise<FileDone> {
    const { child, endOfFile } = this.#started
    const said = new Promise<FileDone>((resolve) => child.once('message', (done) => resolve(done as FileDone)))
    const [done] = await Promise.all([said, endOfFile()])
    return done
  }
}
