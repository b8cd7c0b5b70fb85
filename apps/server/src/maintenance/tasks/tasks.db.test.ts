import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { startService } from '../../testing/service.ts'

const service = await startService()
const { client } = service
const owner = await service.owner('Ada')
const stranger = await service.owner('Bob')

const addVessel = async (engine_hours: number | null = null): Promise<{ id: string }> => {
  const body = { name: 'Aurora', vessel_type: 'sailboat', engine_hours }
  return { id: (await client.ok(contract.createVessel, owner.session, { body })).vessel.id }
}
const postTask = (params: { id: string }, body: unknown) =>
  client.call(contract.createTask, owner.session, { params, body })
const addTask = async (params: { id: string }, body: object = {}) => {
  const answer = await postTask(params, { title: 'Oil', interval_days: 365, ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.task
}
const change = (id: string, body: unknown) => client.call(contract.changeTask, owner.session, { params: { id }, body })
const list = async (params: { id: string }) =>
  (await client.ok(contract.listTasks, owner.session, { params })).tasks as contract.Task[]
const due = async (params: { id: string }) =>
  (await client.ok(contract.getDueFeed, owner.key, { params })).items as contract.DueItem[]
const logService = async (params: { id: string }, body: object) =>
  (await client.ok(contract.logService, owner.key, { params, body })).service_log as contract.ServiceLog

test('POST task: every field is kept; the leads are 30 days and 25 hours, the start is now and the current meter', async () => {
  const params = await addVessel(412)
  const full = {
    title: 'Impeller',
    interval_days: 365,
    interval_hours: 200,
    lead_days: 14,
    lead_hours: 0,
    start_at: '2026-05-14T09:30:00.000Z',
    start_hours: 400,
    safety: true,
  }
  const { id: _id, created_at: _at, ...task } = await addTask(params, full)
  assert.deepEqual(task, { ...full, once: false, finding_id: null })
  const bare = (await postTask(params, { title: 'Oil', interval_hours: 250 })).body.task
  assert.deepEqual([bare.interval_days, bare.lead_days, bare.lead_hours, bare.start_hours], [null, 30, 25, 412])
  assert.ok(Math.abs(Date.parse(bare.start_at) - Date.now()) < 60_000)
  const unmetered = await addTask(await addVessel(null), { interval_days: null, interval_hours: 250 })
  assert.equal(unmetered.start_hours, null)
})

test('GET tasks: by title in any case', async () => {
  const params = await addVessel()
  for (const title of ['zinc', 'Belts', 'anodes', 'Oil']) await addTask(params, { title })
  assert.deepEqual(
    (await list(params)).map(({ title }) => title),
    ['anodes', 'Belts', 'Oil', 'zinc'],
  )
})

test('a task needs an interval: when it is made, and whatever is changed', async () => {
  const params = await addVessel()
  const needed = [400, '{"error":"invalid_request: /interval_days or /interval_hours is required"}']
  for (const body of [{}, { interval_days: null }, { interval_days: null, interval_hours: null }]) {
    const answer = await postTask(params, { title: 'Oil', ...body })
    assert.deepEqual([answer.status, answer.text], needed)
  }
  const task = await addTask(params, { interval_days: 365 })
  for (const body of [{ interval_days: null }, { interval_days: null, interval_hours: null }]) {
    const answer = await change(task.id, body)
    assert.deepEqual([answer.status, answer.text], needed)
  }
  assert.deepEqual(await list(params), [task])
  const byHours = (await change(task.id, { interval_days: null, interval_hours: 250 })).body.task
  assert.deepEqual(byHours, { ...task, interval_days: null, interval_hours: 250 })
})

test('two changes at once that would each leave the other interval: one is refused', async () => {
  const params = await addVessel()
  for (let i = 0; i < 5; i++) {
    const task = await addTask(params, { interval_hours: 250 })
    const answers = await Promise.all([
      change(task.id, { interval_days: null }),
      change(task.id, { interval_hours: null }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
  }
})

test('PATCH task: what is absent stays, and each field can change', async () => {
  const params = await addVessel()
  const task = await addTask(params)
  assert.deepEqual((await change(task.id, {})).body.task, task)
  const all = {
    title: 'Filter',
    interval_days: 100,
    interval_hours: 50,
    lead_days: 1,
    lead_hours: 2,
    start_at: '2026-01-01T00:00:00.000Z',
    start_hours: 3,
  }
  for (const [field, value] of Object.entries(all)) {
    const before = (await list(params))[0]
    assert.deepEqual((await change(task.id, { [field]: value })).body.task, { ...before, [field]: value })
  }
  assert.deepEqual(await list(params), [{ ...task, ...all }])
})

test('a changed title matches other service entries', async () => {
  const params = await addVessel()
  const task = await addTask(params, { title: 'Oil', interval_days: 10, start_at: '2026-01-01T00:00:00Z' })
  await logService(params, { title: ' FILTER', done_at: '2026-02-01T00:00:00Z' })
  assert.equal((await due(params))[0]!.due_date, '2026-01-11T00:00:00.000Z')
  await change(task.id, { title: 'Filter' })
  assert.equal((await due(params))[0]!.due_date, '2026-02-11T00:00:00.000Z')
})

test('DELETE task: gone from the due feed; its services stay in the logbook, without it', async () => {
  const params = await addVessel()
  const [task, other] = [await addTask(params), await addTask(params)]
  const done = await logService(params, { title: 'Oil and filter', task_id: task.id, note: 'kept' })
  const others = await logService(params, { title: 'Oil', task_id: other.id })
  assert.deepEqual(await client.ok(contract.deleteTask, owner.session, { params: { id: task.id } }), { removed: true })
  assert.deepEqual(
    (await due(params)).map(({ task_id }) => task_id),
    [other.id],
  )
  const { service_logs } = await client.ok(contract.getLogbook, owner.key, { params })
  assert.deepEqual(service_logs, [others, { ...done, task_id: null }])
  assert.equal((await client.call(contract.deleteTask, owner.session, { params: { id: task.id } })).status, 404)
})

test("bad-input 12: another owner's task, an unknown one and one of an unknown vessel: the same 404, nothing changes", async () => {
  const params = await addVessel()
  const task = await addTask(params)
  const answers = [
    await client.call(contract.listTasks, stranger.session, { params }),
    await client.call(contract.createTask, stranger.session, { params, body: { title: 'Oil', interval_days: 1 } }),
  ]
  for (const id of [task.id, randomUUID(), `urn:uuid:${task.id}`])
    answers.push(
      await client.call(contract.changeTask, stranger.session, { params: { id }, body: { title: 'Mine' } }),
      await client.call(contract.changeTask, stranger.session, { params: { id }, body: { interval_days: null } }),
      await client.call(contract.deleteTask, stranger.session, { params: { id } }),
    )
  for (const { status, text } of answers) assert.deepEqual([status, text], [404, '{"error":"not_found"}'])
  assert.deepEqual(await list(params), [task])
})

test('an access key reaches none of the app routes', async () => {
  const params = await addVessel()
  assert.equal((await client.call(contract.listTasks, owner.key, { params })).status, 401)
})

test('bad-input 9, 10, 13 and 16: what does not fit a task: 400, nothing written', async () => {
  const params = await addVessel()
  const task = await addTask(params)
  const wrong: object[] = [
    { title: '' },
    { title: '\0' },
    { title: 'o\ud800' },
    { title: 'o'.repeat(121) },
    { title: null },
    ...[0, -1, 36_501, 1.5, '365', true].map((interval_days) => ({ interval_days })),
    ...[0, -1, 1_000_001, 1.5, '250'].map((interval_hours) => ({ interval_hours })),
    ...[-1, 1.5, null, '30'].flatMap((lead) => [{ lead_days: lead }, { lead_hours: lead }]),
    ...[-1, 1.5, 2_147_483_648].map((start_hours) => ({ start_hours })),
    ...[null, '0000-01-01T00:00:00Z', '2026-05-14T09:30:60Z', '10000-01-01T00:00:00Z'].map((start_at) => ({
      start_at,
    })),
  ]
  for (const body of wrong) {
    assert.equal((await change(task.id, body)).status, 400, JSON.stringify(body))
    assert.equal((await postTask(params, { title: 'Oil', interval_days: 1, ...body })).status, 400)
  }
  assert.deepEqual(await list(params), [task])
})

test('bad-input 18: id, vessel_id and created_at in a body never bind', async () => {
  const [params, other] = [await addVessel(), await addVessel()]
  const forged = { id: randomUUID(), vessel_id: other.id, created_at: '2001-01-01T00:00:00Z', title_key: 'x' }
  const task = await addTask(params, forged)
  assert.deepEqual((await change(task.id, forged)).body.task, task)
  assert.deepEqual([await list(params), await list(other)], [[task], []])
  assert.ok(task.id !== forged.id && task.created_at !== forged.created_at)
})
