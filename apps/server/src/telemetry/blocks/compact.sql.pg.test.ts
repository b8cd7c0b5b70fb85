import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { telemetryCsv } from '../../export/telemetry-csv.ts'
import { hashKey } from '../../http/values/key.ts'
import { type Boat, insertBoats } from '../../testing/accounts/boats.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { history } from '../history/history-sql.ts'
import { cursorOf, type Position, parseCursor } from '../history/position.ts'
import { readBatch } from '../ingest/batch.ts'
import { ingest, type Outcome } from '../ingest/ingest-sql.ts'
import { newestReadings } from '../read/read-sql.ts'
import { ruleOf } from '../retention/purge.ts'
import { purgeAll } from '../retention/purge-all.ts'
import { dayOf, hourOf } from '../rollups/day/time-grid.ts'
import { compactAll } from '../testing/compact-all.ts'
import { OLD_BATCHES, OLD_BLOCK } from '../testing/old-block.ts'
import { rollUpAll } from '../testing/roll-up-all.ts'
import { type Sent, storeSent } from '../testing/store-sent.ts'
import { encodeBlock } from './block.ts'
import { compactDay } from './compact.ts'
import { hoursOf, Overtaken, type Row, replaceByBlocks, rowsOf as rowsOfHour } from './compact-sql.ts'
import { batchesOf } from './stored-row.ts'

const { database, drop } = await openTestDatabase()
after(drop)
const { db } = database

const START = Date.parse('2026-05-14T10:00:00Z')
const DAY_MS = 86_400_000
const newBoat = async () => (await insertBoats(db, 1))[0]!
const depth = (at: number, value: number, arrivedAt = at + 700): Sent => ({
  arrivedAt,
  readings: [
    { metric: 'depth', at, value },
    { metric: 'battery_voltage', instance: 'house', at: at - 12, value: value / 10 },
    { metric: 'fault_code', at, text: value % 2 ? 'none' : 'P0118' },
  ],
})
/** Two hours, a batch each half minute. */
const TWO_HOURS = Array.from({ length: 240 }, (_, n) => depth(START + n * 30_000, n))

interface Rows {
  rows: number
  blocks: number
  readings: number | null
  answered: number
}
async function rowsOf({ vesselId }: Boat): Promise<Rows> {
  const { rows } = await sql<Rows>`
    select count(*)::integer as rows, count(block)::integer as blocks, sum(accepted)::integer as readings,
      (select coalesce(sum(octet_length(batches) / mark_bytes), 0)::integer from telemetry_answered where vessel_id = ${vesselId}) as answered
    from telemetry_batch where vessel_id = ${vesselId}`.execute(db)
  return rows[0]!
}

async function viewOf({ vesselId }: Boat) {
  const { rows } = await sql<Record<string, string>>`
    select connection_id, metric, value::text, text_value, unit, instance, recorded_at::text, arrived_at::text from reading
    where vessel_id = ${vesselId} order by recorded_at, metric, arrived_at, instance, value, unit, text_value`.execute(
    db,
  )
  return rows
}

async function historyOf({ vesselId }: Boat) {
  const part = { vesselId, from: -Infinity, to: Infinity, order: 'asc', metric: null, after: null } as const
  const all: unknown[] = []
  for await (const some of history(database, part))
    all.push(...some.map(({ at, arrived, reading }) => ({ at, arrived, reading })))
  return JSON.stringify(all)
}

async function exportOf({ vesselId }: Boat) {
  let all = ''
  for await (const some of (await telemetryCsv(database, vesselId, 2026))!) all += some
  return all
}

test('finished hours become blocks; the view, the history and the newest readings stay the same', async () => {
  const boat = await newBoat()
  await storeSent(database, boat, TWO_HOURS)
  const before = [
    await viewOf(boat),
    await historyOf(boat),
    JSON.stringify(await newestReadings(database, boat.vesselId, 500, null)),
  ]
  await compactAll(database)
  assert.deepEqual(
    await rowsOf(boat),
    { rows: 240, blocks: 0, readings: 720, answered: 0 },
    'not before they are rolled up',
  )
  await rollUpAll(database)
  await compactAll(database, new Date(START + DAY_MS))
  assert.deepEqual(await rowsOf(boat), { rows: 2, blocks: 2, readings: 720, answered: 240 })
  const then = [
    await viewOf(boat),
    await historyOf(boat),
    JSON.stringify(await newestReadings(database, boat.vesselId, 500, null)),
  ]
  assert.deepEqual(then, before)
})

test('what becomes a block between two pages of the newest readings is neither missed nor there twice', async () => {
  const boat = await newBoat()
  await storeSent(database, boat, TWO_HOURS)
  await rollUpAll(database)
  const before = await newestReadings(database, boat.vesselId, 500, null)
  let pages = 0
  const compactedMeanwhile: Database = {
    ...database,
    async prepared(...statement) {
      const rows = await database.prepared(...statement)
      if (++pages === 1) await compactAll(database)
      return rows as never[]
    },
  }
  const newest = await newestReadings(compactedMeanwhile, boat.vesselId, 500, null)
  assert.equal(JSON.stringify(newest), JSON.stringify(before))
  assert.equal((await rowsOf(boat)).blocks, 2)
})

test('a page that ends between two readings of one time goes on behind it, though they are in a block by then', async () => {
  const boat = await newBoat()
  await storeSent(database, boat, TWO_HOURS)
  await rollUpAll(database)
  const part = { vesselId: boat.vesselId, from: START, to: Infinity, order: 'asc', metric: null } as const
  const entriesOf = async (after: Position | null) =>
    (await Array.fromAsync(history(database, { ...part, after }))).flat()
  const all = (await entriesOf(null)).map(({ reading }) => reading)
  const [first] = await entriesOf(null)
  await compactAll(database)
  const rest = (await entriesOf(parseCursor(cursorOf(first!)))).map(({ reading }) => reading)
  assert.equal(JSON.stringify([first!.reading, ...rest]), JSON.stringify(all))
})

const NO_GAP = { gapMs: 0, enabled: true }

async function send({ deviceKey }: Boat, body: string, at: number, key = 'one') {
  const batch = readBatch(Buffer.from(body), key, new Date(at))
  return (await ingest(database, [{ keyHash: hashKey(deviceKey), batch }], NO_GAP))[0]!
}

const HOURS_AND_DEPTH = `{"readings":[{"metric":"engine_hours","value":12,"unit":"h","recorded_at":"${new Date(START).toISOString()}"},{"metric":"depth","value":"deep"}]}`

test('a batch in a block is known: a repeat has the first answer and stores nothing, another body with its key is refused', async () => {
  const boat = await newBoat()
  const first = await send(boat, HOURS_AND_DEPTH, START + 1000)
  assert.deepEqual(
    [first.outcome, first.accepted, first.rejected?.length, first.hours_applied],
    ['accepted', 1, 1, true],
  )
  await send(boat, HOURS_AND_DEPTH, START + 6000, 'two')
  await rollUpAll(database)
  await compactAll(database, new Date(START + DAY_MS))
  assert.deepEqual(await rowsOf(boat), { rows: 1, blocks: 1, readings: 2, answered: 2 })
  const before = await historyOf(boat)
  assert.deepEqual(await send(boat, HOURS_AND_DEPTH, START + 34 * DAY_MS), {
    ...first,
    outcome: 'repeat',
    wait_ms: null,
  })
  const other = await send(boat, HOURS_AND_DEPTH.replace('12', '13'), START + 35 * DAY_MS)
  assert.equal(other.outcome, 'idempotency_key_reused')
  assert.equal(await historyOf(boat), before)
})

test('in an hour that was compacted before migration 0037 each batch is known by 12 bytes, one that arrives later too', async () => {
  const boat = await newBoat()
  const first = await send(boat, HOURS_AND_DEPTH, START + 1000)
  await sql`
    insert into telemetry_answered (vessel_id, connection_id, hour, day, mark_bytes, batches, applied)
    select vessel_id, connection_id, ${hourOf(START)}::integer, ${dayOf(START)}::integer, 12,
      substring(uuid_send(batch_key) from 1 for 8) || substring(uuid_send(body_hash) from 1 for 4), substring(uuid_send(batch_key) from 1 for 8)
    from telemetry_batch where vessel_id = ${boat.vesselId}`.execute(db)
  await sql`delete from telemetry_batch where vessel_id = ${boat.vesselId}`.execute(db)
  const late = HOURS_AND_DEPTH.replace('12', '14')
  const answers = [first]
  for (const key of ['two', 'three']) answers.push(await send(boat, late, START + 5000, key))
  await rollUpAll(database)
  await compactAll(database, new Date(START + DAY_MS))
  assert.deepEqual(await rowsOf(boat), { rows: 1, blocks: 1, readings: 2, answered: 3 })
  const then = START + 34 * DAY_MS
  const repeats = [
    await send(boat, HOURS_AND_DEPTH, then),
    await send(boat, late, then, 'two'),
    await send(boat, late, then, 'three'),
  ]
  assert.deepEqual(
    repeats,
    answers.map((answer) => ({ ...answer, outcome: 'repeat', wait_ms: null })),
  )
  for (const key of ['one', 'two'])
    assert.equal((await send(boat, HOURS_AND_DEPTH.replace('12', '13'), then, key)).outcome, 'idempotency_key_reused')
})

test('batches of which every reading was rejected stay as they are', async () => {
  const boat = await newBoat()
  for (const n of [0, 1]) {
    const batch = readBatch(
      Buffer.from('{"readings":[{"metric":"no such thing","value":1}]}'),
      `key ${n}`,
      new Date(START + n * 5000),
    )
    await ingest(database, [{ keyHash: hashKey(boat.deviceKey), batch }], NO_GAP)
  }
  await rollUpAll(database)
  await compactAll(database, new Date(START + DAY_MS))
  assert.deepEqual(await rowsOf(boat), { rows: 2, blocks: 0, readings: 0, answered: 0 })
})

test('a repeat of any batch is known before and after it is in a block, however late it comes', async () => {
  const HOUR_MS = 3_600_000
  const reading = fc.record({
    metric: fc.constantFrom('engine_hours', 'depth', 'no such thing'),
    value: fc.integer({ min: 1, max: 9 }),
    // From before, from the same hour ahead, from hours ahead, or without a time.
    at: fc.constantFrom(-5 * HOUR_MS, -700, 2_000, 50 * 60_000, 3 * HOUR_MS, null),
  })
  const sending = fc.record({
    isNamed: fc.boolean(),
    readings: fc.array(reading, { minLength: 1, maxLength: 3 }),
    after: fc.integer({ min: 0, max: 15 * 60_000 }),
    again: fc.integer({ min: 1, max: 34 * DAY_MS }),
  })
  let inBlocks = 0
  await fc.assert(
    fc.asyncProperty(fc.array(sending, { minLength: 4, maxLength: 12 }), async (sendings) => {
      const boat = await newBoat()
      const send = async (body: Buffer, name: string | null, at: number) => {
        const batch = readBatch(body, name ?? undefined, new Date(at))
        return (await ingest(database, [{ keyHash: hashKey(boat.deviceKey), batch }], NO_GAP))[0]!
      }
      let now = START
      const sent: { body: Buffer; name: string | null; again: number; isKnown: boolean; first: Outcome }[] = []
      for (const { isNamed, readings, after, again } of sendings) {
        const name = isNamed ? `batch ${sent.length}` : null
        now += after + 1
        const timed = readings.map(({ at, ...rest }) => ({
          ...rest,
          unit: rest.metric === 'engine_hours' ? 'h' : undefined,
          ...(at !== null && { recorded_at: new Date(now + at).toISOString() }),
        }))
        const body = Buffer.from(JSON.stringify({ readings: timed }))
        const first = await send(body, name, now)
        sent.push({ body, name, again, isKnown: name !== null || readings.every(({ at }) => at !== null), first })
      }
      await rollUpAll(database)
      await compactAll(database, new Date(now + 6 * HOUR_MS))
      const { blocks, answered } = await rowsOf(boat)
      inBlocks += blocks && answered
      const before = await historyOf(boat)
      for (const { body, name, again, isKnown, first } of sent)
        if (isKnown)
          assert.deepEqual(await send(body, name, now + again), { ...first, outcome: 'repeat', wait_ms: null })
      assert.equal(await historyOf(boat), before)
    }),
    { numRuns: 25 },
  )
  assert.ok(inBlocks > 0, 'some were in blocks')
})

test('a device whose clock stands still has no more than some thousand batches of an hour in blocks', async () => {
  const boat = await newBoat()
  await storeSent(database, boat, TWO_HOURS.slice(0, 10))
  await rollUpAll(database)
  await sql`
    insert into telemetry_answered (vessel_id, connection_id, hour, day, batches, applied)
    select distinct vessel_id, connection_id, ${hourOf(START)}::integer, 20000, decode(repeat('00', 65536), 'hex'), ''::bytea
    from telemetry_batch where vessel_id = ${boat.vesselId}`.execute(db)
  await compactAll(database, new Date(START + DAY_MS))
  assert.equal((await rowsOf(boat)).blocks, 0)
})

test('a row that cannot be read keeps no other hour and no other boat waiting', async () => {
  const [broken, whole] = [await newBoat(), await newBoat()]
  for (const boat of [broken, whole]) await storeSent(database, boat, TWO_HOURS)
  await rollUpAll(database)
  const key = sql`select batch_key from telemetry_batch where vessel_id = ${broken.vesselId} order by last_at limit 1`
  await sql`update telemetry_batch set body = '{}' where batch_key = (${key})`.execute(db)
  const now = new Date(START + DAY_MS)
  const { signal } = new AbortController()
  let failures = 0
  for (let went = true; went; )
    went = await compactDay(database, now, signal).catch(() => {
      failures++
      return true
    })
  assert.equal(failures, 1)
  assert.deepEqual([(await rowsOf(broken)).blocks, (await rowsOf(whole)).blocks], [1, 2])
  await sql`delete from telemetry_batch where batch_key = (${key}) and vessel_id = ${broken.vesselId}`.execute(db)
  await compactAll(database, new Date(now.getTime() + 2 * DAY_MS))
  assert.equal((await rowsOf(broken)).blocks, 2)
})

test('the export has every batch over more than a day, however many there are', async () => {
  const boat = await newBoat()
  const body =
    '{"series":[["depth",null,null]],"of":[0,0],"times":["2025-01-01T00:00:00Z"],"at":[0,null],"value":[1,2]}'
  await sql`
    insert into telemetry_batch (vessel_id, connection_id, batch_key, first_at, last_at, arrived_at, metrics, accepted, hours_applied, body)
    select ${boat.vesselId}::uuid, ${boat.connectionId}::uuid, gen_random_uuid(), '2025-01-01', t.at, t.at, 65536, 2, false, ${body}
    from (select timestamptz '2026-02-01' + n * interval '1 minute' as at from generate_series(1, 2100) n) t`.execute(
    db,
  )
  assert.equal((await exportOf(boat)).trimEnd().split('\r\n').length, 1 + 2 * 2100)
})

test('batches in blocks are known for 35 days, and those of a removed connection no longer', async () => {
  const [silent, removed] = [await newBoat(), await newBoat()]
  for (const boat of [silent, removed]) await storeSent(database, boat, TWO_HOURS)
  await rollUpAll(database)
  await compactAll(database, new Date(START + DAY_MS))
  const known = async () => [(await rowsOf(silent)).answered, (await rowsOf(removed)).answered]
  const forget = (at: number) =>
    purgeAll(database, ruleOf(null, new Date(at)), new AbortController().signal, async () => {})
  await forget(START + 35 * DAY_MS)
  assert.deepEqual(await known(), [240, 240])
  await sql`delete from connection where vessel_id = ${removed.vesselId}`.execute(db)
  await forget(START + 35 * DAY_MS)
  assert.deepEqual(await known(), [240, 0])
  await forget(START + 37 * DAY_MS)
  assert.deepEqual(await known(), [0, 0])
  for (const boat of [silent, removed]) assert.equal((await rowsOf(boat)).readings, 720, 'its readings stay')
})

test('what comes late finds its block, also from another device, and all is in the order of its times', async () => {
  const boat = await newBoat()
  const [odd, even] = [1, 0].map((rest) => TWO_HOURS.filter((_, n) => n % 2 === rest))
  const late = even!.map((sent) => ({ ...sent, arrivedAt: sent.arrivedAt + DAY_MS }))
  const other: Sent[] = [{ ...depth(START + 60_000, 999), device: 1 }]
  for (const part of [odd!, late, other]) {
    await storeSent(database, boat, part)
    await rollUpAll(database)
    await compactAll(database, new Date(START + 2 * DAY_MS))
  }
  assert.deepEqual(
    await rowsOf(boat),
    { rows: 3, blocks: 2, readings: 723, answered: 240 },
    'a single batch stays as it is',
  )
  const plain = await newBoat()
  await storeSent(database, plain, [...odd!, ...late, ...other])
  assert.equal(await historyOf(boat), await historyOf(plain))
})

test('batches of which one is archived or deleted while a block is made of them stay as they are, and those of a boat that has gone', async () => {
  for (const meanwhile of [
    ({ batch_key, first_at }: Row) =>
      sql`update telemetry_batch set first_at = ${new Date(first_at.getTime() + 1)} where batch_key = ${batch_key}`,
    ({ batch_key }: Row) => sql`delete from telemetry_batch where batch_key = ${batch_key}`,
    (_: Row, { vesselId }: Boat) => sql`delete from vessel where id = ${vesselId}`,
  ]) {
    const boat = await newBoat()
    await storeSent(database, boat, TWO_HOURS)
    await rollUpAll(database)
    const [hour] = await hoursOf(db, boat.vesselId, dayOf(START))
    assert.ok(hour)
    const rows = await rowsOfHour(db, hour, 1000)
    await meanwhile(rows[7]!, boat).execute(db)
    const before = await rowsOf(boat)
    const block = { ...encodeBlock(batchesOf(rows[0]!)), ...rows[0]! }
    const { first_at, last_at, arrived_at, metrics, accepted, body } = block
    const blocks = [{ first_at, last_at, arrived_at, metrics, accepted, body, block: Buffer.from([0]) }]
    await assert.rejects(
      inTransaction(db, (tx) => replaceByBlocks(tx, hour, rows, rows, { markBytes: 9, bytes: 0 }, blocks)),
      Overtaken,
    )
    assert.deepEqual(await rowsOf(boat), before)
  }
})

test('every reading that the service takes is the same in the view, the export and the history once it is in a block', async () => {
  const digits = fc.constantFrom('1', '-0.50', '1e2', '12.3499999999999999999', '0.10', '1E-7', '-0', '7.25', '7.5')
  const time = fc.constantFrom(
    '2026-05-14T10:00:00Z',
    '2026-05-14T12:00:01.5+02:00',
    '2026-05-14T10:00:00.123456Z',
    '2026-05-14T10:00:02.007Z',
    null,
  )
  const reading = fc.record({
    metric: fc.constantFrom('depth', 'fault_code', 'battery_voltage'),
    digits: fc.option(digits, { freq: 5 }),
    text: fc.option(fc.constantFrom('none', 'P0118', '"quoted" \\ ü')),
    unit: fc.constantFrom(undefined, 'm'),
    instance: fc.constantFrom(undefined, '=house'),
    time,
  })
  let blocks = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(reading, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 5 }),
      async (batches) => {
        const boat = await newBoat()
        for (const [n, readings] of batches.entries()) {
          const parts = readings.map(({ digits, text, time, ...rest }) => {
            const value = digits ?? (text === null ? '3' : null)
            const fields = JSON.stringify({
              ...rest,
              ...(text !== null && { text_value: text }),
              ...(time && { recorded_at: time }),
            })
            return value === null ? fields : `${fields.slice(0, -1)},"value":${value}}`
          })
          const batch = readBatch(Buffer.from(`{"readings":[${parts}]}`), randomUUID(), new Date(START + n * 7001))
          await ingest(database, [{ keyHash: hashKey(boat.deviceKey), batch }], NO_GAP)
        }
        const before = [await viewOf(boat), await historyOf(boat), await exportOf(boat)]
        await rollUpAll(database)
        await compactAll(database)
        blocks += (await rowsOf(boat)).blocks
        assert.deepEqual([await viewOf(boat), await historyOf(boat), await exportOf(boat)], before)
      },
    ),
    { numRuns: 25 },
  )
  assert.ok(blocks > 0, 'how many is chance')
})

test('a block of an older version is read by the view as it was, and so it is once a late batch has found its place in it', async () => {
  const boat = await newBoat()
  const rows = OLD_BATCHES.flatMap(([arrived, , ...readings]) =>
    readings.map((reading) => [arrived, ...reading] as const),
  )
  await db
    .insertInto('telemetry_batch')
    .values({
      ...OLD_BLOCK,
      vessel_id: boat.vesselId,
      connection_id: boat.connectionId,
      batch_key: randomUUID(),
      body_hash: null,
      first_at: new Date('2026-05-01T10:00:00.003Z'),
      last_at: new Date('2026-05-01T10:00:10.700Z'),
      arrived_at: new Date('2026-05-01T10:00:10.700Z'),
      metrics: 0,
      accepted: rows.length,
      hours_applied: false,
      rejected: null,
    })
    .execute()
  const { rows: expected } = await sql<Record<string, string>>`
    select ${boat.connectionId} as connection_id, metric, nullif(value, 'null')::numeric::text as value, text_value, unit, instance,
      coalesce(recorded_at::timestamptz, arrived_at::timestamptz)::text as recorded_at, arrived_at::timestamptz::text as arrived_at
    from jsonb_to_recordset(${JSON.stringify(
      rows.map(([arrived_at, metric, value, text_value, unit, instance, recorded_at]) => ({
        ...{ arrived_at, metric, value, text_value, unit, instance, recorded_at },
      })),
    )}::jsonb) r(arrived_at text, metric text, value text, text_value text, unit text, instance text, recorded_at text)
    order by r.recorded_at::timestamptz, metric`.execute(db)
  const sorted = (found: Record<string, string>[]) => found.map((row) => JSON.stringify(row)).sort()
  assert.deepEqual(sorted(await viewOf(boat)), sorted(expected))
  const late = '{"readings":[{"metric":"depth","value":3,"recorded_at":"2026-05-01T10:20:00.000Z"}]}'
  const batch = readBatch(Buffer.from(late), randomUUID(), new Date('2026-05-01T10:21:00Z'))
  await ingest(database, [{ keyHash: hashKey(boat.deviceKey), batch }], NO_GAP)
  const before = await viewOf(boat)
  await rollUpAll(database)
  await compactAll(database)
  assert.deepEqual(await rowsOf(boat), { rows: 1, blocks: 1, readings: rows.length + 1, answered: 0 })
  assert.deepEqual(await viewOf(boat), before)
  assert.equal(before.length, rows.length + 1)
})

test('an hour with more readings than a block holds has several, and the same answers', async () => {
  const boat = await newBoat()
  const full = Array.from({ length: 320 }, (_, n) => ({
    arrivedAt: START + n * 5_000,
    readings: Array.from({ length: 100 }, (_, i) => ({
      metric: 'depth' as const,
      at: START + n * 5_000 - i,
      value: n + i / 100,
    })),
  }))
  await storeSent(database, boat, full)
  const before = await historyOf(boat)
  await rollUpAll(database)
  await compactAll(database)
  assert.deepEqual(await rowsOf(boat), { rows: 5, blocks: 5, readings: 32_000, answered: 0 })
  assert.equal(await historyOf(boat), before)
})
