/** Something to run: a file of tests, or a tool. */
export interface Job {
  phase: string
  /** What it runs, for people: the file. */
  name: string
  command: string[]
  /** `command` starts a process that runs one file after another (processes/inside/main.ts); this one's is `name`. */
  shared?: boolean
  env?: Record<string, string>
  /** So many of its phase run at once, at most. */
  maxAtOnce?: number
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

/** Why a file of tests fails that has none. */
export const NO_TEST = 'no test ran in it'

/** The reasons for which tests were skipped, each with how many: in CI nothing may be missing that a machine can have. */
export function whySkipped(results: Pick<Result, 'output'>[]): [string, number][] {
  const reasons = results.flatMap(({ output }) =>
    [...output.matchAll(/^ *﹣ .*? # (.+)$/gm)].map(([, reason]) => reason!),
  )
  return [...Map.groupBy(reasons, (reason) => reason)].map(([reason, { length }]) => [reason, length])
}
