import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { makeBoat } from '../../testing/accounts/boat.ts'
import { startService } from '../../testing/service.ts'

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client } = service
const owner = await service.owner('Ada')

type Params = { id: string }

const addVessel = async (engine_hours: number | null = null): Promise<Params> => {
  const body = { name: 'Aurora', vessel_type: 'sailboat', engine_hours }
  return { id: (await client.ok(contract.createVessel, owner.session, { body })).vessel.id }
}
const logService = async (params: Params, body: object): Promise<contract.ServiceLog> =>
  (await client.ok(contract.logService, owner.key, { params, body: { title: 'Oil', ...body } })).service_log
const logHours = async (params: Params, body: object): Promise<contract.EngineHourLog> =>
  (await client.ok(contract.logEngineHours, owner.key, { params, body })).engine_hour_log
const change = async ({ id }: Params, body: object): Promise<contract.ServiceLog> =>
  (await client.ok(contract.changeService, owner.session, { params: { id }, body })).service_log
const changeHours = ({ id }: Params, body: object) =>
  client.call(contract.changeHours, owner.session, { params: { id }, body })
const remove = ({ id }: Params) => client.ok(contract.deleteService, owner.session, { params: { id } })
const removeHours = ({ id }: Params) => client.call(contract.deleteHours, owner.session, { params: { id } })
const correct = (params: Params, engine_hours: number) =>
  client.ok(contract.changeVessel, owner.session, { params, body: { engine_hours } })
const meter = async (params: Params) =>
  (await client.ok(contract.getVessel, owner.key, { params })).vessel.engine_hours as number | null
const logbook = (params: Params) => client.ok(contract.getLogbook, owner.key, { params })
const hourLog = async (params: Params) =>
  (await logbook(params)).engine_hour_logs.map(({ hours, source }: contract.EngineHourLog) => [hours, source])

test('PATCH service: what is absent stays, each field can change, and what may be empty can be emptied', async () => {
  const params = await addVessel()
  const entry = await logService(params, { cost: 10, currency: 'EUR', note: 'x' })
  assert.deepEqual(await change(entry, {}), entry)
  const { task } = await client.ok(contract.createTask, owner.session, {
    params,
    body: { title: 'Zinc', interval_days: 1 },
  })
  const all = {
    ...{ title: 'Impeller', done_at: '2026-05-14T09:30:00.000Z', engine_hours: 12, cost: 0.07, currency: 'SEK' },
    ...{ route: 'supplier', note: 'y', task_id: task.id },
  }
  for (const [field, value] of Object.entries(all)) {
    const before = (await logbook(params)).service_logs[0]
    assert.deepEqual(await change(entry, { [field]: value }), { ...before, [field]: value })
  }
  assert.deepEqual((await logbook(params)).service_logs, [{ id: entry.id, ...all }])
  const empty = { engine_hours: null, cost: null, currency: null, note: null, task_id: null }
  assert.deepEqual(await change(entry, empty), { id: entry.id, ...all, ...empty })
})

test('the due feed follows a changed service, and forgets a deleted one', async () => {
  const params = await addVessel()
  await client.ok(contract.createTask, owner.session, {
    params,
    body: { title: 'Oil', interval_days: 10, start_at: '2026-01-01T00:00:00Z' },
  })
  const dueDate = async () =>
    (await client.ok(contract.getDueFeed, owner.key, { params })).items[0].due_date.slice(0, 10)
  const entry = await logService(params, { title: 'Oli', done_at: '2026-02-01T00:00:00Z' })
  assert.equal(await dueDate(), '2026-01-11')
  await change(entry, { title: 'Oil' })
  assert.equal(await dueDate(), '2026-02-11')
  await change(entry, { done_at: '2026-02-03T00:00:00Z' })
  assert.equal(await dueDate(), '2026-02-13')
  assert.deepEqual(await remove(entry), { removed: true })
  assert.equal(await dueDate(), '2026-01-11')
})

test("4120 for 412 at a service, changed: the meter goes to 412 and the service's hour entry with it", async () => {
  const params = await addVessel(400)
  const entry = await logService(params, { engine_hours: 4_120 })
  assert.equal(await meter(params), 4_120)
  await change(entry, { engine_hours: 412 })
  assert.equal(await meter(params), 412)
  assert.deepEqual(await hourLog(params), [
    [412, 'service'],
    [400, 'manual'],
  ])
})

test('41 for 412 at a service, changed: the meter is raised, as it would have been', async () => {
  const params = await addVessel(400)
  const entry = await logService(params, { engine_hours: 41 })
  assert.equal(await meter(params), 400)
  await change(entry, { engine_hours: 412 })
  assert.equal(await meter(params), 412)
})

test('a service deleted, or its hours taken back: the meter and the hour log are as before it', async () => {
  const params = await addVessel(400)
  const first = await logService(params, { engine_hours: 412 })
  await change(first, { engine_hours: null })
  assert.deepEqual([await meter(params), await hourLog(params)], [400, [[400, 'manual']]])
  const second = await logService(params, { engine_hours: 420 })
  await remove(second)
  assert.deepEqual([await meter(params), await hourLog(params)], [400, [[400, 'manual']]])
  assert.equal((await client.call(contract.deleteService, owner.session, { params: { id: second.id } })).status, 404)
})

test('a meter that was moved on, or corrected, since then stays where it is', async () => {
  const params = await addVessel(400)
  const service = await logService(params, { engine_hours: 500 })
  await logHours(params, { hours: 510 })
  await change(service, { engine_hours: 405 })
  assert.equal(await meter(params), 510)
  await correct(params, 450)
  await change(service, { engine_hours: 490 })
  assert.equal(await meter(params), 450, 'an old entry does not go over the head of a correction')
  await remove(service)
  assert.equal(await meter(params), 450)
})

test('hour entries: changed and deleted, and the meter with them; a correction that is deleted is undone', async () => {
  const params = await addVessel(400)
  const entry = await logHours(params, { hours: 4_120, litres: 10 })
  const answer = await changeHours(entry, { hours: 412, litres: null, fuel_cost: 20, currency: 'EUR' })
  const changed = { ...entry, hours: 412, litres: null, fuel_cost: 20, currency: 'EUR' }
  assert.deepEqual(answer.body, { engine_hour_log: changed, engine_hours: 412 })
  await correct(params, 300)
  const correction = (await logbook(params)).engine_hour_logs[0]
  assert.equal((await removeHours(correction)).status, 200)
  assert.equal(await meter(params), 412)
  assert.equal((await removeHours(entry)).status, 200)
  assert.equal(await meter(params), 400)
  assert.equal((await removeHours(entry)).status, 404)
})

test('the last entry deleted: the meter is not known', async () => {
  const params = await addVessel()
  await removeHours(await logHours(params, { hours: 400 }))
  assert.equal(await meter(params), null)
})

test('a meter that telemetry raised falls back to the hours before, and telemetry moves it again', async () => {
  const boat = await makeBoat(client, owner)
  const post = (value: number) =>
    client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'engine_hours', value }] } })
  await post(400)
  await post(9_000)
  const { engine_hour_logs } = await logbook(boat)
  assert.equal((await removeHours(engine_hour_logs[0])).status, 200)
  assert.equal(await meter(boat), 400)
  await post(401)
  assert.equal(await meter(boat), 401)
})

test('an hour entry that came with a service is its service’s to change: 409, and nothing changes', async () => {
  const params = await addVessel(400)
  await logService(params, { engine_hours: 412 })
  const entry = (await logbook(params)).engine_hour_logs[0]
  for (const answer of [await changeHours(entry, { hours: 1 }), await removeHours(entry)])
    assert.deepEqual([answer.status, answer.body], [409, { error: 'conflict' }])
  assert.deepEqual([await meter(params), (await hourLog(params)).length], [412, 2])
})

test("another vessel's task in a changed service: 404, and nothing changes", async () => {
  const [params, other] = [await addVessel(), await addVessel()]
  const entry = await logService(params, {})
  const body = { title: 'Zinc', interval_days: 1 }
  const { task } = await client.ok(contract.createTask, owner.session, { params: other, body })
  const answer = await client.call(contract.changeService, owner.session, {
    params: { id: entry.id },
    body: { title: 'Mine', task_id: task.id },
  })
  assert.deepEqual([answer.status, (await logbook(params)).service_logs], [404, [entry]])
})

test('bad-input 9, 10, 15, 16, 18: what does not fit an entry: 400; ids in a body never bind', async () => {
  const [params, other] = [await addVessel(400), await addVessel()]
  const done = await logService(params, {})
  const read = await logHours(params, { hours: 401 })
  const wrong = [
    { title: '' },
    { title: null },
    { done_at: null },
    { done_at: 'now' },
    { cost: 0.005 },
    { route: null },
  ]
  for (const body of [...wrong, { engine_hours: -1 }, { currency: 'EURO' }, { note: 'a\0b' }, { task_id: 'x' }]) {
    const answer = await client.call(contract.changeService, owner.session, { params: { id: done.id }, body })
    assert.equal(answer.status, 400, JSON.stringify(body))
  }
  for (const body of [{ hours: null }, { hours: 1.5 }, { hours: '1' }, { litres: -1 }, { logged_at: null }])
    assert.equal((await changeHours(read, body)).status, 400, JSON.stringify(body))
  const forged = { id: other.id, vessel_id: other.id, source: 'telemetry', service_id: other.id, title_key: 'x' }
  assert.deepEqual(await change(done, forged), done)
  assert.deepEqual((await changeHours(read, forged)).body.engine_hour_log, read)
  const after = await logbook(params)
  assert.deepEqual([after.service_logs, after.engine_hour_logs[0]], [[done], read])
})

test('a task deleted while a service is changed: the service never keeps an id of nothing', async () => {
  for (let i = 0; i < 6; i++) {
    const params = await addVessel()
    const { task } = await client.ok(contract.createTask, owner.session, {
      params,
      body: { title: 'Oil', interval_days: 1 },
    })
    const entry = await logService(params, { task_id: task.id })
    const answers = await Promise.all([
      client.call(contract.changeService, owner.session, { params: { id: entry.id }, body: { note: 'x' } }),
      client.call(contract.deleteTask, owner.session, { params: { id: task.id } }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await logbook(params)).service_logs[0].task_id, null)
  }
})

test('two changes of one entry at once leave the meter at what the log says', async () => {
  for (let i = 0; i < 4; i++) {
    const params = await addVessel(400)
    const entry = await logHours(params, { hours: 500 })
    await Promise.all([changeHours(entry, { hours: 410 }), changeHours(entry, { hours: 420 })])
    const [[hours]] = await hourLog(params)
    assert.equal(await meter(params), hours)
  }
})

test('the day of a service may be ahead of UTC, but its hours were read now at the latest, also after a change', async () => {
  const params = await addVessel()
  const ahead = new Date(Date.now() + 14 * 3_600_000).toISOString()
  const entry = await logService(params, { engine_hours: 41, done_at: ahead })
  const readInTime = async () => {
    const [{ logged_at }] = (await logbook(params)).engine_hour_logs
    assert.ok(Date.parse(logged_at) <= Date.now(), logged_at)
  }
  await readInTime()
  assert.equal((await change(entry, { engine_hours: 42 })).done_at, ahead)
  await readInTime()
  assert.deepEqual(await hourLog(params), [[42, 'service']])
})
