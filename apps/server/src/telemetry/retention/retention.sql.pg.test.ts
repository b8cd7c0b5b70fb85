import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import { makeBoat } from '../../testing/accounts/boat.ts'
import { startService } from '../../testing/service.ts'
import { removeVessels } from '../../vessels/sql.ts'
import { DAY_MS, HOUR_MS, hourOf } from '../rollups/day/time-grid.ts'
import { rollUpAll } from '../testing/roll-up-all.ts'
import { deleteReadings, startDeletingReadings } from './delete-readings-sql.ts'
import { storeWatch } from './keep-days-sql.ts'
import { ruleOf } from './purge.ts'
import { purgeAll, purgeDeleted } from './purge-all.ts'
import { archiveHours, lockArchived } from './retention-sql.ts'

const OPERATOR_DAYS = 730
const service = await startService(
  { TELEMETRY_GAP_MS: '0', TELEMETRY_KEEP_DAYS: String(OPERATOR_DAYS) },
  { inProcess: true },
)
const { client, database } = service
const owner = await service.owner()
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
// Its own passes, of which the first comes after a minute, delete nothing by age then: they take it for one that did not run for days.
await storeWatch(database.db, OPERATOR_DAYS, new Date(NOW - 7 * DAY_MS))
const iso = (ms: number) => new Date(ms).toISOString()

/** A boat with depths of these ages, days, each a batch that arrived at its time. */
async function boatWith(ages: number[]) {
  const boat = await makeBoat(client, owner)
  const of = { params: { id: boat.id } }
  const send = (age: number, value: number, key = `${age}`) =>
    client.call(contract.postTelemetry, boat.device, {
      body: { readings: [{ metric: 'depth', value, recorded_at: iso(NOW - age * DAY_MS) }] },
      headers: { 'idempotency-key': key },
    })
  for (const age of ages) await send(age, age)
  await sql`update telemetry_batch set arrived_at = last_at where vessel_id = ${boat.id}`.execute(database.db)
  return {
    id: boat.id,
    send,
    keep: (keep_days: number | null) =>
      client.call(contract.changeRetention, owner.session, { ...of, body: { keep_days } }),
    /** As if it had been set a week ago. */
    keepSince: async (keep_days: number) => {
      await client.ok(contract.changeRetention, owner.session, { ...of, body: { keep_days } })
      await sql`update vessel set telemetry_keep_from = ${new Date(NOW)} where id = ${boat.id}`.execute(database.db)
    },
    depths: async (query = {}) =>
      (await client.ok(contract.readTelemetry, owner.key, { ...of, query })).readings.map(
        ({ value }: contract.Reading) => value,
      ),
    range: (from: number, to: number): Promise<contract.TelemetryRange> =>
      client.ok(contract.readRange, owner.session, {
        ...of,
        query: { metric: 'depth', from: iso(from), to: iso(to) },
      }),
  }
}

async function purgeOld(operatorDays: number | null): Promise<number> {
  let readings = 0
  const rule = ruleOf(operatorDays, new Date(NOW + 1000))
  await purgeAll(database, rule, new AbortController().signal, async (gone) => {
    readings += gone.readings
  })
  return readings
}

test('the shorter of the owner’s and the operator’s limit holds; without either nothing goes', async () => {
  const [mine, standard] = [await boatWith([10, 99, 101, 800]), await boatWith([10, 101, 729, 731])]
  await rollUpAll(database)
  assert.equal(await purgeOld(null), 0)
  await mine.keepSince(100)
  assert.equal(await purgeOld(OPERATOR_DAYS), 3)
  assert.deepEqual(await mine.depths({ limit: 2 }), [10, 99])
  assert.deepEqual(await standard.depths({ limit: 3 }), [10, 101, 729])
  assert.equal(await purgeOld(OPERATOR_DAYS), 0, 'a second time there is nothing')
})

test('an owner sets days of at least what a batch is remembered, and at most the operator’s', async () => {
  const boat = await boatWith([])
  for (const days of [34, 731, 1.5, '100'])
    assert.equal((await boat.keep(days as number)).body.error.split(':')[0], 'invalid_request', String(days))
  const { keep_from, ...set } = (await boat.keep(35)).body.retention
  assert.deepEqual(set, { keep_days: 35, operator_days: OPERATOR_DAYS })
  assert.ok(Date.parse(keep_from) > NOW + 6 * DAY_MS)
  assert.deepEqual((await boat.keep(null)).body.retention, {
    keep_days: null,
    keep_from: null,
    operator_days: OPERATOR_DAYS,
  })
  const { vessel } = await client.ok(contract.getVessel, owner.key, { params: { id: boat.id } })
  assert.deepEqual(
    Object.keys(vessel).filter((name) => name.startsWith('telemetry')),
    [],
  )
})

test('a limit that is new or shorter takes nothing for a week, so that a mistake can be taken back', async () => {
  const boat = await boatWith([200, 10])
  await rollUpAll(database)
  const from = async (days: number | null) => Date.parse((await boat.keep(days)).body.retention.keep_from)
  await boat.keep(36)
  assert.equal(await purgeOld(null), 0)
  const first = await from(100)
  assert.equal(await from(200), first, 'a longer one waits no longer')
  await boat.keepSince(100)
  assert.ok((await from(99)) >= first, 'a shorter one waits anew')
  assert.equal(await purgeOld(null), 0)
  await boat.keep(null)
  assert.equal(await purgeOld(null), 0)
  assert.deepEqual(await boat.depths(), [10, 200])
})

test('charts show the same; those that were closer than five minutes show these; the newest reading stays', async () => {
  const boat = await boatWith([200, 199.999, 150])
  await rollUpAll(database)
  const day = [NOW - 201 * DAY_MS, NOW - 149 * DAY_MS] as const
  const before = await boat.range(...day)
  await boat.keepSince(100)
  assert.equal(await purgeOld(null), 3)
  assert.deepEqual(await boat.range(...day), before)
  const hour = await boat.range(NOW - 200 * DAY_MS - HOUR_MS, NOW - 200 * DAY_MS + HOUR_MS)
  assert.equal(hour.bucket_ms, 5 * 60_000)
  assert.deepEqual(hour.points[4], [199.999])
  assert.deepEqual(await boat.depths(), [150])
  assert.deepEqual(await boat.depths({ metric: 'depth' }), [150])
})

test('a batch that came late stays until it need not be remembered, and a repeat of it is a repeat', async () => {
  const boat = await boatWith([200, 198])
  await rollUpAll(database)
  await boat.keepSince(100)
  assert.equal(await purgeOld(null), 2)
  // A boat that was off the net: for an hour that was archived, and one that was not.
  const answers = [await boat.send(200, 7, 'late'), await boat.send(120, 8, 'later')]
  const whole = [NOW - 201 * DAY_MS, NOW - 100 * DAY_MS] as const
  const columns = async () => (await boat.range(...whole)).points
  const seen = await columns()
  assert.deepEqual(seen[1], [7, 198, 8], 'the least of each bucket')
  await rollUpAll(database)
  assert.equal(await purgeOld(null), 0)
  assert.deepEqual(await columns(), seen)
  const again = [await boat.send(200, 7, 'late'), await boat.send(120, 8, 'later')]
  assert.deepEqual(
    again.map(({ body }) => body),
    answers.map(({ body }) => body),
  )
  assert.equal((await boat.send(200, 9, 'late')).body.error, 'idempotency_key_reused')
  assert.deepEqual(await columns(), seen)
  await sql`update telemetry_batch set arrived_at = ${new Date(NOW - 36 * DAY_MS)} where vessel_id = ${boat.id}`.execute(
    database.db,
  )
  assert.equal(await purgeOld(null), 2)
  assert.deepEqual(await columns(), seen)
})

test('what is not rolled up yet does not go', async () => {
  const boat = await boatWith([200, 150])
  await boat.keepSince(100)
  assert.equal(await purgeOld(null), 0)
  await rollUpAll(database)
  await boat.send(150, 3, 'again')
  assert.equal(await purgeOld(null), 1, 'only what is before the hour that waits')
})

test('ingest waits for nothing while readings go', { skip: service.url ? false : 'one connection' }, async () => {
  const boat = await boatWith([200, 150])
  await rollUpAll(database)
  await database.db.transaction().execute(async (tx) => {
    const from = await lockArchived(tx, boat.id)
    const gone = await archiveHours(tx, boat.id, from!, hourOf(NOW - 100 * DAY_MS), new Date(NOW))
    assert.equal(gone.batches, 2)
    assert.equal((await boat.send(0, 1)).status, 202)
    assert.equal((await boat.send(200, 2, 'late')).status, 202)
  })
})

test('what a crash left of a deleted vessel goes later', async () => {
  const boat = await boatWith([1, 2])
  await rollUpAll(database)
  const left = async (db = database.db) => {
    const { rows } = await sql`
      select vessel_id from telemetry_batch where vessel_id = ${boat.id} union all
      select vessel_id from telemetry_rollup where vessel_id = ${boat.id} union all
      select vessel_id from telemetry_day where vessel_id = ${boat.id} union all
      select vessel_id from telemetry_latest where vessel_id = ${boat.id} union all
      select vessel_id from deleted_vessel`.execute(db)
    return rows.length
  }
  await database.db.transaction().execute(async (tx) => {
    await removeVessels(tx, [boat.id])
    assert.ok((await left(tx)) > 5)
  })
  await purgeDeleted(database, new AbortController().signal)
  assert.equal(await left(), 0)
})

test('the readings of a deleted vessel go on going when nobody waits for it any longer', {
  skip: !service.url
    ? 'one connection'
    : database.spread && 'the one waits for the other on a worker, where the test does not look',
}, async () => {
  const boat = await boatWith([1, 2, 3])
  const left = async () =>
    (await sql`select from telemetry_batch where vessel_id = ${boat.id}`.execute(database.db)).rows.length
  await database.db.transaction().execute(async (tx) => {
    // So that it cannot be quicker than who does not wait for it.
    await sql`select from telemetry_batch where vessel_id = ${boat.id} for update`.execute(tx)
    await database.db.transaction().execute((other) => removeVessels(other, [boat.id]))
    await startDeletingReadings(database.db, [boat.id], 0)
    assert.equal(await left(), 3, 'it was not waited for')
  })
  await until(
    async () => (await sql`select from deleted_vessel`.execute(database.db)).rows.length === 0,
    'the end of it',
  )
  assert.equal(await left(), 0)
})

test('where two processes delete the same readings none is left', {
  skip: !service.url
    ? 'one connection'
    : database.spread && 'the one waits for the other on a worker, where the test does not look',
}, async () => {
  const boat = await boatWith([1])
  // The planner then takes it for a table with hardly a row, as it does on a database that has just begun.
  await sql`analyze telemetry_batch`.execute(database.db)
  await sql`
    insert into telemetry_batch (vessel_id, connection_id, batch_key, body_hash, last_at, first_at, arrived_at, metrics, accepted, hours_applied, rejected, body)
    select vessel_id, connection_id, gen_random_uuid(), body_hash, last_at, first_at, arrived_at, metrics, accepted, hours_applied, rejected, body
    from telemetry_batch, generate_series(1, 11000) where vessel_id = ${boat.id}`.execute(database.db)
  const asFirst = Promise.withResolvers<void>()
  let isOver = false
  let waiting = 0
  const other = database.db.transaction().execute(async (tx) => {
    await sql`
      delete from telemetry_batch where (vessel_id, connection_id, batch_key) in (
        select vessel_id, connection_id, batch_key from telemetry_batch where vessel_id = ${boat.id} limit 10000)`.execute(
      tx,
    )
    asFirst.resolve()
    // Until this one waits for those rows.
    for (; waiting === 0 && !isOver; await setTimeout(20)) {
      // Within a transaction it is otherwise as it was when it was first looked at.
      await sql`select pg_stat_clear_snapshot()`.execute(tx)
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from "telemetry_batch"%'`.execute(
        tx,
      )
      waiting = rows.length
    }
  })
  await asFirst.promise
  await database.db.transaction().execute((tx) => removeVessels(tx, [boat.id]))
  const ours = deleteReadings(database.db, boat.id).finally(() => {
    isOver = true
  })
  await Promise.all([ours, other])
  assert.ok(waiting > 0)
  const left = await sql`select from telemetry_batch where vessel_id = ${boat.id}`.execute(database.db)
  assert.equal(left.rows.length, 0)
})
