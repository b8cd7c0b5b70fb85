import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import type { Database } from '../../db/database.ts'
import { Metrics } from '../../service/metrics.ts'
import { readBatch } from '../../telemetry/ingest/batch.ts'
import { ingest } from '../../telemetry/ingest/ingest-sql.ts'
import { countPrepared } from '../../testing/count-prepared.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { MAX_INSTANCES, MAX_MACHINES } from './boat.ts'
import { MAX_WAITING, noteJudged } from './judge-sql.ts'
import { startJudge } from './start-judge.ts'

test('what waited is judged, though each boat sends again at once and more of them wait than are read at a time', async (t) => {
  const { database, drop } = await openTestDatabase()
  const { db } = database
  const app = Fastify()
  t.after(() => app.close().then(drop))
  const owner = randomUUID()
  await sql`insert into owner (id, name, email, plan) values (${owner}, 'Ada', 'ada@example.org', 'free')`.execute(db)
  await sql`
    with boat as (
      insert into vessel (id, owner_id, name, vessel_type) select gen_random_uuid(), ${owner}, 'Boat ' || n, 'sail' from generate_series(1, ${MAX_WAITING + 1}::int) n returning id
    )
    insert into connection (vessel_id, id, provider, config, key_hash, key_prefix, unjudged_from, unjudged_to)
    select id, gen_random_uuid(), 'generic', '{}', decode(replace(id::text, '-', ''), 'hex'), '', now(), now() from boat`.execute(
    db,
  )
  await sql`
    create function send_again() returns trigger language plpgsql as
    $$ begin new.unjudged_from = old.unjudged_from; new.unjudged_to = old.unjudged_to; return new; end $$`.execute(db)
  await sql`
    create trigger send_again before update on connection for each row when (new.unjudged_from is null) execute function send_again()`.execute(
    db,
  )
  const judge = startJudge(app, database, new Metrics(), { changed: () => {}, ingestIsBehind: () => false })
  const before = judge.doneAt()
  await app.listen({ host: '127.0.0.1', port: 0 })
  await until(() => judge.doneAt() > before, 'the end of a round')
})

const KEY = hash('sha256', 'a key', 'buffer')
const START = Date.UTC(2026, 5, 1)
const OLD = Date.parse('0001-01-01T00:00:00Z')

/** A boat with one rule: alarm when there is water in the bilge. */
async function makeBoat({ db }: Database, vessel: string = randomUUID(), key = KEY): Promise<string> {
  const owner = randomUUID()
  await sql`insert into owner (id, name, email, plan) values (${owner}, 'Ada', ${`${owner}@example.org`}, 'free')`.execute(
    db,
  )
  await sql`insert into vessel (id, owner_id, name, vessel_type) values (${vessel}, ${owner}, 'Tern', 'sail')`.execute(
    db,
  )
  await sql`
    insert into connection (vessel_id, id, provider, config, key_hash, key_prefix)
    values (${vessel}, gen_random_uuid(), 'generic', '{}', ${key}, '')`.execute(db)
  await sql`
    insert into alarm_rule (vessel_id, id, kind, metric, "limit") values (${vessel}, gen_random_uuid(), 'above', 'bilge_water', 0.5)`.execute(
    db,
  )
  return vessel
}

/** The batch that a boat sends after so many times five seconds. */
async function store(database: Database, number: number, water: number, keyHash = KEY, instances = ['']) {
  const at = new Date(START + number * 5_000)
  const common = { metric: 'bilge_water', value: water, recorded_at: at.toISOString() }
  const readings = instances.map((instance) => ({ ...common, instance }))
  const arrival = { keyHash, batch: readBatch(Buffer.from(JSON.stringify({ readings })), undefined, at) }
  const [stored] = await ingest(database, [arrival], { gapMs: 1, enabled: true })
  assert.equal(stored!.outcome, 'accepted')
  return [arrival, stored!.wait_ms === null ? null : 1 - stored!.wait_ms] as const
}

async function markOf({ db }: Database, vessel?: string): Promise<{ batches: number; version: number }> {
  const { rows } = await sql<{ batches: number; version: number }>`
    select c.unjudged_batches as batches, coalesce(j.version, 0) as version
    from connection c left join alarm_judged j on j.vessel_id = c.vessel_id
    where ${vessel ?? null}::uuid is null or c.vessel_id = ${vessel ?? null}`.execute(db)
  return rows[0]!
}

async function startTestJudge(t: TestContext, database: Database, ingestIsBehind = () => false) {
  const app = Fastify()
  const changed: string[] = []
  const metrics = new Metrics()
  const judge = startJudge(app, database, metrics, {
    changed: (vesselId) => changed.push(vesselId),
    ingestIsBehind,
  })
  t.after(() => app.close())
  const began = judge.doneAt()
  await app.listen({ host: '127.0.0.1', port: 0 })
  await until(() => judge.doneAt() > began, 'the end of the first round')
  return { app, judge, changed }
}

/** Longer than any of these takes, and far fewer than one for each day of two thousand years. */
const MANY_STATEMENTS = 500

for (const [what, batches] of [
  ['together with a reading of now', [[OLD, START]]],
  ['after a reading of now', [[START], [OLD]]],
] as const)
  test(`a reading of the first year that there is, ${what}, is judged with few statements`, async (t) => {
    const { database, drop } = await openTestDatabase()
    const vessel = await makeBoat(database)
    const counted = countPrepared(database)
    const { judge, changed } = await startTestJudge(t, counted.database)
    t.after(drop)
    for (const [i, times] of batches.entries()) {
      const readings = times.map((at) => ({
        metric: 'bilge_water',
        // The water of the first year is there until now.
        value: at === OLD ? 1 : 0,
        recorded_at: new Date(at).toISOString(),
      }))
      const arrival = {
        keyHash: KEY,
        batch: readBatch(Buffer.from(JSON.stringify({ readings })), undefined, new Date(START + i * 1000)),
      }
      const [stored] = await ingest(database, [arrival], { gapMs: 1, enabled: true })
      assert.equal(stored!.outcome, 'accepted')
      counted.statements = 0
      judge.wake(arrival, null)
      await until(
        async () => counted.statements > MANY_STATEMENTS || (await markOf(database)).batches === 0,
        'the judgement',
      )
      assert.ok(counted.statements <= MANY_STATEMENTS, `${counted.statements} statements`)
    }
    const { rows } = await sql<{ began: number; ended: number }>`
      select extract(epoch from began_at)::float8 * 1000 as began, extract(epoch from ended_at)::float8 * 1000 as ended from alarm`.execute(
      database.db,
    )
    assert.deepEqual([changed, rows], [[vessel], [{ began: OLD, ended: START }]])
  })

// Each has a database of its own, and waits some seconds until nothing more seems to come.
describe('judged from memory', { concurrency: true }, () => {
  test('batches that change no alarm are judged without a write; what was not noted, the next process judges', async (t) => {
    const { database, drop } = await openTestDatabase()
    const vessel = await makeBoat(database)
    const { app, judge, changed } = await startTestJudge(t, database)
    t.after(drop)
    judge.wake(...(await store(database, 0, 0)))
    await until(async () => (await markOf(database)).batches === 0, 'the first judgement')
    const { version } = await markOf(database)
    // All at once: after a few quiet seconds it would note what it has judged by then.
    const arrivals: Awaited<ReturnType<typeof store>>[] = []
    for (let i = 1; i <= 5; i++) arrivals.push(await store(database, i, i < 5 ? 0 : 1))
    for (const arrival of arrivals) judge.wake(...arrival)
    await until(() => changed.length > 0, 'the alarm')
    // Of the four quiet ones and the one with water: one judgement that was written.
    assert.deepEqual(await markOf(database), { batches: 0, version: version + 1 })
    judge.wake(...(await store(database, 6, 1)))
    await app.close()
    assert.deepEqual(await markOf(database), { batches: 1, version: version + 1 })
    const next = await startTestJudge(t, database)
    assert.deepEqual(await markOf(database), { batches: 0, version: version + 2 })
    assert.deepEqual([changed, next.changed], [[vessel], []])
  })

  test('what a process did not store is judged, though it judges the vessel from memory', async (t) => {
    const { database, drop } = await openTestDatabase()
    await makeBoat(database)
    const { judge, changed } = await startTestJudge(t, database)
    t.after(drop)
    judge.wake(...(await store(database, 0, 0)))
    await until(async () => (await markOf(database)).batches === 0, 'the first judgement')
    // By another process, which ended before it judged it.
    await store(database, 1, 1)
    judge.wake(...(await store(database, 2, 0)))
    await sql`update connection set unjudged_since = now() - interval '1 hour'`.execute(database.db)
    judge.look()
    await until(() => changed.length > 0, 'the alarm')
    assert.equal((await markOf(database)).batches, 0)
  })

  test('a boat that sends to two processes in turn is judged by what both of them stored', async (t) => {
    const { database, drop } = await openTestDatabase()
    await makeBoat(database)
    const [one, other] = [await startTestJudge(t, database), await startTestJudge(t, database)]
    t.after(drop)
    const judged = () => until(async () => (await markOf(database)).batches === 0, 'the judgement')
    one.judge.wake(...(await store(database, 0, 0)))
    await judged()
    other.judge.wake(...(await store(database, 1, 1)))
    await until(() => other.changed.length === 1, 'the beginning')
    // The first one does not know of the water.
    one.judge.wake(...(await store(database, 2, 0)))
    await until(() => one.changed.length === 1, 'the end')
  })

  test('while the ingest is behind, a boat that is known is judged before one that is not, which is judged all the same', async (t) => {
    const { database, drop } = await openTestDatabase()
    const otherKey = hash('sha256', 'another key', 'buffer')
    // In the order of their ids the other one would come first.
    const known = await makeBoat(database, 'ffffffff-ffff-4fff-bfff-ffffffffffff')
    const other = await makeBoat(database, '00000000-0000-4000-a000-000000000000', otherKey)
    const { judge, changed } = await startTestJudge(t, database, () => true)
    t.after(drop)
    judge.wake(...(await store(database, 0, 0)))
    await until(async () => (await markOf(database, known)).batches === 0, 'the first judgement')
    const ofOther = await store(database, 0, 1, otherKey)
    const ofKnown = await store(database, 1, 1)
    judge.wake(...ofOther)
    judge.wake(...ofKnown)
    await until(() => changed.length === 2, 'both alarms')
    assert.deepEqual(changed, [known, other])
  })

  test('what was judged from memory is judged again when another process judged the vessel meanwhile', async (t) => {
    const { database, drop } = await openTestDatabase()
    await makeBoat(database)
    const { judge } = await startTestJudge(t, database)
    t.after(drop)
    judge.wake(...(await store(database, 0, 0)))
    await until(async () => (await markOf(database)).batches === 0, 'the first judgement')
    const arrival = await store(database, 1, 0)
    await sql`update alarm_judged set version = version + 1`.execute(database.db)
    // It has just come: nobody takes it for left behind.
    await sql`update connection set unjudged_since = now() + interval '1 hour'`.execute(database.db)
    judge.wake(...arrival)
    await sleep(500)
    judge.look()
    await until(async () => (await markOf(database)).batches === 0, 'the judgement')
  })
})

test('a device that names new instances without end keeps no other boat from its alarm', async (t) => {
  const { database, drop } = await openTestDatabase()
  const [hostile, other] = [hash('sha256', 'hostile', 'buffer'), hash('sha256', 'other', 'buffer')]
  const vessels = [await makeBoat(database, undefined, hostile), await makeBoat(database, undefined, other)]
  // As many as one statement could not store.
  for (let i = 0; i < 30; i++)
    await store(
      database,
      i,
      1,
      hostile,
      Array.from({ length: 200 }, (_, j) => `pump ${200 * i + j}`),
    )
  await store(database, 30, 1, other)
  await startTestJudge(t, database)
  t.after(drop)
  const { rows } = await sql<{ vessel_id: string; count: number }>`
    select vessel_id, count(*)::int as count from alarm group by vessel_id`.execute(database.db)
  const counts = new Map(rows.map(({ vessel_id, count }) => [vessel_id, count]))
  assert.deepEqual(
    vessels.map((vessel) => counts.get(vessel)),
    [MAX_INSTANCES, 1],
  )
})

test('rules and instances together are no more than a boat may have of them', async (t) => {
  const { database, drop } = await openTestDatabase()
  const vessel = await makeBoat(database)
  await sql`
    insert into alarm_rule (vessel_id, id, kind, metric, "limit")
    select ${vessel}, gen_random_uuid(), 'above', 'bilge_water', 0.5 from generate_series(1, 99)`.execute(database.db)
  const { judge } = await startTestJudge(t, database)
  t.after(drop)
  const pumps = Array.from({ length: 100 }, (_, i) => `pump ${i}`)
  const counts = async () => {
    await until(async () => (await markOf(database)).batches === 0, 'the judgement')
    const { rows } = await sql<{ open: number; ended: number }>`
      select count(*) filter (where ended_at is null)::int as open, count(ended_at)::int as ended from alarm`.execute(
      database.db,
    )
    return rows[0]!
  }
  judge.wake(...(await store(database, 0, 1, KEY, pumps)))
  assert.deepEqual(await counts(), { open: MAX_MACHINES, ended: 0 })
  judge.wake(...(await store(database, 1, 0, KEY, pumps)))
  assert.deepEqual(await counts(), { open: 0, ended: MAX_MACHINES })
})

test('a judgement is not noted where another batch came, if it is to be noted whole', async (t) => {
  const { database, drop } = await openTestDatabase()
  t.after(drop)
  const vesselId = await makeBoat(database)
  await store(database, 0, 0)
  await store(database, 1, 0)
  const { rows } = await sql<{ id: string }>`select id from connection`.execute(database.db)
  const memory = { until: START, state: null }
  const note = (batches: number, onlyAll: boolean) =>
    noteJudged(database.db, [{ vesselId, version: 0, memory, marks: [{ connection: rows[0]!.id, batches }] }], onlyAll)
  assert.equal((await note(1, true)).size, 0)
  assert.deepEqual(await markOf(database), { batches: 2, version: 0 })
  assert.equal((await note(2, true)).size, 1)
  assert.deepEqual(await markOf(database), { batches: 0, version: 1 })
})
