import { readFileSync } from 'node:fs'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { END_OF_FILE } from './end-of-file.ts'
import { leaksSince, takeSnapshot } from './leaks.ts'
import { type Report, reportOf } from './report.ts'

/** What the runner is told of a file that has ended. */
export interface FileDone extends Report {
  /** What it left changed or open. */
  leaks: string[]
  /** Of this process and those that it started, since its start. */
  processorSeconds: number
  memoryMB: number
}

/** Errors that belong to no test: of something that went on after its test had ended. */
let errors: unknown[] = []
for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => errors.push(error))

// node:test begins with its first suite, and listens on the process from then on.
const begun = describe('begin', () => {})

// The runner has ended.
process.once('disconnect', () => process.exit())
process.on('message', ({ file }: { file: string | null }) => void (file ? runFile(file) : process.exit()))

/** The file as a suite: its hooks run before and after it, and tests in it as if it had the process to itself. */
async function runFile(file: string): Promise<void> {
  await begun
  errors = []
  const before = takeSnapshot()
  const reported = reportOf(file)
  await describe(file, () => import(pathToFileURL(file).href))
  const report = await reported
  await (globalThis as { happyDOM?: { abort(): Promise<void> } }).happyDOM?.abort()
  const leaks = await leaksSince(before)
  // node:test sets it for an error of no test.
  const failed = report.failed || Boolean(process.exitCode)
  if (process.exitCode) for (const error of errors) process.stderr.write(`${inspect(error)}\n`)
  process.exitCode = 0
  for (const stream of [process.stdout, process.stderr]) stream.write(END_OF_FILE)
  const done: FileDone = {
    ...report,
    ...{ failed, leaks, processorSeconds: processorSeconds() },
    memoryMB: process.memoryUsage.rss() / 1024 / 1024,
  }
  process.send!(done)
}

const TICKS_PER_SECOND = 100

function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childrenSeconds()
}

/** Of the processes that it started and that have ended; 0 without /proc. */
function childrenSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
