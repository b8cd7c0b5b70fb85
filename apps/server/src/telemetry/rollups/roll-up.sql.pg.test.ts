import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { type Boat, insertBoats } from '../../testing/accounts/boats.ts'
import { emptyDatabase, openTestDatabase } from '../../testing/database.ts'
import { readFaults } from '../charts/events.ts'
import { readBuckets } from '../charts/range.ts'
import { rollUpAll } from '../testing/roll-up-all.ts'
import { type Sent, storeSent } from '../testing/store-sent.ts'
import { DAY_MS, HOUR_MS, hourOf, SLOT_MS } from './day/time-grid.ts'
import { backlog, claimDay, completeClaim, isPassed, release } from './pending-rollups-sql.ts'
import { rollUpDay } from './roll-up.ts'
import { pendingHours } from './rollup-sql.ts'

const { database, url, drop } = await openTestDatabase()
after(drop)
const { db } = database

const DAY = Date.parse('2026-05-14T00:00:00Z')
const LATER = new Date(Date.now() + DAY_MS)
const { signal } = new AbortController()
const series = { metric: 'depth', instance: '' } as const

const newBoat = async () => (await insertBoats(db, 1))[0]!
const depth = (at: number, value = 3, arrivedAt = at, device = 0): Sent => {
  return { device, arrivedAt, readings: [{ metric: 'depth', at, value }] }
}
const countOf = async (boat: Boat) => {
  const buckets = await readBuckets(database, boat.vesselId, series, { from: DAY, to: DAY + DAY_MS }, DAY_MS)
  return buckets.get(DAY)?.count ?? 0
}
const rowsOf = async (boat: Boat) => {
  const { rows } =
    await sql`select * from telemetry_rollup where vessel_id = ${boat.vesselId} order by metric, instance, day`.execute(
      db,
    )
  return rows
}
const waiting = (boat: Boat) => pendingHours(database, boat.vesselId, { from: DAY, to: DAY + DAY_MS })

test('an hour waits until it is over and settled, and is then rolled up with those of its day', async () => {
  const boat = await newBoat()
  const now = DAY + 10.5 * HOUR_MS
  await storeSent(database, boat, [depth(now), depth(now - DAY_MS)])
  await sql`update telemetry_pending_rollup set marked_at = ${new Date(now)} where vessel_id = ${boat.vesselId}`.execute(
    db,
  )
  const rollAfter = (minutes: number) => rollUpDay(database, new Date(now + minutes * 60_000), signal)
  assert.equal(await rollAfter(1), false, 'a batch has just come')
  assert.equal(await rollAfter(3), true, 'the hour a day ago')
  assert.equal(await rollAfter(29), false, 'this hour is not over')
  assert.equal(await rollAfter(33), true)
  assert.equal((await rowsOf(boat)).length, 2)
})

test('rolling again makes the same rows', async () => {
  const boat = await newBoat()
  await storeSent(database, boat, [depth(DAY, 1), depth(DAY + 7 * SLOT_MS, 2), depth(DAY + 5 * HOUR_MS, 1e300)])
  await rollUpAll(database)
  const rows = await rowsOf(boat)
  assert.equal(rows.length, 1)
  await sql`insert into telemetry_pending_rollup (vessel_id, hour) values (${boat.vesselId}, ${hourOf(DAY)})`.execute(
    db,
  )
  await rollUpAll(database)
  assert.deepEqual(await rowsOf(boat), rows)
})

test('a late batch marks its hours, once, and nothing while they are marked', async () => {
  const boat = await newBoat()
  await storeSent(database, boat, [depth(DAY)])
  await rollUpAll(database)
  assert.deepEqual(await waiting(boat), [])
  const late: Sent = {
    arrivedAt: DAY + 30 * DAY_MS,
    readings: [depth(DAY + HOUR_MS - 1), depth(DAY + HOUR_MS)].flatMap((sent) => sent.readings),
  }
  await storeSent(database, boat, [late])
  assert.deepEqual(await waiting(boat), [hourOf(DAY), hourOf(DAY) + 1])
  const versions = async () =>
    (
      await sql`select xmin::text from telemetry_pending_rollup where vessel_id = ${boat.vesselId} order by hour`.execute(
        db,
      )
    ).rows
  const before = await versions()
  await storeSent(database, boat, [depth(DAY + HOUR_MS, 4, DAY + 31 * DAY_MS)])
  // On a cluster it is: see ingest-on-citus.sql.
  if (!database.spread) assert.deepEqual(await versions(), before, 'the mark is not written again')
  await rollUpAll(database)
  assert.equal(await countOf(boat), 4)
})

test('a batch that comes while its hour is being rolled up is not lost: what was rolled up is not kept', async () => {
  const boat = await newBoat()
  await storeSent(database, boat, [depth(DAY)])
  const claim = (await claimDay(database, LATER))!
  await storeSent(database, boat, [depth(DAY + 1)])
  assert.equal(await db.transaction().execute((tx) => completeClaim(tx, claim)), false)
  assert.deepEqual(await waiting(boat), [hourOf(DAY)])
  await rollUpAll(database)
  assert.equal(await countOf(boat), 2)
})

test('what one process has claimed no other takes, until it is given back or ten minutes have passed', async () => {
  const boat = await newBoat()
  await storeSent(database, boat, [depth(DAY), depth(DAY + HOUR_MS)])
  const claim = (await claimDay(database, LATER))!
  assert.deepEqual(claim.hours.sort(), [hourOf(DAY), hourOf(DAY) + 1])
  assert.equal(await claimDay(database, LATER), null)
  await release(database, claim)
  const second = (await claimDay(database, LATER))!
  const takenOver = (await claimDay(database, new Date(LATER.getTime() + DAY_MS)))!
  assert.deepEqual(takenOver.hours.sort(), second.hours.sort())
  assert.equal(
    await db.transaction().execute((tx) => completeClaim(tx, second)),
    false,
    'the first may not end what is no more its own',
  )
  await release(database, takenOver)
  await rollUpAll(database)
  assert.equal(await countOf(boat), 2)
})

test('a transaction in the database of another program is not waited for', {
  skip: !url && 'the embedded database has a server of its own',
}, async () => {
  const boat = await newBoat()
  await storeSent(database, boat, [depth(DAY)])
  const { url: elsewhere, drop } = await emptyDatabase()
  const other = new pg.Client({ connectionString: elsewhere })
  await other.connect()
  try {
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    const claim = (await claimDay(database, LATER))!
    assert.equal(await isPassed(database, claim), true)
    await release(database, claim)
  } finally {
    await other.end()
    await drop()
  }
  await rollUpAll(database)
})

test('a transaction that may not have seen the claim is waited for', {
  skip: !url
    ? 'the embedded database has one connection, and so one transaction at a time'
    : database.spread && 'on a cluster the lock of the mark, which each batch writes, does it',
}, async () => {
  const boat = await newBoat()
  await storeSent(database, boat, [depth(DAY)])
  const other = new pg.Client({ connectionString: url! })
  await other.connect()
  try {
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    const claim = (await claimDay(database, LATER))!
    assert.equal(await isPassed(database, claim), false)
    await other.query('commit')
    assert.equal(await isPassed(database, claim), true)
    await release(database, claim)
  } finally {
    await other.end()
  }
  await rollUpAll(database)
})

test('a claim that was lost does not end the next one, made at the same instant', async () => {
  const boat = await newBoat()
  await storeSent(database, boat, [depth(DAY)])
  const lost = (await claimDay(database, LATER))!
  await storeSent(database, boat, [depth(DAY + 1)])
  const next = (await claimDay(database, LATER))!
  assert.equal(await db.transaction().execute((tx) => completeClaim(tx, lost)), false)
  await release(database, lost)
  assert.equal(await db.transaction().execute((tx) => completeClaim(tx, next)), true, 'the next one stands')
})

test('onboard devices that send while processes roll: every reading is there in the end, in the rollups alone', async () => {
  const boat = await newBoat()
  const ROUNDS = 25
  const send = async (device: number) => {
    for (let i = 0; i < ROUNDS; i++)
      await storeSent(database, boat, [depth(DAY + (i % 4) * HOUR_MS + i * 1000, i, DAY + DAY_MS + i, device)])
  }
  let sending = true
  const roll = async () => {
    while (sending) await rollUpDay(database, LATER, signal)
  }
  const rolling = [roll(), roll()]
  await Promise.all([send(0), send(1), send(2)])
  sending = false
  await Promise.all(rolling)
  await rollUpAll(database)
  assert.deepEqual(await waiting(boat), [])
  assert.equal(await countOf(boat), 3 * ROUNDS)
})

test('when it is told to stop it stops, and the hours wait as before', async () => {
  const boat = await newBoat()
  await storeSent(database, boat, [depth(DAY)])
  await assert.rejects(rollUpDay(database, LATER, AbortSignal.abort()), { name: 'AbortError' })
  const { rows } = await sql<{
    claimed_at: Date | null
  }>`select claimed_at from telemetry_pending_rollup where vessel_id = ${boat.vesselId}`.execute(db)
  assert.deepEqual(rows, [{ claimed_at: null }])
  assert.ok((await backlog(db, LATER)) >= 1)
  await rollUpAll(database)
  assert.equal(await backlog(db, LATER), 0)
})

test('an hour that cannot be rolled up does not hold up the others', async () => {
  const [broken, sound] = [await newBoat(), await newBoat()]
  await storeSent(database, broken, [depth(DAY + HOUR_MS)])
  await sql`update telemetry_batch set body = '{' where vessel_id = ${broken.vesselId}`.execute(db)
  await storeSent(database, sound, [depth(DAY)])
  await assert.rejects(rollUpDay(database, LATER, signal), SyntaxError)
  assert.equal(await rollUpDay(database, LATER, signal), true)
  assert.deepEqual(await waiting(sound), [])
  assert.deepEqual(await waiting(broken), [hourOf(DAY) + 1])
  await sql`delete from telemetry_pending_rollup where vessel_id = ${broken.vesselId}`.execute(db)
})

test('a text that a batch over days brings between two that a rollup took for one is heard', async () => {
  const boat = await newBoat()
  const fault = (at: number, text: string) => ({ metric: 'fault_code' as const, at, text })
  const narrow: Sent = { arrivedAt: DAY + HOUR_MS, readings: [fault(DAY, 'A'), fault(DAY + 20_000, 'A')] }
  await storeSent(database, boat, [narrow])
  await rollUpAll(database)
  const wide: Sent = {
    arrivedAt: DAY + 3 * DAY_MS,
    readings: [fault(DAY + 10_000, 'B'), fault(DAY + 2 * DAY_MS, 'none')],
  }
  await storeSent(database, boat, [wide])
  const faults = await readFaults(database, boat.vesselId, { from: DAY, to: DAY + DAY_MS })
  assert.deepEqual(
    faults.map(({ text, from, to }) => [text, from - DAY, to && to - DAY]),
    [
      ['A', 0, 10_000],
      ['B', 10_000, 20_000],
      ['A', 20_000, null],
    ],
  )
})
