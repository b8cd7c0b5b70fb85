import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { type Boat, makeBoats, storeBoats } from '../shared/boats.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, temporaryFolder } from '../shared/resources.ts'
import { seedMaintenance, seedReadings, vacuumAndCheckpoint } from '../shared/seed.ts'
import { startService } from '../shared/service.ts'
import { median } from '../shared/statistics.ts'

/**
 * `npm run bench:read`: what the owner's reads take with a million stored readings and with ten times as many, side by side. Each
 * boat has grown ten times, not only their number. README.md says more.
 */
const { values: options } = parseArgs({
  options: {
    /** Stored readings of the larger database; the smaller has a tenth. */
    readings: { type: 'string', default: '10000000' },
    embedded: { type: 'boolean', default: false },
    /** Requests of each kind to each database. */
    requests: { type: 'string', default: '300' },
    json: { type: 'string' },
  },
})

const BOATS = 20
const TASKS = 12
/** Logbook entries a boat in the smaller database: more than an answer holds, so that both answers are of one size. */
const ENTRIES = 300
const WARM_UP = 30
const GOAL = 1.2

const READS = {
  'newest 200 readings': (id: string) => `/v1/vessels/${id}/telemetry`,
  'newest 200 of engine_rpm': (id: string) => `/v1/vessels/${id}/telemetry?metric=engine_rpm`,
  'newest 200 of fault_code (3 in all)': (id: string) => `/v1/vessels/${id}/telemetry?metric=fault_code`,
  vessels: () => '/v1/vessels',
  'due feed': (id: string) => `/v1/vessels/${id}/due`,
  logbook: (id: string) => `/v1/vessels/${id}/logbook`,
}

interface Side {
  readings: number
  boats: Boat[]
  /** Gives the ms from the request to the whole answer. */
  read(path: string): Promise<number>
}

async function main(resources: AsyncDisposableStack): Promise<void> {
  const large = Number(options.readings)
  const server = options.embedded ? null : await startTemporaryPostgres()
  if (server) resources.defer(() => server.stop())
  console.log(machineLine({ PostgreSQL: server && (await serverVersion(server.url)) }))
  const sides: [Side, Side] = [
    await prepare(resources, server?.url ?? null, large / 10, ENTRIES),
    await prepare(resources, server?.url ?? null, large, 10 * ENTRIES),
  ]
  const times = await measure(sides)
  const rows = Object.entries(times).map(([name, [few, many]]) => {
    const ratio = median(many) / median(few)
    return [name, fixed(median(few), 2), fixed(median(many), 2), fixed(ratio, 2), ratio <= GOAL ? 'reached' : 'MISSED']
  })
  const head = sides.map(({ readings }) => `ms at ${whole(readings)}`)
  printTable(['read', ...head, 'ratio', `at most ${GOAL}`], rows)
  await writeJson(options.json, { options, readings: sides.map(({ readings }) => readings), times })
}

/** A database with that many readings, and entries in each boat's logbook, and a service on it. */
async function prepare(
  resources: AsyncDisposableStack,
  serverUrl: string | null,
  readings: number,
  entries: number,
): Promise<Side> {
  const started = performance.now()
  const dataDir = temporaryFolder(resources)
  const databaseUrl = serverUrl && (await createDatabase(serverUrl, `readings_${readings}`))
  const database = await openDatabase({ dataDir, databaseUrl })
  const boats = makeBoats(BOATS)
  const key = await storeBoats(database, boats)
  const stored = await seedReadings(database, boats, readings)
  await seedMaintenance(database, TASKS, entries)
  await vacuumAndCheckpoint(database)
  await database.close()
  process.stderr.write(`${whole(stored)} readings stored in ${fixed((performance.now() - started) / 1000, 0)} s\n`)
  const { port } = await startService(resources, { dataDir, databaseUrl })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  resources.defer(() => agent.destroy())
  return { readings: stored, boats, read: (path) => timedGet(agent, port, path, key) }
}

/** Both databases are asked in turn, boat after boat, so that what else the machine does falls on both. */
async function measure(sides: [Side, Side]): Promise<Record<string, [number[], number[]]>> {
  const times = Object.fromEntries(Object.keys(READS).map((name) => [name, [[], []] as [number[], number[]]]))
  await sleep(1000)
  for (let i = -WARM_UP; i < Number(options.requests); i++)
    for (const [name, path] of Object.entries(READS))
      for (const which of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { boats, read } = sides[which]
        const boat = boats[(i + WARM_UP) % boats.length]!
        const ms = await read(path(boat.vesselId))
        if (i >= 0) times[name]![which].push(ms)
      }
  return times
}

function timedGet(agent: Agent, port: number, path: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    get({ agent, host: '127.0.0.1', port, path, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume().once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - start)
        else reject(new Error(`GET ${path} was answered ${response.statusCode}`))
      })
    }).once('error', reject)
  })
}

async function asAdmin<Row extends object>(serverUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function serverVersion(url: string): Promise<string> {
  const [row] = await asAdmin<{ server_version: string }>(url, 'show server_version')
  return row!.server_version
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await asAdmin(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

await runBench(main)
