import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { compactAll } from '../../apps/server/src/telemetry/testing/compact-all.ts'
import { rollUpAll } from '../../apps/server/src/telemetry/testing/roll-up-all.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { makeBoats, storeBoats } from '../shared/boats.ts'
import { LIVE, storeLive, walBytes } from '../shared/live-batches.ts'
import { JITTER_MS, makeHistory } from '../shared/made-history.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, temporaryFolder } from '../shared/resources.ts'
import { vacuumAndCheckpoint } from '../shared/seed.ts'

/** `npm run bench:history`: what a batch writes beside days of history. README.md says more. */
const { values: options } = parseArgs({
  options: {
    boats: { type: 'string', default: '40' },
    days: { type: 'string', default: '0,1,7,30' },
    json: { type: 'string' },
  },
})

const BOATS = Number(options.boats)
const DAYS = options.days.split(',').map(Number)
const HOUR_MS = 3_600_000
/** PostgreSQL's checkpoint_timeout: the first change of a page after a checkpoint writes all of it. */
const CHECKPOINT_MS = 5 * 60_000

interface Figures {
  days: number
  /** Rows of telemetry_batch at the start. */
  rows: number
  /** WAL bytes a batch, and full pages of them. */
  ingest: number
  fullPages: number
  compaction: number
  /** PostgreSQL's and the service's time for a batch, µs. */
  microseconds: number
}

async function main(resources: AsyncDisposableStack): Promise<void> {
  console.log(machineLine({ database: 'PostgreSQL' }))
  const all: Figures[] = []
  for (const days of DAYS) {
    const server = await startTemporaryPostgres()
    resources.defer(() => server.stop())
    const database = await openDatabase({ dataDir: temporaryFolder(resources), databaseUrl: server.url })
    resources.defer(() => database.close())
    all.push(await measure(database, days))
    await database.close()
    await server.stop()
  }
  const [first] = all as [Figures]
  printTable(
    ['days', 'rows', 'WAL a batch', 'times the first', 'of it full pages', 'compaction, WAL a batch', 'µs a batch'],
    all.map(({ days, rows, ingest, fullPages, compaction, microseconds }) => [
      ...[whole(days), whole(rows), whole(ingest), fixed(ingest / first.ingest, 2), whole(fullPages)],
      ...[whole(compaction), whole(microseconds)],
    ]),
  )
  await writeJson(options.json, { options, figures: all })
}

async function measure(database: Database, days: number): Promise<Figures> {
  const boats = makeBoats(BOATS)
  await storeBoats(database, boats)
  const start = Math.floor(Date.now() / HOUR_MS - 2) * HOUR_MS
  if (days > 0) await makeHistory(database, boats, start, days)
  await vacuumAndCheckpoint(database)
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from telemetry_batch`.execute(database.db)
  const before = await fullPages(database)
  const walBefore = await walBytes(database)
  let busyMs = 0
  let began = performance.now()
  await storeLive(database, boats, { start, hours: 1, jitterMs: JITTER_MS }, async (n) => {
    busyMs += performance.now() - began
    if (((n + 1) * LIVE.everyMs) % CHECKPOINT_MS === 0) await sql`checkpoint`.execute(database.db)
    began = performance.now()
  })
  const walStored = await walBytes(database)
  const pages = (await fullPages(database)) - before
  await rollUpAll(database)
  const walRolled = await walBytes(database)
  await compactAll(database)
  const compacted = await walBytes(database)
  const batches = BOATS * LIVE.batchesAnHour
  return {
    days,
    rows: rows[0]!.n,
    ingest: (walStored - walBefore) / batches,
    fullPages: (pages * 8192) / batches,
    compaction: (compacted - walRolled) / batches,
    microseconds: (1000 * busyMs) / batches,
  }
}

/** Pages that were written whole. */
async function fullPages({ db }: Database): Promise<number> {
  const { rows } = await sql<{ pages: string }>`select wal_fpi as pages from pg_stat_wal`.execute(db)
  return Number(rows[0]!.pages)
}

await runBench(main)
