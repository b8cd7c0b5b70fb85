import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { figuresOf } from '../../apps/server/src/testing/figures.ts'
import { LAUNCH } from '../../e2e/chromium.ts'
import { startDemo } from '../../e2e/service.ts'
import { freePort } from '../../scripts/free-port.ts'
import { until } from '../../scripts/until.ts'
import { fixed, machineLine, printTable, writeJson } from '../shared/report.ts'
import { runBench, temporaryFolder } from '../shared/resources.ts'
import { median } from '../shared/statistics.ts'

/**
 * `npm run bench:web`: what the web app costs a phone. Lighthouse's scores (its mid-range phone on slow 4G) for the sign-in page,
 * the boats, a boat's page and its charts, and the bytes over the wire of a first visit; each visit with an empty cache, the
 * median of the rounds. This machine's processor is slowed down to that phone's by its benchmark index, as Lighthouse advises,
 * unless `--slowdown` says by how much.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    slowdown: { type: 'string' },
    json: { type: 'string' },
  },
})

const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
const FIRST_LOAD_GOAL_KB = 160
const CHARTS_BLOCKED_GOAL_MS = 200

/**
 * By how much a machine of a benchmark index is faster than a mid-range phone: Lighthouse's calculator, see its
 * docs/throttling.md. Its fixed factor of 4 is for a machine of 1,533.
 */
const SLOWDOWNS = [
  [150, 1],
  [800, 2],
  [1300, 3],
  [2000, 6],
] as const

/** Kinds of requests that are the app itself. */
const APP = ['Document', 'Script', 'Stylesheet', 'Font']

type Category = keyof typeof GOALS
const CATEGORIES = Object.keys(GOALS) as Category[]

interface Visit {
  scores: Record<Category, number>
  /** Of the app itself over the wire: page, scripts, styles, texts; without the boat's data and pictures. */
  appBytes: number
  lcpMs: number
  blockedMs: number
  /** What cost a score. */
  findings: string[]
}

interface Account {
  email: string
  password: string
}

async function main(resources: AsyncDisposableStack): Promise<void> {
  console.log(machineLine({}))
  const demo = await startDemo()
  resources.defer(() => demo.stop())
  const boat = await firstBoat(demo.url, demo)
  const pages: [string, string, Account | null][] = [
    ['sign in', '/sign-in', null],
    ['boats', '/', demo],
    ['overview', `/boats/${boat}`, demo],
    ['charts', `/boats/${boat}/charts`, demo],
  ]
  await until(() => isSummedUp(demo.url), 'the rollups of the demo')
  const slowdown = options.slowdown ? Number(options.slowdown) : await calibrate(`${demo.url}/sign-in`)
  const results = []
  for (const [name, path, account] of pages) {
    const visits: Visit[] = []
    for (let round = 0; round < Number(options.rounds); round++)
      visits.push(summary(await visit(demo.url + path, account, slowdown)))
    results.push({ name, visits })
  }
  printTable(
    ['page', ...CATEGORIES, 'LCP ms', 'blocked ms', 'app kB', ''],
    results.map(({ name, visits }) => row(name, visits)),
  )
  for (const { name, visits } of results)
    for (const finding of new Set(visits.flatMap(({ findings }) => findings))) console.log(`  ${name}: ${finding}`)
  await writeJson(options.json, results)
}

function row(name: string, visits: Visit[]): string[] {
  const middle = (figure: (visit: Visit) => number) => median(visits.map(figure))
  const scores = CATEGORIES.map((category) => middle(({ scores }) => scores[category]))
  const appKb = middle(({ appBytes }) => appBytes / 1000)
  const blocked = middle(({ blockedMs }) => blockedMs)
  const reached =
    CATEGORIES.every((category, i) => scores[i]! >= GOALS[category]) &&
    (name !== 'sign in' || appKb <= FIRST_LOAD_GOAL_KB) &&
    (name !== 'charts' || blocked < CHARTS_BLOCKED_GOAL_MS)
  const figures = [...scores, middle(({ lcpMs }) => lcpMs), blocked, appKb].map((figure) => fixed(figure, 0))
  return [name, ...figures, reached ? 'reached' : 'MISSED']
}

/** The median of three visits: one alone may meet a busy moment. */
async function calibrate(url: string): Promise<number> {
  const indexes = []
  for (let round = 0; round < 3; round++) indexes.push((await visit(url, null, 1)).environment.benchmarkIndex)
  const index = median(indexes)
  const slowdown = slowdownOf(index)
  console.log(`benchmark index ${fixed(index, 0)}: processor slowed down ${fixed(slowdown, 1)} times`)
  return slowdown
}

function slowdownOf(index: number): number {
  const above = SLOWDOWNS.findIndex(([from]) => from >= index)
  if (above <= 0) return SLOWDOWNS.at(above)![1]
  const [[low, least], [high, most]] = [SLOWDOWNS[above - 1]!, SLOWDOWNS[above]!]
  return least + ((index - low) / (high - low)) * (most - least)
}

/** Whether the service has done what a new demo leaves it to do: a boat in use has summed up its past. */
async function isSummedUp(url: string): Promise<boolean> {
  const figure = await figuresOf(url)
  return (
    figure('binnacle_rollup_days_total') > 0 &&
    figure('binnacle_rollup_backlog_hours') === 0 &&
    figure('binnacle_compaction_backlog_days') === 0
  )
}

async function firstBoat(url: string, account: Account): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: url }
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify(account),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const answer = await fetch(`${url}/v1/vessels`, { headers: { cookie } })
  const { vessels } = (await answer.json()) as { vessels: { id: string }[] }
  return vessels[0]!.id
}

/** One visit in a browser that has never seen the app; signed in without a page of it, where an account is given. */
async function visit(url: string, account: Account | null, cpuSlowdownMultiplier: number): Promise<Report> {
  await using own = new AsyncDisposableStack()
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(temporaryFolder(own), {
    ...LAUNCH,
    args: [...LAUNCH.args!, `--remote-debugging-port=${port}`],
  })
  own.defer(() => browser.close())
  const { origin } = new URL(url)
  const { email, password } = account ?? {}
  if (account)
    await browser.request.post(`${origin}/api/auth/sign-in/email`, { data: { email, password }, headers: { origin } })
  const run = await lighthouse(url, {
    ...{ port, onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' },
    throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier },
  })
  return run!.lhr
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function summary({ categories, audits }: Report): Visit {
  const { items } = Object(audits['network-requests']?.details) as {
    items: { resourceType: string; transferSize: number }[]
  }
  const app = items.filter(({ resourceType }) => APP.includes(resourceType))
  const costly = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]!.score ?? 1) < 0.9)
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, 100 * (categories[name]!.score ?? 0)]),
    ) as Visit['scores'],
    appBytes: app.reduce((sum, { transferSize }) => sum + transferSize, 0),
    lcpMs: audits['largest-contentful-paint']!.numericValue!,
    blockedMs: audits['total-blocking-time']!.numericValue!,
    findings: costly.map(({ id }) => `${id}: ${audits[id]!.displayValue ?? audits[id]!.title}`),
  }
}

await runBench(main)
