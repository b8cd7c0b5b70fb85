import { type Job, NO_TEST, type Result } from './job.ts'
import { start } from './start.ts'

/** Runs a command, and then writes what it and its processes used to file descriptor 3. */
const MEASURED = ['sh', '-c', '"$@"; code=$?; times >&3; exit $code', 'sh']

/** Runs a job in a process of its own. */
export async function runAlone(job: Job, env: Record<string, string>): Promise<Result> {
  const began = performance.now()
  const { group, progress, takeOutput, exited, closed } = start([...MEASURED, ...job.command], { ...job.env, ...env })
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => {
    late.resolve(`not done after ${job.limitSeconds} s, and ended; under way: ${progress.where()}`)
    group.end()
  }, job.limitSeconds * 1000)
  let failure = await Promise.race([exited, late.promise])
  const seconds = (performance.now() - began) / 1000
  clearTimeout(timer)
  const left = await group.endLeftovers()
  await closed
  if (!failure && left.length > 0) failure = `left running: ${left.join(' | ')}`
  const output = takeOutput()
  const [tests, skipped] = ['tests', 'skipped'].map((what) =>
    Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(output)?.[1]),
  )
  // A suite that is skipped as a whole has a line, and counts as no test.
  const skippedSuite = /^﹣ /m.test(output)
  if (!failure && job.hasTests && !tests && !skippedSuite) failure = NO_TEST
  const { processorSeconds } = progress
  return { job, seconds, processorSeconds, tests: tests || 0, skipped: skipped || 0, failure, output }
}
