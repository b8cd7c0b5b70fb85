import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { ROUTES, type Route } from '@binnacle/contract'
import { sql } from 'kysely'
import { makeOneOfEach } from '../testing/accounts/one-of-each.ts'
import { startService } from '../testing/service.ts'

const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
const { client, database } = service
const owner = await service.owner()
const { ids } = await makeOneOfEach(client, owner, new URL(service.config.baseUrl).origin)
const vessel = { id: ids.vessel }

const whoOf = (route: Route) => (route.auth === 'owner' ? owner.key : owner.session)
const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key })
const service_log = { title: 'Oil', cost: 129.9 }
const log = (headers: Record<string, string>, body: object = service_log) =>
  client.call(contract.logService, owner.key, { params: vessel, headers, body })
const services = async (): Promise<{ title: string }[]> =>
  (await client.ok(contract.getLogbook, owner.key, { params: vessel })).service_logs

const BODIES: Record<string, Record<string, unknown>> = {
  createTask: { title: 'Oil', interval_days: 365 },
  logServices: { services: [{ title: 'Oil' }] },
  createConnection: { provider: 'generic-http' },
  completeInspection: {},
  startInspection: { templates: ['safety'] },
}

function bodyOf(route: Route): Record<string, unknown> | undefined {
  if (!route.body) return undefined
  const body = BODIES[route.id] ?? (contract.exampleOf(route.body) as Record<string, unknown>)
  const named = Object.entries({ vessel_id: ids.vessel, task_id: ids.task }).filter(([name]) => name in body)
  return { ...body, ...Object.fromEntries(named) }
}

/** The last one ends the inspection that another adds a photo to. */
const named = ROUTES.filter(contract.takesIdempotencyKey).sort((a, b) =>
  a === contract.completeInspection ? 1 : b === contract.completeInspection ? -1 : 0,
)

/** Links are signed anew for each answer. */
const withoutLinks = (text: string) => text.replaceAll(/\?exp=[^"]*/g, '')

for (const route of named)
  test(`${route.method} ${route.path}: a retry with its key gets the first answer`, async () => {
    const body = bodyOf(route)
    const send = (some: object | undefined) =>
      client.call(route, whoOf(route), { params, headers, ...(some && { body: some }) })
    const params: Record<string, string> = route.resource ? { id: ids[route.resource] } : {}
    const headers = keyed()
    const first = await send(body)
    assert.ok(first.status < 300, first.text)
    const again = await send(body)
    assert.deepEqual([again.status, withoutLinks(again.text)], [first.status, withoutLinks(first.text)])
    if (!body || route.bodyCheckedBy === 'handler') return
    const other = await send({ ...body, note: 'other', label: 'other', name: 'other' })
    assert.equal(other.body.error, 'idempotency_key_reused')
  })

test('requests at once with one key make one entry, and all get its answer', async () => {
  const before = await services()
  const headers = keyed()
  const answers = await Promise.all(Array.from({ length: 6 }, () => log(headers)))
  assert.deepEqual(
    new Set(answers.map(({ status, text }) => `${status} ${text}`)),
    new Set([`201 ${answers[0]!.text}`]),
  )
  assert.equal((await services()).length, before.length + 1)
})

test('without a key, and with another, it is another entry', async () => {
  const before = await services()
  for (const headers of [{}, {}, keyed(), keyed()]) assert.equal((await log(headers)).status, 201)
  assert.equal((await services()).length, before.length + 4)
})

test('the same key with another body is refused and writes nothing', async () => {
  const headers = keyed()
  await log(headers)
  const before = await services()
  const answer = await log(headers, { ...service_log, cost: 130 })
  assert.deepEqual([answer.status, answer.body], [422, { error: 'idempotency_key_reused' }])
  assert.deepEqual(await services(), before)
})

test('a refused request is not remembered: corrected, it goes through with the same key', async () => {
  const headers = keyed()
  const hours = (value: number) =>
    client.call(contract.logEngineHours, owner.key, { params: vessel, headers, body: { hours: value } })
  await client.ok(contract.logEngineHours, owner.key, { params: vessel, body: { hours: 500 } })
  assert.equal((await hours(499)).body.error, 'hours_below_current')
  assert.equal((await hours(501)).status, 201)
  assert.equal((await hours(501)).status, 201, 'the stored answer, though the meter is there already')
})

test('a key is of one account and one path', async () => {
  const other = await service.owner('Bob')
  const headers = keyed()
  const body = { name: 'Aurora', vessel_type: 'sailboat' }
  const first = await client.ok(contract.createVessel, owner.session, { headers, body })
  const second = await client.ok(contract.createVessel, other.session, { headers, body })
  assert.notEqual(first.vessel.id, second.vessel.id)
  const task = { title: 'Oil', interval_days: 365 }
  const made = async (id: string) =>
    (await client.ok(contract.createTask, owner.session, { params: { id }, headers, body: task })).task.id
  assert.notEqual(await made(first.vessel.id), await made(vessel.id))
})

test('a key that a header cannot hold is 400', async () => {
  for (const key of ['x'.repeat(256), 'a b']) assert.equal((await log(keyed(key))).status, 400)
})

test('a remembered answer cannot be read in the database: it may hold a key that is shown once', async () => {
  const answer = await client.ok(contract.createAccessKey, owner.session, {
    headers: keyed(),
    body: { name: 'secret' },
  })
  const { rows } = await sql<{ answer: Buffer }>`select answer from answered_request`.execute(database.db)
  assert.ok(rows.length > 0)
  for (const row of rows) assert.ok(!Buffer.from(row.answer).includes(answer.key))
})

test('requests are forgotten after 35 days, when their account writes again', async () => {
  const headers = keyed()
  await log(headers)
  await sql`update answered_request set answered_at = now() - interval '34 days 23 hours'`.execute(database.db)
  await log(keyed())
  const before = await services()
  await log(headers)
  assert.equal((await services()).length, before.length)
  await sql`update answered_request set answered_at = now() - interval '35 days 1 hour'`.execute(database.db)
  await log(keyed())
  await log(headers)
  assert.equal((await services()).length, before.length + 2)
})
