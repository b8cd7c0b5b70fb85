import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { TEMPLATE_FOLDER, templateName } from '../apps/server/src/db/embedded/template.ts'
import { makeTemplate } from '../apps/server/src/testing/database.ts'
import { makeDemo } from '../e2e/service.ts'
import { lacksCitus, startTemporaryCitus, type TemporaryCitus } from './citus.ts'
import { makeCitusTemplate } from './citus-template.ts'
import { runJobs } from './jobs.ts'
import { startTemporaryPostgres, type TemporaryPostgres } from './postgres.ts'
import { type Job, type Result, whySkipped } from './processes/job.ts'
import { endAll } from './processes/start.ts'
import { lacks } from './programs.ts'
import { lacksDebian, newDebian } from './release/testing/new-debian.ts'
import { makeTestFolder } from './test-folder.ts'
import { planTests } from './test-plan.ts'

/**
 * `npm test` runs what a contributor runs, `npm run test:all` the rest; a file's name says which (test-plan.ts). With words
 * (`npm test -- vessels ingest`) only the files that have one of them in their path.
 */
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { rest: { type: 'boolean', default: false } },
})

/** More than there are processors: most of them wait now and then, for a disk, a process or a time. Those of the rest wait longer. */
const PARALLEL = availableParallelism() + (options.rest ? 5 : 2)
/**
 * Four processes of the service with a pool each, twice over: a server that refuses a connection fails a test that did nothing
 * wrong.
 */
const CONNECTIONS_PER_JOB = 100
const SLOWEST = 10
const WHY_LINES = 30
const SECONDS_FILE = join(import.meta.dirname, '../node_modules/.cache/binnacle/test-seconds.json')

/** For as long as it runs: compiled modules, an empty database to copy, temporary files of the tests. */
const folder = await makeTestFolder()
process.env.TMPDIR = folder
process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')

process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endAll()
    process.exit(1)
  })

let postgres: TemporaryPostgres | undefined
let citus: TemporaryCitus | undefined

const webApp = once(async () => {
  await promisify(execFile)('vite', ['build', 'apps/web', '--logLevel', 'warn'])
  return {}
})

/** For audits: `npm test` starts programs as they are here, which takes none of its time before the first test. */
const programs = once(async () => {
  if (!options.rest) return {}
  const { bundledService } = await import('./bundled-service.ts')
  return bundledService(join(folder, 'programs'))
})

const embedded = once(async () => ({
  ...(await programs()),
  TEST_DATABASE_TEMPLATE: await makeTemplate(join(folder, 'template'), null),
}))

/** What a job needs besides its file, made when the first of them asks for it. */
const needs = {
  embedded,
  postgres: once(async () => {
    postgres = await startTemporaryPostgres({ fsync: false, maxConnections: PARALLEL * CONNECTIONS_PER_JOB })
    const template = await makeTemplate(folder, postgres.url)
    return { ...(await programs()), TEST_DATABASE_URL: postgres.url, TEST_DATABASE_TEMPLATE: template }
  }),
  citus: once(async () => {
    citus = await startTemporaryCitus({ fsync: false })
    return { ...(await programs()), ...(await makeCitusTemplate(folder, citus)) }
  }),
  webApp: once(async () => ({ ...(await embedded()), ...(await webApp()) })),
  /** The files of a version; its packages for Debian where there is a dpkg; a new Debian to install them in. */
  release: once(async () => {
    const to = join(folder, 'release')
    // release.audit.test.ts makes the database anew, and compares.
    const args = ['run', 'release', '--', '--to', to, '--for-tests', ...(lacks('dpkg-deb') ? ['--without-debs'] : [])]
    const debian = lacksDebian() ? undefined : join(folder, 'debian')
    await Promise.all([promisify(execFile)('npm', args, { maxBuffer: 1e8 }), debian && newDebian(debian)])
    return { ...(await embedded()), TEST_RELEASE: to, ...(debian && { TEST_DEBIAN: debian }) }
  }),
  /** The demo that most files of the browser look at, the app that shows it, and an empty database for the others. */
  demo: once(async () => {
    const made = { ...(await embedded()), ...(await webApp()) }
    await makeDemo(join(folder, 'demo'))
    return { ...made, E2E_DEMO: join(folder, 'demo') }
  }),
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Seconds that each job took the last time. */
type Remembered = Record<string, number>

const keyOf = ({ phase, name }: Job) => `${phase}: ${name}`

/** Checks are long; of what runs on Citus only a few do at once, so that much would be left over. */
const FIRST = new Set(['checks', 'Citus'])

/**
 * The longest first, so that none is left over at the end; what is new counts as long. Files that share processes are together,
 * so that few processes are there at once.
 */
function inOrder(jobs: Job[], remembered: Remembered): Job[] {
  const seconds = (job: Job) => (FIRST.has(job.phase) ? 10_000 : 0) + (remembered[keyOf(job)] ?? 60)
  const longestFirst = (a: Job, b: Job) => seconds(b) - seconds(a)
  const kindOf = ({ shared, phase, command, env }: Job) => (shared ? JSON.stringify([phase, command, env]) : 'own')
  return [...Map.groupBy(jobs, kindOf).values()]
    .map((kind) => kind.toSorted(longestFirst))
    .toSorted(([a], [b]) => longestFirst(a!, b!))
    .flat()
}

async function main(): Promise<boolean> {
  const found = await Array.fromAsync(
    glob(['{packages,apps,bench,scripts,deploy}/**/*.test.ts', 'e2e/*.spec.ts'], { exclude: ['**/node_modules/**'] }),
  )
  const files = found.sort().filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  const missing = [lacks('initdb'), lacks('chromium'), lacksCitus()].filter((reason) => reason !== false)
  const server = lacks('initdb') === false
  const jobs = planTests(files, {
    rest: options.rest,
    chosen: words.length > 0,
    server,
    citus: lacksCitus() === false,
    needs,
  })
  if (jobs.length === 0) {
    console.log(`No test file has ${words.join(' or ')} in its path.`)
    return false
  }
  // What a first start unpacks, of these migrations: initdb takes seconds of a processor.
  if (!existsSync(join(TEMPLATE_FOLDER, templateName()))) await promisify(execFile)('npm', ['run', 'build:database'])
  const remembered: Remembered = JSON.parse(await readFile(SECONDS_FILE, 'utf8').catch(() => '{}'))
  const start = performance.now()
  const results = await runJobs(inOrder(jobs, remembered), PARALLEL, tell)
  for (const { job, seconds } of results) remembered[keyOf(job)] = Math.round(seconds * 10) / 10
  await mkdir(dirname(SECONDS_FILE), { recursive: true })
  await writeFile(SECONDS_FILE, JSON.stringify(remembered, null, 1))
  summarize(results, (performance.now() - start) / 1000, missing)
  return results.every(({ failure }) => failure === null)
}

function tell({ job, seconds, processorSeconds, failure, output }: Result): void {
  const used = `${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of a processor`
  console.log(`${failure === null ? '✔' : '✖'} ${keyOf(job)} (${used})`)
  if (failure !== null) console.log(`${output}\n✖ ${keyOf(job)}: ${failure}\n`)
  else if (words.length > 0) console.log(output)
}

type Figure = 'seconds' | 'processorSeconds' | 'tests' | 'skipped'

/** What a runner says about failed tests at the end of its output, as far as it fits a screen. */
function whyFailed(output: string): string {
  const [, failing] = output.split('✖ failing tests:\n')
  const said = (failing ?? output).trim().split('\n')
  return (failing ? said.slice(0, WHY_LINES) : said.slice(-WHY_LINES)).map((line) => `  ${line}`).join('\n')
}

function summarize(results: Result[], seconds: number, missing: string[]): void {
  const total = (of: Result[], what: Figure) => of.reduce((sum, each) => sum + each[what], 0)
  console.log('\nPhase                    files   tests  skipped  seconds  of a processor (summed over its files)')
  for (const [phase, of] of Map.groupBy(results, ({ job }) => job.phase))
    console.log(
      phase.padEnd(23) +
        [
          of.length,
          total(of, 'tests'),
          total(of, 'skipped'),
          ...[total(of, 'seconds'), total(of, 'processorSeconds')].map(Math.round),
        ]
          .map((figure) => String(figure).padStart(8))
          .join(''),
    )
  for (const [title, figure] of [
    ['Slowest', 'seconds'],
    ['Most of a processor', 'processorSeconds'],
  ] as const) {
    console.log(`\n${title}`)
    for (const result of results.toSorted((a, b) => b[figure] - a[figure]).slice(0, SLOWEST))
      console.log(`${result[figure].toFixed(1).padStart(7)} s  ${keyOf(result.job)}`)
  }
  const failed = results.filter(({ failure }) => failure !== null)
  if (failed.length > 0) console.log('\nFailed')
  // At the end of a long run, where one looks first and records of it begin.
  for (const { job, failure, output } of failed) console.log(`✖ ${keyOf(job)}: ${failure}\n${whyFailed(output)}`)
  for (const reason of missing) console.log(`Skipped: ${reason}`)
  for (const [reason, times] of whySkipped(results))
    console.log(`Skipped, ${times} ${times === 1 ? 'test' : 'tests'}: ${reason}`)
  console.log(`\nFiles and checks, in ${seconds.toFixed(0)} s:`)
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
}

try {
  process.exitCode = (await main()) ? 0 : 1
} finally {
  await postgres?.stop()
  await citus?.stop()
}
