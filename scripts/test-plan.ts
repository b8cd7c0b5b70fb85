import { basename, join } from 'node:path'
import { AUDITS_ON_CITUS, NOT_ON_CITUS } from './not-on-citus.ts'
import type { Job } from './processes/job.ts'
import { lacks } from './programs.ts'
import { QUICK_START } from './quick-start.ts'

/** On a busy machine; most files take a few seconds. */
const LIMIT_SECONDS = 600
/** Of audits, many runs of a property, and the browser. */
const LONG_LIMIT_SECONDS = 1200

/** A cluster's three servers do the work of each. */
const MAX_ON_CITUS = 3

type Needs = () => Promise<Record<string, string>>

export interface Plan {
  /** What `npm test` leaves out. */
  rest: boolean
  /** The files were asked for by name: no checks, and audits too. */
  chosen: boolean
  /** There is a PostgreSQL server to run on. */
  server: boolean
  /** Citus can be started. */
  citus: boolean
  needs: { embedded: Needs; postgres: Needs; citus: Needs; release: Needs; webApp: Needs; demo: Needs }
}

const INSIDE = join(import.meta.dirname, 'processes/inside')
/** What makes a process the browser of a page. */
const PAGE = ['modules.ts', 'browser.ts'].map((name) => join(import.meta.dirname, '../apps/web/src/testing', name))
/** What has a process of its own: what changes it for all of it, and what starts and kills others. */
const ALONE: Tag[] = ['alone', 'audit']

type Tag = 'alone' | 'audit' | 'db' | 'page' | 'pg' | 'property' | 'sql'

interface TestFile {
  path: string
  /** What is between the name and `.test.ts`: `audit` and `db` of `x.audit.db.test.ts`. */
  tags: string[]
}

/** What to run of these files; CONTRIBUTING.md has the table of names. */
export function planTests(paths: string[], { rest, chosen, server, citus, needs }: Plan): Job[] {
  const files = paths.filter((path) => path.endsWith('.test.ts')).map(describeFile)
  const specs = paths.filter((path) => path.endsWith('.spec.ts'))
  const embedded = (phase: string, of: TestFile[], env = {}) =>
    of.map((file) => testJob(phase, file, needs.embedded, env))
  const postgres = (phase: string, of: TestFile[], env = {}) =>
    server ? of.map((file) => testJob(phase, file, needs.postgres, env)) : []

  if (!rest) {
    const quick = files.filter((file) => chosen || !has(file, 'audit'))
    return [
      ...(chosen ? [] : checks()),
      ...quick.filter((file) => !usesDatabase(file)).map((file) => testJob('rules', file)),
      ...embedded(
        'embedded database',
        quick.filter((file) => (server && !chosen ? has(file, 'db') : usesDatabase(file))),
      ),
      ...postgres(
        'PostgreSQL',
        quick.filter((file) => has(file, 'pg')),
      ),
      ...browser(
        specs.filter((path) => chosen || isStory(path)),
        (path) => sizesOf(path).slice(0, 1),
        needs.webApp,
      ),
    ]
  }
  const audits = files.filter((file) => has(file, 'audit'))
  const others = files.filter((file) => !has(file, 'audit'))
  // Citus is PostgreSQL, with two processes where a second one changes something: what runs there runs on no other server again.
  const overCitus = citus ? files.filter(runsOnCitus) : []
  const onServer = others.filter((file) => !overCitus.includes(file))
  return [
    ...audits
      .filter((file) => !server || !has(file, 'pg'))
      .map((file) => testJob('audits', file, testsRelease(file) ? needs.release : needs.embedded)),
    ...postgres('audits, PostgreSQL', audits.filter(usesDatabase)),
    ...embedded(
      'properties, many runs',
      others.filter((file) => has(file, 'property')),
      { TEST_RUNS: 'many' },
    ),
    ...postgres(
      'PostgreSQL',
      onServer.filter((file) => has(file, 'db')),
    ),
    // Without a server they ran in `npm test`.
    ...embedded('embedded database', server ? others.filter((file) => has(file, 'pg')) : []),
    ...postgres('two processes', onServer.filter(runsOverTwo), TWO_PROCESSES),
    ...overCitus.map((file) => ({
      ...testJob('Citus', file, needs.citus, processesFor(file)),
      maxAtOnce: MAX_ON_CITUS,
    })),
    // The story at phone size ran in `npm test`.
    ...browser(specs, (path) => sizesOf(path).slice(isStory(path) && !chosen ? 1 : 0), needs.demo),
  ]
}

const describeFile = (path: string): TestFile => ({ path, tags: basename(path).split('.').slice(1, -2) })
const has = ({ tags }: TestFile, tag: Tag) => tags.includes(tag)
const TWO_PROCESSES = { TEST_PROCESSES: '2' }
const runsOverTwo = (file: TestFile) => has(file, 'pg') && !has(file, 'sql')
const processesFor = (file: TestFile) => (runsOverTwo(file) ? TWO_PROCESSES : {})
const runsOnCitus = (file: TestFile) =>
  has(file, 'audit') ? AUDITS_ON_CITUS.has(file.path) : usesDatabase(file) && !(file.path in NOT_ON_CITUS)
const testsRelease = ({ path }: TestFile) => path.startsWith('scripts/release/')
const isStory = (path: string) => basename(path) === 'story.spec.ts'
const SIZES = ['phone', 'desktop'] as const
type Size = (typeof SIZES)[number]
/** `x.phone.spec.ts` is for that size only; without a size in its name a file is for both. */
const sizesOf = (path: string) =>
  SIZES.filter((size) => !SIZES.some((other) => other !== size && path.endsWith(`.${other}.spec.ts`)))
const usesDatabase = (file: TestFile) => has(file, 'db') || has(file, 'pg')

function testJob(phase: string, file: TestFile, needs?: Needs, env: Record<string, string> = {}): Job {
  // Fast code pays where a property runs for minutes.
  const flags = (usesDatabase(file) || has(file, 'audit')) && !env.TEST_RUNS ? QUICK_START.flags : []
  const imports = has(file, 'page') ? PAGE : []
  return {
    phase,
    name: file.path,
    ...testCommand(file.path, { shared: !ALONE.some((tag) => has(file, tag)), flags, imports }),
    env,
    needs: needs?.(),
    hasTests: true,
    limitSeconds: has(file, 'audit') || env.TEST_RUNS ? LONG_LIMIT_SECONDS : LIMIT_SECONDS,
  }
}

/** What runs a file of tests: a process of its own, or one that it shares with others. */
export function testCommand(
  path: string,
  { shared, flags = [], imports = [] }: { shared: boolean; flags?: string[]; imports?: string[] },
): Pick<Job, 'command' | 'shared'> {
  const preloaded = [join(INSIDE, 'progress.ts'), ...imports].flatMap((each) => ['--import', each])
  const main = shared ? ['--test-reporter', join(INSIDE, 'report.ts'), join(INSIDE, 'main.ts')] : [path]
  return { command: [process.execPath, ...flags, ...preloaded, ...main], shared }
}

function checks(): Job[] {
  // Several checkers would each look at what all files share: twice the work, while other jobs wait for the processor.
  const types = (project: string) => ['tsc', '-p', project, '--checkers', '1']
  // What runs on boats has the library of Node 20: tsconfig.onboard.json.
  return [
    ['biome', 'check', '.'],
    types('tsconfig.json'),
    types('tsconfig.onboard.json'),
    types('tsconfig.web.json'),
  ].map((command) => ({ phase: 'checks', name: command.join(' '), command, limitSeconds: LONG_LIMIT_SECONDS }))
}

/** Each file at each of these sizes by itself. */
function browser(specs: string[], sizes: (path: string) => Size[], needs: Needs): Job[] {
  if (specs.length === 0 || lacks('chromium')) return []
  return specs.flatMap((path) =>
    sizes(path).map((size) => ({
      phase: 'Chromium',
      name: `${path} (${size})`,
      command: [
        ...['playwright', 'test', '-c', 'e2e/playwright.config.ts', basename(path), `--project=${size}`],
        `--output=results/${basename(path, '.spec.ts')}-${size}`,
      ],
      needs: needs(),
      limitSeconds: LONG_LIMIT_SECONDS,
    })),
  )
}
