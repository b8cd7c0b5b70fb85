import { spec } from 'node:test/reporters'

/** What became of a file's tests. */
export interface Report {
  tests: number
  skipped: number
  /** A suite that is skipped as a whole counts as no test. */
  skippedSuite: boolean
  failed: boolean
}

interface Event {
  type: string
  data: {
    nesting?: number
    name?: string
    skip?: unknown
    details?: { type?: string; error?: { failureType?: string } }
  }
}

let waiting: { name: string; done: (report: Report) => void } | undefined

/** The report of the suite of this name, when it has ended. */
export function reportOf(name: string): Promise<Report> {
  return new Promise((done) => {
    waiting = { name, done }
  })
}

/**
 * The reporter of a process that runs one file after another, each as a suite: writes what Node writes for a file that has a
 * process to itself.
 */
// biome-ignore lint/correctness/useYield: it writes by itself, so that nothing of a file comes after its end
export default async function* report(events: AsyncIterable<Event>): AsyncGenerator<string> {
  let file = startFile()
  for await (const event of events) {
    const { nesting = 0, name } = event.data
    if (nesting > 0) file.add({ ...event, data: { ...event.data, nesting: nesting - 1 } })
    else if (isResult(event) && name === waiting?.name) {
      // What its tests failed of has been told; other reasons are an error while it was loaded, and a hook's.
      if (event.type === 'test:fail' && event.data.details?.error?.failureType !== 'subtestsFailed') file.add(event)
      waiting!.done(await file.end())
      file = startFile()
    }
  }
}

const isResult = ({ type }: Event) => type === 'test:pass' || type === 'test:fail'

function startFile() {
  const report: Report = { tests: 0, skipped: 0, skippedSuite: false, failed: false }
  const began = performance.now()
  const text = new spec()
  text.on('data', (chunk) => process.stdout.write(chunk))
  const count = ({ type, data }: Event) => {
    report.failed ||= type === 'test:fail'
    const skipped = data.skip !== undefined && data.skip !== false
    if (data.details?.type === 'suite') report.skippedSuite ||= skipped
    else {
      report.tests++
      if (skipped) report.skipped++
    }
  }
  return {
    add(event: Event) {
      if (isResult(event)) count(event)
      text.write(event)
    },
    async end() {
      for (const line of [
        `tests ${report.tests}`,
        `skipped ${report.skipped}`,
        `duration_ms ${performance.now() - began}`,
      ])
        text.write({ type: 'test:diagnostic', data: { nesting: 0, message: line, level: 'info' } })
      await new Promise<void>((resolve) => text.once('end', resolve).end())
      return report
    },
  }
}
