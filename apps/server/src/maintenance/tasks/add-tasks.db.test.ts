import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { startService } from '../../testing/service.ts'

const service = await startService()
const { client } = service
const owner = await service.owner('Ada')

const addVessel = async (engine_hours: number | null = null): Promise<{ id: string }> => {
  const body = { name: 'Aurora', vessel_type: 'sailboat', engine_hours }
  return { id: (await client.ok(contract.createVessel, owner.session, { body })).vessel.id }
}
const add = (params: { id: string }, tasks: unknown) =>
  client.call(contract.addTasks, owner.session, { params, body: { tasks } })
const list = async (params: { id: string }): Promise<contract.Task[]> =>
  (await client.ok(contract.listTasks, owner.session, { params })).tasks
const sets = async (language?: string): Promise<contract.TaskSet[]> =>
  (await client.ok(contract.listTaskSets, owner.session, { query: language ? { language } : {} })).task_sets

test('GET task-sets: in English, or in the language that is asked for', async () => {
  const [english, german] = [await sets(), await sets('de')]
  assert.equal(english.length, german.length)
  assert.deepEqual([english[0]!.name, german[0]!.name], ['Inboard diesel', 'Einbaudiesel'])
  const { status } = await client.call(contract.listTaskSets, owner.session, { query: { language: 'xx' } })
  assert.equal(status, 400)
})

test('every set at once: each task is made, and counts from now and the meter', async () => {
  const params = await addVessel(412)
  const chosen = (await sets('de')).flatMap(({ tasks }) => tasks)
  const { status, body } = await add(params, chosen)
  assert.deepEqual([status, body.tasks.length, body.left_out], [201, chosen.length, []])
  const made = await list(params)
  assert.equal(made.length, chosen.length)
  assert.ok(
    made.every(
      ({ start_hours, lead_days, lead_hours }) => start_hours === 412 && lead_days === 30 && lead_hours === 25,
    ),
  )
})

test('a title that is there already, in any case, or twice in the request, is left out and named', async () => {
  const params = await addVessel()
  await add(params, [{ title: 'Engine oil', interval_days: 365 }])
  const again = [' ENGINE oil', 'Impeller', 'impeller'].map((title) => ({ title, interval_hours: 200 }))
  const { body } = await add(params, again)
  assert.deepEqual(
    [body.tasks.map(({ title }: contract.Task) => title), body.left_out],
    [['Impeller'], [' ENGINE oil', 'impeller']],
  )
  assert.equal((await add(params, again)).body.tasks.length, 0)
})

test('requests at once make no doubles', async () => {
  const tasks = (await sets())[0]!.tasks
  for (let i = 0; i < 6; i++) {
    const params = await addVessel()
    await Promise.all([add(params, tasks), add(params, tasks), add(params, tasks), add(params, tasks)])
    assert.equal((await list(params)).length, tasks.length)
  }
})

test('one task that does not fit: 400, and none is made', async () => {
  const params = await addVessel()
  const good = { title: 'Oil', interval_days: 365 }
  const none = [400, '{"error":"invalid_request: /interval_days or /interval_hours is required"}']
  const { status, text } = await add(params, [good, { title: 'Zinc' }])
  assert.deepEqual([status, text], none)
  const many = Array.from({ length: contract.LIMITS.tasksPerRequest + 1 }, (_, i) => ({ ...good, title: `Oil ${i}` }))
  for (const wrong of [
    [],
    [good, { title: '', interval_days: 1 }],
    [good, { title: 'Zinc', interval_days: 0 }],
    many,
    null,
  ])
    assert.equal((await add(params, wrong)).status, 400)
  assert.deepEqual(await list(params), [])
})
