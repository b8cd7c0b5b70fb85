import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { untimed } from '../../apps/server/src/db/untimed.ts'
import { readBatch } from '../../apps/server/src/telemetry/ingest/batch.ts'
import { ingest } from '../../apps/server/src/telemetry/ingest/ingest-sql.ts'
import { deleteReadings } from '../../apps/server/src/telemetry/retention/delete-readings-sql.ts'
import { ruleOf } from '../../apps/server/src/telemetry/retention/purge.ts'
import { purgeAll } from '../../apps/server/src/telemetry/retention/purge-all.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { type Boat, makeBoats, storeBoats } from '../shared/boats.ts'
import { isoTime, readingsOf, StampedText, telemetryParts } from '../shared/bodies.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, temporaryFolder } from '../shared/resources.ts'
import { percentile } from '../shared/statistics.ts'

/** `npm run bench:retention`: deleting old readings while boats send. README.md says more. */
const { values: options } = parseArgs({
  options: {
    batches: { type: 'string', default: '1000000' },
    readings: { type: 'string', default: '20' },
    /** How long the ingest alone is measured, s. */
    seconds: { type: 'string', default: '15' },
    json: { type: 'string' },
  },
})

const BOATS = 50
const EVERY_MS = 5_000
const DAY_MS = 86_400_000
const KEEP_DAYS = 365
/** Boats that send in a statement, and statements a second. */
const SENDERS = 20
const STATEMENTS_A_SECOND = 20
/**
 * On a busy machine more of them would wait for a connection until the pool gives up; the wait counts, as each is timed from when
 * it was due.
 */
const STATEMENTS_AT_ONCE = 4

async function main(resources: AsyncDisposableStack): Promise<void> {
  const server = await startTemporaryPostgres()
  resources.defer(() => server.stop())
  const database = await openDatabase({ dataDir: temporaryFolder(resources), databaseUrl: server.url })
  resources.defer(() => database.close())
  console.log(machineLine({ database: 'PostgreSQL' }))
  const boats = makeBoats(BOATS)
  await storeBoats(database, boats)
  const senders = makeSenders(boats.slice(0, SENDERS))

  const fillSeconds = await timed(() => fill(database, boats))
  await vacuum(database)
  const full = await sizes(database)
  const alone = await load(database, senders, sleep(Number(options.seconds) * 1000))
  const counted = { batches: 0, steps: 0, ms: 0 }
  const during = await load(database, senders, purgeOld(database, counted))
  const emptied = await sizes(database)
  const vacuumSeconds = await timed(() => vacuum(database))
  const vacuumed = await sizes(database)
  const refilled = await timed(() => fill(database, boats.slice(0, 1)))
  const rest = Math.floor(Number(options.batches) / BOATS)
  const deletion = await timed(() => deleteReadings(database.db, boats[0]!.vesselId))

  const billion = 1e9 / Number(options.readings)
  const perSecond = counted.batches / (counted.ms / 1000)
  printTable(
    ['deleting for age', ''],
    [
      ['batches stored, in s', `${whole(Number(options.batches))} in ${fixed(fillSeconds, 0)}`],
      ['batches that went', whole(counted.batches)],
      ['transactions', whole(counted.steps)],
      ['ms a transaction, mean', fixed(counted.ms / counted.steps, 0)],
      ['batches a second, at work', whole(perSecond)],
      ['batches a second, with the pauses', whole(perSecond / 3)],
      [`a billion readings (${whole(billion)} batches), hours`, fixed((3 * billion) / perSecond / 3600, 1)],
      ['vacuum after, s', fixed(vacuumSeconds, 1)],
      ['a vessel deleted, batches a second', whole(rest / deletion)],
    ],
  )
  printTable(
    ['ingest, ms a statement of 20 onboard devices', 'median', '99 %', 'most', 'statements'],
    Object.entries({ alone, 'while readings go': during }).map(([name, ms]) => [
      name,
      ...[0.5, 0.99, 1].map((share) => fixed(percentile(ms, share), 1)),
      whole(ms.length),
    ]),
  )
  printTable(
    ['MB of telemetry_batch', 'table and TOAST', 'indexes'],
    Object.entries({ full, 'after deleting': emptied, 'after vacuum': vacuumed }).map(([name, size]) => [
      name,
      fixed(size.table / 1e6, 0),
      fixed(size.indexes / 1e6, 0),
    ]),
  )
  await writeJson(options.json, {
    options,
    counted,
    alone,
    during,
    full,
    emptied,
    vacuumed,
    vacuumSeconds,
    deletion,
    refilled,
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

const bodyOf = (boat: number) => telemetryParts(readingsOf(boat, Number(options.readings), 1000))

const vacuum = ({ db }: Database): Promise<void> =>
  untimed(db, async (own) => void (await sql`vacuum (analyze) telemetry_batch`.execute(own)))

/** Copies of one encoded batch a boat, a batch each five seconds, from two years ago on: as old ones are, with everything rolled. */
async function fill({ db }: Database, boats: Boat[]): Promise<void> {
  const each = Math.floor(Number(options.batches) / BOATS)
  const start = new Date(Date.now() - 2 * KEEP_DAYS * DAY_MS)
  for (const [i, { vesselId, connectionId }] of boats.entries()) {
    const text = new StampedText(bodyOf(i), isoTime)
    text.stamp(start.getTime())
    const { body, metrics, accepted } = readBatch(Buffer.from(text.bytes), undefined, new Date())
    await sql`
      insert into telemetry_batch (vessel_id, connection_id, batch_key, last_at, first_at, arrived_at, metrics, accepted, hours_applied, body)
      select ${vesselId}, ${connectionId}, gen_random_uuid(), t.at, t.at - interval '1 second', t.at, ${metrics}, ${accepted}, false, ${body.toString()}
      from (select ${start}::timestamptz + n * ${EVERY_MS}::integer * interval '1 millisecond' as at from generate_series(1, ${each}::integer) n) t`.execute(
      db,
    )
  }
}

async function purgeOld(database: Database, counted: { batches: number; steps: number; ms: number }): Promise<void> {
  let began = performance.now()
  await purgeAll(database, ruleOf(KEEP_DAYS, new Date()), new AbortController().signal, async ({ batches }) => {
    const took = performance.now() - began
    counted.batches += batches
    counted.steps++
    counted.ms += took
    // As the service does: start-retention.ts.
    await sleep(2 * took)
    began = performance.now()
  })
}

interface Sender {
  hash: Buffer
  text: StampedText
}

const makeSenders = (boats: Boat[]): Sender[] =>
  boats.map(({ key }, i) => ({ hash: key.hash, text: new StampedText(bodyOf(i), isoTime) }))

/** Statements at even times until the work is done, in an open loop; what each took from when it was due, ms. */
async function load(database: Database, senders: Sender[], work: Promise<unknown>): Promise<number[]> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const took: number[] = []
  const underWay = new Set<Promise<unknown>>()
  for (let due = performance.now(); !isDone; due += 1000 / STATEMENTS_A_SECOND) {
    await sleep(Math.max(0, due - performance.now()))
    if (underWay.size === STATEMENTS_AT_ONCE) await Promise.race(underWay)
    const arrivals = senders.map(({ hash, text }) => {
      text.stamp(Date.now() - 60_000)
      return { keyHash: hash, batch: readBatch(Buffer.from(text.bytes), crypto.randomUUID(), new Date()) }
    })
    const sent: Promise<void> = ingest(database, arrivals, { gapMs: 0, enabled: true }).then(() => {
      took.push(performance.now() - due)
      underWay.delete(sent)
    })
    underWay.add(sent)
  }
  await Promise.all([done, ...underWay])
  return took
}

async function sizes({ db }: Database): Promise<{ table: number; indexes: number }> {
  const { rows } = await sql<{ table: string; indexes: string }>`
    select pg_table_size('telemetry_batch') as "table", pg_indexes_size('telemetry_batch') as indexes`.execute(db)
  return { table: Number(rows[0]!.table), indexes: Number(rows[0]!.indexes) }
}

await runBench(main)
