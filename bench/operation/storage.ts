import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { untimed } from '../../apps/server/src/db/untimed.ts'
import { compactAll } from '../../apps/server/src/telemetry/testing/compact-all.ts'
import { rollUpAll } from '../../apps/server/src/telemetry/testing/roll-up-all.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { makeBoats, storeBoats } from '../shared/boats.ts'
import { LIVE, storeLive, walBytes } from '../shared/live-batches.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, temporaryFolder } from '../shared/resources.ts'

/** `npm run bench:storage`: bytes of a reading before and after its hour is a block. README.md says more. */
const { values: options } = parseArgs({
  options: {
    boats: { type: 'string', default: '4' },
    hours: { type: 'string', default: '24' },
    json: { type: 'string' },
  },
})

const BOATS = Number(options.boats)
const HOURS = Number(options.hours)
const HOUR_MS = 3_600_000
const BATCHES = HOURS * LIVE.batchesAnHour
/** As Signal K gives each value a time of its own. */
const JITTER_MS = 12

const TABLES = [
  'telemetry_batch',
  'telemetry_answered',
  'telemetry_rollup',
  'telemetry_latest',
  'telemetry_day',
  'telemetry_pending_rollup',
] as const
type Sizes = Record<(typeof TABLES)[number], number>

interface Figures {
  single: Sizes
  blocks: Sizes
  /** WAL bytes. */
  ingestWal: number
  compactionWal: number
  /** What compaction alone took, s. */
  seconds: number
}

async function main(resources: AsyncDisposableStack): Promise<void> {
  console.log(machineLine({ database: 'PostgreSQL' }))
  const figures: Record<string, Figures> = {}
  for (const [name, jitter] of [
    ['one time a batch', 0],
    ['each reading its own', JITTER_MS],
  ] as const) {
    const server = await startTemporaryPostgres()
    resources.defer(() => server.stop())
    const database = await openDatabase({ dataDir: temporaryFolder(resources), databaseUrl: server.url })
    resources.defer(() => database.close())
    figures[name] = await measure(database, jitter)
  }
  const readings = BOATS * BATCHES * LIVE.readings
  const sum = (sizes: Sizes) => Object.values(sizes).reduce((a, b) => a + b, 0)
  const each = (of: (one: Figures) => string) => Object.values(figures).map(of)
  const perReading = (bytes: number) => fixed(bytes / readings, 2)
  printTable(
    ['bytes a reading, everything counted', ...Object.keys(figures)],
    [
      ['single batches', ...each(({ single }) => perReading(sum(single)))],
      ['blocks, and what repeats are known by for 35 days', ...each(({ blocks }) => perReading(sum(blocks)))],
      ['blocks, later', ...each(({ blocks }) => perReading(sum(blocks) - blocks.telemetry_answered))],
      ...TABLES.map((table) => [`of it ${table}`, ...each(({ blocks }) => perReading(blocks[table]))]),
      ['WAL bytes a batch: ingest', ...each(({ ingestWal }) => whole(ingestWal / BOATS / BATCHES))],
      ['WAL bytes a batch: compaction', ...each(({ compactionWal }) => whole(compactionWal / BOATS / BATCHES))],
      ['readings compacted a second', ...each(({ seconds }) => whole(readings / seconds))],
    ],
  )
  await writeJson(options.json, { options, readings, figures })
}

async function measure(database: Database, jitterMs: number): Promise<Figures> {
  const boats = makeBoats(BOATS)
  await storeBoats(database, boats)
  const start = Math.floor(Date.now() / HOUR_MS - HOURS - 1) * HOUR_MS
  const before = await walBytes(database)
  await storeLive(database, boats, { start, hours: HOURS, jitterMs })
  const stored = await walBytes(database)
  await rollUpAll(database)
  const single = await sizes(database)
  const rolled = await walBytes(database)
  const began = performance.now()
  await compactAll(database)
  const seconds = (performance.now() - began) / 1000
  const compacted = await walBytes(database)
  return {
    single,
    blocks: await sizes(database),
    ingestWal: stored - before,
    compactionWal: compacted - rolled,
    seconds,
  }
}

/** Without the space that was freed: what comes next fills it. */
async function sizes({ db }: Database): Promise<Sizes> {
  const found = {} as Sizes
  for (const table of TABLES) {
    await untimed(db, (own) => sql`vacuum full ${sql.table(table)}`.execute(own))
    const { rows } = await sql<{ bytes: string }>`select pg_total_relation_size(${table}) as bytes`.execute(db)
    found[table] = Number(rows[0]!.bytes)
  }
  return found
}

await runBench(main)
