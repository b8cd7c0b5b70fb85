import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { startService } from '../../testing/service.ts'

const service = await startService()
const { client } = service
const owner = await service.owner('Ada')
const stranger = await service.owner('Bob')

const addVessel = async (engine_hours: number | null = null, who = owner): Promise<{ id: string }> => {
  const body = { name: 'Aurora', vessel_type: 'sailboat', engine_hours }
  const { vessel } = await client.ok(contract.createVessel, who.session, { body })
  return { id: vessel.id }
}
const addTask = async (params: { id: string }, body: object = {}, who = owner) =>
  (await client.ok(contract.createTask, who.session, { params, body: { title: 'Oil', interval_days: 365, ...body } }))
    .task
const meter = async (params: { id: string }) =>
  (await client.ok(contract.getVessel, owner.key, { params })).vessel.engine_hours
const logbook = (params: { id: string }) => client.ok(contract.getLogbook, owner.key, { params })
const postHours = (params: { id: string }, body: unknown) =>
  client.call(contract.logEngineHours, owner.key, { params, body })
const postService = (params: { id: string }, body: unknown) =>
  client.call(contract.logService, owner.key, { params, body })

test('POST hours, hours >= current meter: the meter is set, 201; equal is allowed', async () => {
  const params = await addVessel(400)
  const first = await postHours(params, { hours: 412 })
  assert.deepEqual([first.status, first.body.engine_hours, await meter(params)], [201, 412, 412])
  assert.equal((await postHours(params, { hours: 412 })).status, 201)
  assert.deepEqual(
    (await logbook(params)).engine_hour_logs.map((log: contract.EngineHourLog) => log.hours),
    [412, 412, 400],
  )
})

test('POST /app hours: a reading of the past that a later one has passed is stored, and the meter stays', async () => {
  const params = await addVessel(412)
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const add = (body: object) => client.call(contract.addHours, owner.session, { params, body })
  const receipt = { hours: 405, litres: 80, logged_at: ago(7), currency: null, source: null }
  const { status, body } = await add(receipt)
  assert.deepEqual([status, body.engine_hours, body.engine_hour_log.hours], [201, 412, 405])
  assert.equal(await meter(params), 412)
  // Now, or after a reading that shows more: then it cannot be true.
  for (const wrong of [{ hours: 405 }, { hours: 404, logged_at: ago(-1) }])
    assert.deepEqual((await add(wrong)).body, { error: 'hours_below_current' })
  assert.equal((await add({ hours: 420 })).body.engine_hours, 420)
  const v1 = await postHours(params, { hours: 405, logged_at: ago(7) })
  assert.deepEqual([v1.status, v1.body], [422, { error: 'hours_below_current' }])
  assert.equal((await logbook(params)).engine_hour_logs.length, 3)
})

test('bad-input 15: a currency of nothing is refused', async () => {
  const params = await addVessel(1)
  for (const currency of ['', '  '])
    for (const [route, body] of [
      [contract.logEngineHours, { hours: 2 }],
      [contract.logService, { title: 'Oil' }],
    ] as const)
      assert.equal((await client.call(route, owner.key, { params, body: { ...body, currency } })).status, 400)
})

test('POST hours, hours < current meter: 422 hours_below_current, meter unchanged, nothing logged', async () => {
  const params = await addVessel(400)
  const answer = await postHours(params, { hours: 399 })
  assert.deepEqual([answer.status, answer.text], [422, '{"error":"hours_below_current"}'])
  assert.equal(await meter(params), 400)
  assert.equal((await logbook(params)).engine_hour_logs.length, 1)
})

test('POST hours on a meter that was never read: 0 is a reading', async () => {
  const params = await addVessel()
  assert.equal((await postHours(params, { hours: 0 })).status, 201)
  assert.equal(await meter(params), 0)
})

test('POST hours: every field is kept as it was sent; the defaults are manual and now', async () => {
  const params = await addVessel()
  const full = {
    hours: 412,
    litres: 85.125,
    fuel_cost: 153.9,
    currency: 'EUR',
    logged_at: '2026-05-14T11:30:00.000+02:00',
    source: 'signalk',
  }
  const { id, ...log } = (await postHours(params, full)).body.engine_hour_log
  assert.deepEqual(log, { ...full, logged_at: '2026-05-14T09:30:00.000Z' })
  const bare = (await postHours(params, { hours: 413 })).body.engine_hour_log
  assert.deepEqual([bare.litres, bare.fuel_cost, bare.currency, bare.source], [null, null, null, 'manual'])
  assert.ok(Math.abs(Date.parse(bare.logged_at) - Date.now()) < 60_000)
  assert.deepEqual((await logbook(params)).engine_hour_logs, [bare, { id, ...log }])
})

test('POST service-log: every field is kept as it was sent; the defaults are diy and now', async () => {
  const params = await addVessel()
  const task = await addTask(params)
  const full = {
    title: ' Engine oil and filter ',
    done_at: '2026-05-14T09:30:00.000Z',
    engine_hours: 412,
    cost: 129.9,
    currency: 'SEK',
    route: 'supplier',
    note: '15W-40, 6 l',
    task_id: task.id,
  }
  const { id, ...entry } = (await postService(params, full)).body.service_log
  assert.deepEqual(entry, full)
  const bare = (await postService(params, { title: 'Impeller' })).body.service_log
  const { title, engine_hours, cost, currency, route, note, task_id } = bare
  assert.deepEqual(
    [title, engine_hours, cost, currency, route, note, task_id],
    ['Impeller', null, null, null, 'diy', null, null],
  )
  assert.ok(Math.abs(Date.parse(bare.done_at) - Date.now()) < 60_000)
  assert.deepEqual((await logbook(params)).service_logs, [bare, { id, ...entry }])
})

test('a service with engine hours writes the hour log with source service, and raises the meter when it is higher', async () => {
  const params = await addVessel(400)
  await postService(params, { title: 'Oil', engine_hours: 390, done_at: '2026-01-01T00:00:00Z' })
  assert.equal(await meter(params), 400)
  await postService(params, { title: 'Oil', engine_hours: 412 })
  assert.equal(await meter(params), 412)
  await postService(params, { title: 'Polish' })
  const logs: contract.EngineHourLog[] = (await logbook(params)).engine_hour_logs
  assert.deepEqual(
    logs.map(({ hours, source }) => [hours, source]),
    [
      [412, 'service'],
      [400, 'manual'],
      [390, 'service'],
    ],
  )
  assert.equal(logs[2]!.logged_at, '2026-01-01T00:00:00.000Z')
})

test('GET logbook: newest first by when it was done, up to 200 of each', async () => {
  const params = await addVessel()
  const { db } = service.database
  const at = (i: number) => new Date(Date.UTC(2020, 0, 1 + ((i * 37) % 211)))
  const numbers = Array.from({ length: 211 }, (_, i) => i)
  const of = { vessel_id: params.id, title: 'Oil', title_key: 'oil', route: 'diy' as const }
  await db
    .insertInto('service_log')
    .values(numbers.map((i) => ({ ...of, id: randomUUID(), done_at: at(i) })))
    .execute()
  await db
    .insertInto('engine_hour_log')
    .values(numbers.map((i) => ({ vessel_id: params.id, id: randomUUID(), hours: i, source: 'api', logged_at: at(i) })))
    .execute()
  const { service_logs, engine_hour_logs } = await logbook(params)
  const newest = numbers.map((i) => new Date(Date.UTC(2020, 0, 211 - i)).toISOString()).slice(0, 200)
  assert.deepEqual(
    service_logs.map((log: contract.ServiceLog) => log.done_at),
    newest,
  )
  assert.deepEqual(
    engine_hour_logs.map((log: contract.EngineHourLog) => log.logged_at),
    newest,
  )
})

test('bad-input 5 and 12: what is not yours and what is not there get the same 404; nothing is written', async () => {
  const params = await addVessel(400)
  const inputs = [
    [contract.getDueFeed, undefined],
    [contract.getLogbook, undefined],
    [contract.logService, { title: 'Oil', engine_hours: 500 }],
    [contract.logEngineHours, { hours: 500 }],
    [contract.logEngineHours, { hours: 1 }],
  ] as const
  for (const [route, body] of inputs) {
    const theirs = await client.call(route, stranger.key, { params, body })
    assert.deepEqual([theirs.status, theirs.text], [404, '{"error":"not_found"}'], route.id)
    for (const id of [randomUUID(), `urn:uuid:${params.id}`, 'x'.repeat(200)]) {
      const unknown = await client.call(route, stranger.key, { params: { id }, body })
      assert.deepEqual([unknown.status, unknown.text], [404, theirs.text])
    }
  }
  const { service_logs, engine_hour_logs } = await logbook(params)
  assert.deepEqual([service_logs.length, engine_hour_logs.length, await meter(params)], [0, 1, 400])
})

test('bad-input 9, 10, 13 and 15: text, numbers, hours and money that cannot be stored as sent: 400, nothing written', async () => {
  const params = await addVessel(400)
  const hours = [2_147_483_648, 1.5, '412', '0x1a0', -1, null, true, [], undefined].map((value) => ({ hours: value }))
  const amounts = [1e15, 0.005, -1e15, 129.999, '12', true]
  for (const body of [
    ...hours,
    ...amounts.map((fuel_cost) => ({ hours: 412, fuel_cost })),
    ...[-1, 1e9, 0.0001, '1'].map((litres) => ({ hours: 412, litres })),
    { hours: 412, currency: 'EURO' },
    { hours: 412, currency: '\0' },
    { hours: 412, source: 'telemetry' },
    { hours: 412, source: 'service' },
    [],
    null,
  ])
    assert.equal((await postHours(params, body)).status, 400, JSON.stringify(body))
  for (const body of [
    ...[2_147_483_648, 1.5, '412', -1, false].map((engine_hours) => ({ title: 'Oil', engine_hours })),
    ...amounts.map((cost) => ({ title: 'Oil', cost })),
    { title: 'Oil', currency: 'EURO' },
    { title: 'Oil', route: 'friend' },
    { title: 'Oil', note: 'a\0b' },
    { title: 'Oil', note: '\ud83d' },
    { title: 'Oil', note: 'n'.repeat(2001) },
    { title: 'O\0il' },
    { title: '\udea4' },
    { title: '' },
    { title: ' ' },
    { title: null },
    {},
    { title: 'Oil', task_id: 'oil' },
  ])
    assert.equal((await postService(params, body)).status, 400, JSON.stringify(body))
  const { service_logs, engine_hour_logs } = await logbook(params)
  assert.deepEqual([service_logs.length, engine_hour_logs.length, await meter(params)], [0, 1, 400])
})

test('bad-input 15: money to the cent, as large as it may be', async () => {
  const params = await addVessel()
  for (const cost of [0, 0.01, 0.07, 129.9, 999_999_999.99, -12.5])
    assert.equal((await postService(params, { title: 'Oil', cost })).body.service_log.cost, cost)
})

test('bad-input 14: many posts of hours at once end at the maximum, and each that was accepted is logged', async () => {
  const params = await addVessel(0)
  const hours = Array.from({ length: 24 }, (_, i) => 1 + ((i * 7) % 24))
  const answers = await Promise.all(hours.map((one) => postHours(params, { hours: one })))
  assert.equal(await meter(params), 24)
  const accepted = hours.filter((_, i) => answers[i]!.status === 201)
  assert.ok(answers.every(({ status }) => status === 201 || status === 422))
  const logged = (await logbook(params)).engine_hour_logs.map((log: contract.EngineHourLog) => log.hours)
  assert.deepEqual(logged.sort(), [0, ...accepted].sort())
})

test('bad-input 14: services with hours at once leave the meter at the maximum too', async () => {
  const params = await addVessel(5)
  const hours = Array.from({ length: 16 }, (_, i) => 1 + ((i * 5) % 16))
  const answers = await Promise.all(hours.map((engine_hours) => postService(params, { title: 'Oil', engine_hours })))
  assert.deepEqual([answers.every(({ status }) => status === 201), await meter(params)], [true, 16])
})

test('bad-input 15: a task of another vessel, of another owner or of nobody: 404, nothing written', async () => {
  const params = await addVessel(400)
  const theirs = await addVessel(null, stranger)
  const tasks = [await addTask(await addVessel()), await addTask(theirs, {}, stranger), { id: randomUUID() }]
  for (const { id: task_id } of tasks) {
    const answer = await postService(params, { title: 'Oil', engine_hours: 500, task_id })
    assert.deepEqual([answer.status, answer.text], [404, '{"error":"not_found"}'])
  }
  const { service_logs, engine_hour_logs } = await logbook(params)
  assert.deepEqual([service_logs.length, engine_hour_logs.length, await meter(params)], [0, 1, 400])
})

test('a task deleted while a service settles it: the service finds it or gets 404, and never keeps an id of nothing', async () => {
  for (let i = 0; i < 8; i++) {
    const params = await addVessel()
    const task = await addTask(params)
    const [answer, removed] = await Promise.all([
      postService(params, { title: 'Oil', task_id: task.id }),
      client.call(contract.deleteTask, owner.session, { params: { id: task.id } }),
    ])
    assert.equal(removed.status, 200)
    const { service_logs } = await logbook(params)
    assert.deepEqual(
      service_logs.map((log: contract.ServiceLog) => log.task_id),
      answer.status === 201 ? [null] : [],
    )
  }
})

test('bad-input 16: dates that are none: 400; the last that is one: kept', async () => {
  const params = await addVessel()
  const wrong = [
    '0000-01-01T00:00:00Z',
    '2026-05-14T09:30:60Z',
    '2026-05-14T09:30:00-23:59',
    '10000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '2026-02-29T00:00:00Z',
    '2026-05-14',
    '2026-05-14T09:30:00',
    '2026-05-14 09:30:00Z',
    'now',
    1_778_750_000,
    '',
  ]
  for (const at of wrong) {
    assert.equal((await postService(params, { title: 'Oil', done_at: at })).status, 400, String(at))
    assert.equal((await postHours(params, { hours: 1, logged_at: at })).status, 400, String(at))
  }
  for (const at of ['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    assert.equal((await postService(params, { title: 'Oil', done_at: at })).body.service_log.done_at, at)
    assert.equal((await postHours(params, { hours: 1, logged_at: at })).body.engine_hour_log.logged_at, at)
  }
})

test('bad-input 17: lengths are code points', async () => {
  const params = await addVessel()
  const title = '🛢'.repeat(120)
  assert.equal((await postService(params, { title })).body.service_log.title, title)
  assert.equal((await postService(params, { title: `${title}🛢` })).status, 400)
  assert.equal((await postService(params, { title: 'Oil', note: '🛢'.repeat(2000) })).status, 201)
})

test('bad-input 18: unknown fields, id, vessel_id and owner_id in a body never bind', async () => {
  const [params, other] = [await addVessel(), await addVessel()]
  const forged = { id: randomUUID(), vessel_id: other.id, owner_id: randomUUID(), created_at: '2001-01-01T00:00:00Z' }
  const { service_log } = (await postService(params, { ...forged, title: 'Oil', title_key: 'x' })).body
  const { engine_hour_log } = (await postHours(params, { ...forged, hours: 1 })).body
  assert.ok(service_log.id !== forged.id && engine_hour_log.id !== forged.id)
  assert.deepEqual(await logbook(params), { service_logs: [service_log], engine_hour_logs: [engine_hour_log] })
  assert.deepEqual(await logbook(other), { service_logs: [], engine_hour_logs: [] })
})
