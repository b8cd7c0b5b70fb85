import { type ChildProcess, spawn } from 'node:child_process'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeTemplate } from '../apps/server/src/testing/database.ts'
import { CHROMIUM } from '../e2e/chromium.ts'
import { findPostgres, startTemporaryPostgres } from './postgres.ts'

/**
 * `npm test`: format, lint and types, then every test on the embedded database, then every test that opens a database again on
 * a PostgreSQL server of its own, then the web app in Chromium (e2e/). `npm test -- FILE...` runs only those test files,
 * `--database embedded|postgres` on one. In a whole run a file that failed gets a second try, alone (decision 17).
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { database: { type: 'string' }, 'skip-checks': { type: 'boolean' } },
})

/** The ownership matrix and bad input: each request then goes to another process than the one before it (testing/service.ts). */
const OVER_TWO_PROCESSES = [
  'src/ownership.test.ts',
  'src/every-route.test.ts',
  'src/connections/connections.test.ts',
  'src/maintenance/logbook.test.ts',
  'src/telemetry/telemetry.test.ts',
  'src/vessels/vessels.test.ts',
]

/** What these ask has nothing to do with the database: they run on the embedded one only. */
const ONCE = [
  'apps/gateway/src/cameras.test.ts',
  'apps/gateway/src/main.test.ts',
  'apps/server/src/cameras/frame-store.test.ts',
  'apps/server/src/frame-memory.test.ts',
  'apps/server/src/hostile-clients.test.ts',
]

const PARALLEL_FILES = 3

/** For as long as it runs: compiled modules, which files of tests share, an empty database that they copy, names of those that failed. */
const folder = await mkdtemp(join(tmpdir(), 'binnacle-tests-'))

let running: ChildProcess | undefined
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopped = true
    running?.kill(signal)
  })

/** Runs a command with our terminal; gives its exit code. */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  if (stopped) return 1
  return new Promise((resolve, reject) => {
    running = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    running.once('error', reject).once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

async function runTests(files: string[], env: Record<string, string>): Promise<number> {
  const failed = join(folder, 'failed')
  const code = await runFiles(files, PARALLEL_FILES, failed, env)
  const again = (await readFile(failed, 'utf8')).split('\n').filter(Boolean)
  if (code === 0 || positionals.length > 0 || again.length === 0) return code
  console.log(`\n— FAILED, and tried again alone: ${again.join(' ')}`)
  return runFiles(again, 1, failed, env)
}

/** Runs test files, `parallel` at a time, and writes those that fail into the file `failed`. Gives the exit code. */
function runFiles(files: string[], parallel: number, failed: string, env: Record<string, string>): Promise<number> {
  const reporters = [
    ['spec', 'stdout'],
    [join(import.meta.dirname, 'failed-files.ts'), failed],
  ].flatMap(([reporter, destination]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`])
  const args = ['--test', `--test-concurrency=${parallel}`, ...reporters, ...files]
  return run(process.execPath, args, { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...env })
}

async function testFiles(): Promise<string[]> {
  if (positionals.length > 0) return positionals
  const found = await Array.fromAsync(
    glob('{packages,apps,bench,scripts,deploy}/**/*.test.ts', { exclude: ['**/node_modules/**'] }),
  )
  return found.sort()
}

/** The tests that behave differently by database are those that use the server's test helpers. */
async function thoseWithDatabase(files: string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return files.filter((_, i) => /from '[./]+(?:[\w/-]*\/)?(?:testing\/|sample-boat\.ts)/.test(texts[i]!))
}

async function main(): Promise<number> {
  if (!options['skip-checks'] && positionals.length === 0) {
    for (const [tool, ...args] of [
      ['biome', 'check', '.'],
      ['tsc', '-p', 'tsconfig.json'],
      // What runs on boats has the library of Node 20.
      ['tsc', '-p', 'tsconfig.onboard.json'],
      ['tsc', '-p', 'tsconfig.web.json'],
    ] as const) {
      console.log(`\n— ${tool}`)
      const code = await run(tool, args)
      if (code !== 0) return code
    }
  }
  const files = await testFiles()
  const withDatabase = await thoseWithDatabase(files)
  let failed = 0
  if (options.database !== 'postgres') {
    console.log(`\n— tests on the embedded database (${files.length} files)`)
    const template = withDatabase.length > 0 ? await makeTemplate(join(folder, 'template'), null) : ''
    failed += await runTests(files, template ? { TEST_DATABASE_TEMPLATE: template } : {})
  }
  if (options.database !== 'embedded') failed += await onPostgres(withDatabase.filter((file) => !ONCE.includes(file)))
  if (positionals.length === 0) failed += await inBrowser()
  return failed === 0 ? 0 : 1
}

async function inBrowser(): Promise<number> {
  if (!CHROMIUM) {
    console.log('\n— SKIPPED: the web app in Chromium, since it is not installed (Debian: apt-get install chromium)')
    return process.env.CI ? 1 : 0
  }
  console.log('\n— the web app in Chromium')
  return (
    (await run('vite', ['build', 'apps/web', '--logLevel', 'warn'])) ||
    run('playwright', ['test', '-c', 'e2e/playwright.config.ts'])
  )
}

async function onPostgres(files: string[]): Promise<number> {
  if (files.length === 0) return 0
  if (!(await findPostgres())) {
    console.log('\n— SKIPPED: tests on PostgreSQL, since it is not installed (Debian: apt-get install postgresql)')
    return process.env.CI ? 1 : 0
  }
  console.log(`\n— tests on PostgreSQL (${files.length} files)`)
  const server = await startTemporaryPostgres({ fsync: false, maxConnections: 300 })
  try {
    const template = await makeTemplate(folder, server.url)
    const env = { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: template }
    const failed = await runTests(files, env)
    const overTwo = files.filter((file) => OVER_TWO_PROCESSES.some((name) => file.endsWith(name)))
    if (overTwo.length === 0) return failed
    console.log(`\n— the same over two processes of the service (${overTwo.length} files)`)
    return failed + (await runTests(overTwo, { ...env, TEST_PROCESSES: '2' }))
  } finally {
    await server.stop()
  }
}

try {
  process.exitCode = await main()
} finally {
  await rm(folder, { recursive: true })
}
