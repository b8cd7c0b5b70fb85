import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { startService } from '../testing/service.ts'

const service = await startService()
const { client } = service
const { db } = service.database
const owner = await service.owner('Ada')
const stranger = await service.owner('Bob')

const add = async (body: object, who = owner) =>
  (await client.ok(contract.createVessel, who.session, { body: { name: 'Aurora', vessel_type: 'sailboat', ...body } }))
    .vessel
const get = async (id: string) => (await client.ok(contract.getVessel, owner.key, { params: { id } })).vessel
const change = (id: string, body: unknown) =>
  client.call(contract.changeVessel, owner.session, { params: { id }, body })
const hourLog = async (id: string) =>
  (await client.ok(contract.getLogbook, owner.key, { params: { id } })).engine_hour_logs

test("GET /v1/vessels: the account's vessels, in the order in which they were added, by key and by session", async () => {
  const one = await service.owner()
  assert.deepEqual(await client.ok(contract.listVessels, one.key), { vessels: [] })
  const added = [await add({ name: 'B' }, one), await add({ name: 'A' }, one)]
  assert.deepEqual(await client.ok(contract.listVessels, one.key), { vessels: added })
  assert.deepEqual(await client.ok(contract.listVessels, one.session), { vessels: added })
})

test('GET /v1/vessels/{id}: every field as it was given', async () => {
  const given = {
    name: '</text>Åsa 🚤',
    vessel_type: 'catamaran',
    make: 'Lagoon',
    model: '42',
    hin: 'FR-CNB42123A404',
    length_m: 12.8,
    marina: 'Kappeln',
    service_level: 'managed',
    engine_hours: 412,
  }
  const { id, created_at, ...vessel } = await get((await add(given)).id)
  assert.deepEqual(vessel, { ...given, health_score: null })
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
})

test('POST /app/vessels: what is not given is null; a meter starts the hour log', async () => {
  const bare = await add({})
  assert.deepEqual(
    [bare.make, bare.model, bare.hin, bare.length_m, bare.marina, bare.service_level, bare.engine_hours],
    Array(7).fill(null),
  )
  assert.deepEqual(await hourLog(bare.id), [])
  assert.deepEqual(await hourLog((await add({ engine_hours: null })).id), [])
  const metered = await add({ engine_hours: 0 })
  assert.deepEqual(
    (await hourLog(metered.id)).map(({ hours, source }: { hours: number; source: string }) => [hours, source]),
    [[0, 'manual']],
  )
})

test('PATCH /app/vessels/{id}: what is absent stays, null takes back, nothing at all is no change', async () => {
  const before = await add({ make: 'Bavaria', marina: 'Kiel', engine_hours: 10 })
  assert.deepEqual((await change(before.id, {})).body.vessel, before)
  const after = (await change(before.id, { marina: null, name: 'Borealis' })).body.vessel
  assert.deepEqual(after, { ...before, marina: null, name: 'Borealis' })
  assert.deepEqual(await get(before.id), after)
  assert.equal((await hourLog(before.id)).length, 1)
})

test('PATCH engine_hours corrects the meter, also downwards, and each correction is in the hour log', async () => {
  const { id } = await add({ engine_hours: 354_185 })
  for (const engine_hours of [412, 500, 500]) assert.equal((await change(id, { engine_hours })).status, 200)
  assert.equal((await get(id)).engine_hours, 500)
  const log = await hourLog(id)
  assert.deepEqual(
    log.map(({ hours, source }: { hours: number; source: string }) => [hours, source]),
    [500, 412, 354_185].map((hours) => [hours, 'manual']),
  )
})

test('health: overdue and due tasks and the last inspection, of each vessel in a list', async () => {
  const one = await service.owner()
  const vessels = [await add({}, one), await add({ engine_hours: 100 }, one), await add({}, one)]
  const [idle, busy, inspected] = vessels.map(({ id }) => ({ id }))
  const long = { interval_days: 10, start_at: '2020-01-01T00:00:00Z' }
  for (const body of [
    { title: 'Oil', ...long },
    { title: 'Impeller', interval_hours: 30, start_hours: 80 },
  ])
    await client.ok(contract.createTask, one.session, { params: busy!, body })
  const health = async () =>
    (await client.ok(contract.listVessels, one.key)).vessels.map((v: contract.Vessel) => v.health_score)
  assert.deepEqual(await health(), [null, 80, null])

  const inspect = async (params: { id: string }, verdicts: (string | null)[]) => {
    const { inspection, items } = await client.ok(contract.startInspection, one.session, { params, body: {} })
    for (const [i, verdict] of verdicts.entries())
      await client.ok(contract.changeInspectionItem, one.session, { params: { id: items[i].id }, body: { verdict } })
    await client.ok(contract.completeInspection, one.session, { params: { id: inspection.id }, body: {} })
  }
  await inspect(inspected!, ['operational', 'non_operational'])
  await inspect(busy!, ['non_operational'])
  await inspect(busy!, ['operational', 'operational', 'operational', 'attention'])
  assert.deepEqual(await health(), [null, 84, 50])
  // An inspection in which nothing was judged says nothing, and one in progress does not count.
  await inspect(busy!, [])
  const { items } = await client.ok(contract.startInspection, one.session, { params: busy!, body: {} })
  await client.ok(contract.changeInspectionItem, one.session, {
    params: { id: items[0].id },
    body: { verdict: 'non_operational' },
  })
  assert.deepEqual(await health(), [null, 84, 50])
  assert.equal((await client.ok(contract.getVessel, one.key, { params: idle! })).vessel.health_score, null)
})

test('DELETE /app/vessels/{id}: nothing of it is left in any table, and nothing of another vessel is gone', async () => {
  const kept = await add({ engine_hours: 7 })
  const { id } = await add({ engine_hours: 7 })
  const params = { id }
  const { task } = await client.ok(contract.createTask, owner.session, {
    params,
    body: { title: 'Oil', interval_days: 10 },
  })
  await client.ok(contract.logService, owner.key, { params, body: { title: 'Oil', task_id: task.id, engine_hours: 9 } })
  await client.ok(contract.startInspection, owner.session, { params, body: {} })
  for (const vessel_id of [id, kept.id]) {
    const day = new Date('2026-05-14T00:00:00Z')
    await sql`insert into telemetry_batch values (${vessel_id}, ${randomUUID()}, ${randomUUID()}, null, ${day}, ${day}, ${day}, 1, 1, false, null, '{"readings":[]}')`.execute(
      db,
    )
    await sql`insert into telemetry_day values (${vessel_id}, ${'2026-05-14'}, 1)`.execute(db)
    await sql`insert into telemetry_pending_rollup values (${vessel_id}, 1)`.execute(db)
    await sql`insert into telemetry_rollup (vessel_id, metric, instance, day, readings, buckets) values (${vessel_id}, 1, '', 1, 0, '')`.execute(
      db,
    )
    await sql`insert into telemetry_latest values (${vessel_id}, 1, '', ${day}, ${day})`.execute(db)
  }
  const rowsOf = async (vesselId: string) => {
    const { rows: tables } = await sql<{ table_name: string }>`
      select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'vessel_id' and t.table_type = 'BASE TABLE'`.execute(db)
    const counts = tables.map(async ({ table_name }) => {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from ${sql.table(table_name)} where vessel_id = ${vesselId}`.execute(db)
      return rows[0]!.n
    })
    return (await Promise.all(counts)).reduce((sum, n) => sum + n, 0)
  }
  assert.ok((await rowsOf(id)) > 20)
  const keptBefore = await rowsOf(kept.id)
  assert.deepEqual(await client.ok(contract.deleteVessel, owner.session, { params }), { removed: true })
  assert.equal(await rowsOf(id), 0)
  assert.equal(await rowsOf(kept.id), keptBefore)
  assert.equal((await client.call(contract.getVessel, owner.key, { params })).status, 404)
  assert.equal((await client.call(contract.deleteVessel, owner.session, { params })).status, 404)
})

test("bad-input 12: another owner's vessel and an unknown one get the same 404, byte for byte, and nothing changes", async () => {
  const vessel = await add({ engine_hours: 5 })
  const inputs = [
    [contract.getVessel, stranger.key, undefined],
    [contract.changeVessel, stranger.session, { name: 'Mine', engine_hours: 9 }],
    [contract.changeVessel, stranger.session, {}],
    [contract.deleteVessel, stranger.session, undefined],
  ] as const
  for (const [route, who, body] of inputs) {
    const theirs = await client.call(route, who, { params: { id: vessel.id }, body })
    const unknown = await client.call(route, who, { params: { id: randomUUID() }, body })
    assert.deepEqual([theirs.status, theirs.text], [404, '{"error":"not_found"}'], route.id)
    assert.equal(theirs.text, unknown.text)
  }
  assert.deepEqual(await get(vessel.id), vessel)
  assert.equal((await hourLog(vessel.id)).length, 1)
})

test('bad-input 5: an id that is no plain uuid names nothing; a path that cannot be decoded is 400', async () => {
  const { id } = await add({})
  for (const wrong of [`urn:uuid:${id}`, `{${id}}`, id.replaceAll('-', ''), 'x'.repeat(200), '1', '%00'])
    assert.equal((await client.call(contract.getVessel, owner.key, { params: { id: wrong } })).status, 404, wrong)
  assert.equal((await client.call(contract.getVessel, owner.key, { params: { id: id.toUpperCase() } })).status, 200)
  assert.equal((await client.call(contract.getVessel, owner.key, { params: { id: '%zz' } })).status, 400)
})

test('bad-input 9, 10 and 13: text that cannot be stored, other types, and hours no meter shows: 400, nothing written', async () => {
  const vessel = await add({ engine_hours: 5 })
  const wrong: object[] = [
    { name: 'a\0b' },
    { name: 'a\ud800b' },
    { marina: '\udc00' },
    { name: '' },
    { name: '  \t' },
    { name: null },
    { name: 7 },
    { vessel_type: 'submarine' },
    { vessel_type: null },
    { service_level: 'none' },
    { length_m: '11.7' },
    { length_m: true },
    { length_m: -1 },
    ...[2_147_483_648, 1.5, '12', -1, true, [12]].map((engine_hours) => ({ engine_hours })),
  ]
  const before = (await client.ok(contract.listVessels, owner.key)).vessels.length
  for (const body of wrong) {
    assert.equal((await change(vessel.id, body)).status, 400, JSON.stringify(body))
    const made = { name: 'Aurora', vessel_type: 'sailboat', ...body }
    assert.equal((await client.call(contract.createVessel, owner.session, { body: made })).status, 400)
  }
  assert.equal((await change(vessel.id, { engine_hours: null })).status, 400)
  assert.equal((await client.call(contract.createVessel, owner.session, { body: { name: 'A' } })).status, 400)
  assert.equal((await client.ok(contract.listVessels, owner.key)).vessels.length, before)
  assert.deepEqual(await get(vessel.id), vessel)
})

test('bad-input 17: 120 emoji are a name, 121 are not', async () => {
  assert.equal((await add({ name: '⛵'.repeat(120) })).name, '⛵'.repeat(120))
  const answer = await client.call(contract.createVessel, owner.session, {
    body: { name: '🚤'.repeat(121), vessel_type: 'rib' },
  })
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request: /name must be at most 120 characters'])
  assert.equal((await add({ name: '🚤'.repeat(120) })).name, '🚤'.repeat(120))
})

test('bad-input 18: id, owner_id, created_at and unknown fields in a body never bind', async () => {
  const { account } = await client.ok(contract.getMe, stranger.session)
  const forged = { id: randomUUID(), owner_id: account.id, created_at: '2001-01-01T00:00:00Z', health_score: 3, x: {} }
  const vessel = await add(forged)
  assert.notEqual(vessel.id, forged.id)
  assert.deepEqual((await change(vessel.id, forged)).body.vessel, vessel)
  assert.deepEqual(await get(vessel.id), vessel)
})
