import { Agent, get } from 'node:http'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { rollUpDay } from '../../apps/server/src/telemetry/rollups/roll-up.ts'
import { Client } from '../../apps/server/src/testing/client.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, temporaryFolder } from '../shared/resources.ts'
import { vacuumAndCheckpoint } from '../shared/seed.ts'
import { type SeededBoat, seedYears } from '../shared/seed-years.ts'
import { startService } from '../shared/service.ts'
import { median, percentile } from '../shared/statistics.ts'

/**
 * `npm run bench:charts`: what charts, latest values and tracks take on a boat with years of readings, how fast they are rolled up
 * and how many bytes that adds. README.md says more.
 */
const { values: options } = parseArgs({
  options: {
    years: { type: 'string', default: '5' },
    /** Of the boat that sends each 5 s. */
    days: { type: 'string', default: '3' },
    embedded: { type: 'boolean', default: false },
    /** Requests of each kind. */
    requests: { type: 'string', default: '50' },
    json: { type: 'string' },
  },
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS
const WARM_UP = 5

const RANGES = { hour: HOUR_MS, day: DAY_MS, month: 30 * DAY_MS, year: YEAR_MS, '5 years': 5 * YEAR_MS }

interface Read {
  name: string
  path: string
  /** ms at most, where there is a goal. */
  goal?: number
}

async function main(resources: AsyncDisposableStack): Promise<void> {
  const server = options.embedded ? null : await startTemporaryPostgres()
  if (server) resources.defer(() => server.stop())
  const settings = { dataDir: temporaryFolder(resources), databaseUrl: server?.url ?? null }
  console.log(machineLine({ database: server ? 'PostgreSQL' : 'embedded' }))
  const { email, cookie } = await signUp(settings)
  const database = await openDatabase(settings)
  const { id: ownerId } = await database.db
    .selectFrom('owner')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const [byMinute, often] = await seed(database, ownerId, end)
  const pending = await sizes(database)
  const rolling = await rollUpAll(database)
  await vacuumAndCheckpoint(database)
  const rolled = await sizes(database)
  // The last hour is rolled when it is over and a little later: a service always has one or two to read as they came.
  await sql`insert into telemetry_pending_rollup (vessel_id, hour) select id, ${end / HOUR_MS - 1}::integer from vessel`.execute(
    database.db,
  )
  await database.close()

  const { port } = await startService(resources, settings)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  resources.defer(() => agent.destroy())
  const reads = [...readsOf('', byMinute!, end), ...readsOf(', each 5 s', often!, end)]
  const times: Record<string, number[]> = Object.fromEntries(reads.map(({ name }) => [name, []]))
  for (let i = -WARM_UP; i < Number(options.requests); i++)
    for (const { name, path } of reads) {
      const ms = await timedGet(agent, port, path, cookie)
      if (i >= 0) times[name]!.push(ms)
    }
  printTable(
    ['read', 'median ms', '95 % ms', 'goal', ''],
    reads.map(({ name, goal }) => {
      const mid = median(times[name]!)
      const verdict = goal === undefined ? '' : mid <= goal ? 'reached' : 'MISSED'
      return [
        name,
        fixed(mid, 1),
        fixed(percentile(times[name]!, 0.95), 1),
        goal === undefined ? '–' : String(goal),
        verdict,
      ]
    }),
  )
  const readings = byMinute!.readings + often!.readings
  printTable(
    ['rolling', ''],
    [
      ['readings', whole(readings)],
      ['days of a boat a second', fixed(rolling.days / rolling.seconds, 1)],
      ['readings a second', whole(readings / rolling.seconds)],
      ['bytes a reading, batches', fixed(pending.batches / readings, 2)],
      ['bytes a reading, rollups', fixed(rolled.rollups / readings, 2)],
    ],
  )
  await writeJson(options.json, { options, readings, rolling, pending, rolled, times })
}

/** An account, and a session that outlives this process of the service: it ends before the years are stored. */
async function signUp(settings: { dataDir: string; databaseUrl: string | null }) {
  await using short = new AsyncDisposableStack()
  const { port } = await startService(short, { ...settings, env: { SIGNUPS: 'open' } })
  const { email, session } = await new Client(`http://127.0.0.1:${port}`).signUp()
  return { email, cookie: session.cookie }
}

/** A boat with twenty series each minute for years, and one whose onboard device sends them each 5 s for some days. */
async function seed(database: Database, ownerId: string, end: number): Promise<SeededBoat[]> {
  const began = performance.now()
  const kinds = [
    { everyMs: 60_000, samplesPerBatch: 10, ms: Number(options.years) * YEAR_MS },
    { everyMs: 5_000, samplesPerBatch: 1, ms: Number(options.days) * DAY_MS },
  ]
  const boats: SeededBoat[] = []
  for (const kind of kinds) boats.push(await seedYears(database, ownerId, end, kind))
  const readings = boats.reduce((sum, boat) => sum + boat.readings, 0)
  process.stderr.write(`${whole(readings)} readings stored in ${fixed((performance.now() - began) / 1000, 0)} s\n`)
  await vacuumAndCheckpoint(database)
  return boats
}

async function rollUpAll(database: Database): Promise<{ days: number; seconds: number }> {
  const began = performance.now()
  const { signal } = new AbortController()
  let days = 0
  while (await rollUpDay(database, new Date(Date.now() + DAY_MS), signal)) days++
  return { days, seconds: (performance.now() - began) / 1000 }
}

/** Bytes with indexes and TOAST. */
async function sizes({ db }: Database): Promise<{ batches: number; rollups: number }> {
  const { rows } = await sql<{ batches: string; rollups: string }>`
    select pg_total_relation_size('telemetry_batch') as batches,
      pg_total_relation_size('telemetry_rollup') + pg_total_relation_size('telemetry_latest') + pg_total_relation_size('telemetry_pending_rollup') as rollups`.execute(
    db,
  )
  return { batches: Number(rows[0]!.batches), rollups: Number(rows[0]!.rollups) }
}

function readsOf(suffix: string, { vesselId }: SeededBoat, end: number): Read[] {
  const of = (route: string, query: Record<string, string>) =>
    `/app/vessels/${vesselId}/telemetry/${route}?${new URLSearchParams(query)}`
  const iso = (ms: number) => new Date(ms).toISOString()
  const span = (ms: number, to = end) => ({ from: iso(to - ms), to: iso(to) })
  const volts = { metric: 'battery_voltage', instance: 'house' }
  const past = end - 40 * HOUR_MS
  return [
    { name: `latest${suffix}`, path: of('latest', {}), goal: 20 },
    { name: `hour, 40 h ago${suffix}`, path: of('range', { ...volts, ...span(HOUR_MS, past) }), goal: 50 },
    ...Object.entries(RANGES).map(([name, ms]) => {
      const goal = name === 'hour' ? 50 : name === '5 years' ? 100 : undefined
      return { name: name + suffix, path: of('range', { ...volts, ...span(ms) }), ...(goal && { goal }) }
    }),
    ...Object.entries(RANGES).map(([name, ms]) => ({ name: `track, ${name}${suffix}`, path: of('track', span(ms)) })),
    { name: `events, 5 years${suffix}`, path: of('events', span(5 * YEAR_MS)) },
  ]
}

/** Asks the service as the boats' owner, and tells the ms to the whole answer. */
function timedGet(agent: Agent, port: number, path: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    get({ agent, host: '127.0.0.1', port, path, headers: { cookie } }, (response) => {
      response.resume().once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - start)
        else reject(new Error(`GET ${path} was answered ${response.statusCode}`))
      })
    }).once('error', reject)
  })
}

await runBench(main)
