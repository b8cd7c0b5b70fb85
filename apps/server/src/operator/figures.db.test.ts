import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrafficSpan } from '@binnacle/contract'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { makeBoat } from '../testing/accounts/boat.ts'
import { postPicture } from '../testing/picture.ts'
import { startService } from '../testing/service.ts'
import { addTraffic } from './traffic-sql.ts'

const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
const { client } = service
const { db } = service.database
const operator = await service.owner('Olga')
const bob = await service.owner('Bob')
const figures = async (): Promise<contract.OperatorFigures> =>
  (await client.ok(contract.getFigures, operator.session)).figures

test('what onboard devices send is counted as they are answered, and once', async () => {
  const before = (await figures()).last_day.total
  const boat = await makeBoat(client, bob)
  const send = (readings: object[], headers = {}) =>
    client.call(contract.postTelemetry, boat.device, { body: { readings }, headers })
  await send([
    { metric: 'depth', value: 1 },
    { metric: 'depth', value: 2 },
    { metric: 'no such thing', value: 3 },
  ])
  await send([{ metric: 'depth', value: 4 }], { 'idempotency-key': 'one' })
  await send([{ metric: 'depth', value: 4 }], { 'idempotency-key': 'one' })
  await send([{ metric: 'depth', value: 5 }], { 'idempotency-key': 'one' })
  await postPicture(client, boat.device, { label: 'Cockpit' })
  await client.call(contract.postFrame, boat.device, { body: { label: 'Cockpit', image_base64: 'AAAA' } })
  const { last_day, last_month } = await figures()
  const gained = (name: keyof contract.Traffic) => last_day.total[name] - before[name]
  assert.deepEqual([gained('readings'), gained('readings_rejected')], [3, 1])
  assert.deepEqual([gained('frames'), gained('frames_refused')], [1, 1])
  assert.equal(gained('refused'), 2, 'the reused key and the image that is none')
  // makeBoat asks two, the figures before this were answered after they were taken.
  assert.equal(gained('requests'), 2 + 4 + 2 + 1)
  assert.deepEqual(last_month.total, last_day.total)
})

test('hours and days are added up, oldest first; older ones do not count', async () => {
  const before = await figures()
  const counted = {
    requests: 10,
    refused: 1,
    failed: 2,
    readings: 300,
    readings_rejected: 4,
    frames: 5,
    frames_refused: 6,
  }
  const hour = 60 * 60_000
  const now = Date.now()
  for (const hours of [800, 25, 22, 22]) await addTraffic(db, new Date(now - hours * hour), counted)
  const after = await figures()
  assert.equal(after.last_day.total.readings - before.last_day.total.readings, 600, 'two processes in one hour')
  assert.equal(after.last_month.total.readings - before.last_month.total.readings, 900)
  for (const spans of [after.last_day.hours, after.last_month.days]) {
    const starts = spans.map(({ from }: TrafficSpan) => from)
    assert.deepEqual(starts, starts.toSorted())
    assert.equal(new Set(starts).size, starts.length)
  }
  assert.equal(after.last_day.hours.find((span) => span.readings === 600)?.refused, 2)
})

test('what is kept, and which onboard devices were heard', async () => {
  const before = await figures()
  const boat = await makeBoat(client, bob)
  const silent = await makeBoat(client, bob)
  await sql`update connection set last_seen_at = now() - interval '25 hours' where id = ${silent.connectionId}`.execute(
    db,
  )
  await client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'depth', value: 1 }] } })
  await postPicture(client, boat.device, { label: 'Cockpit' })
  const after = await figures()
  const gained = (name: 'accounts' | 'vessels' | 'vessels_seen' | 'boxes' | 'boxes_seen') => after[name] - before[name]
  assert.deepEqual(
    [gained('accounts'), gained('vessels'), gained('vessels_seen'), gained('boxes'), gained('boxes_seen')],
    [0, 2, 1, 2, 1],
  )
  assert.equal(after.storage.frames - before.storage.frames, 1)
  assert.ok(after.storage.frame_bytes > before.storage.frame_bytes)
  const { database_bytes, telemetry_bytes, free_bytes } = after.storage
  assert.ok(telemetry_bytes > 0 && telemetry_bytes < database_bytes)
  assert.ok(free_bytes! > 0)
})

test('systems that people asked for are counted by account, however they are spelt', async () => {
  const ask = (who: typeof bob, body: object) => client.ok(contract.requestBrand, who.session, { body })
  await ask(bob, { system_name: 'Mastervolt', boat_make: 'Najad', note: 'first' })
  await ask(bob, { system_name: ' mastervolt ', boat_make: 'Najad' })
  await ask(operator, { system_name: 'MasterVolt', note: '</script><img onerror>' })
  await ask(bob, { system_name: 'Simrad' })
  const { systems } = await client.ok(contract.listBrandInterest, operator.session)
  assert.deepEqual(
    systems.map(({ last_at, ...system }: contract.BrandInterest) => system),
    [
      { system_name: 'MasterVolt', accounts: 2, boat_makes: ['Najad'], notes: ['</script><img onerror>', 'first'] },
      { system_name: 'Simrad', accounts: 1, boat_makes: [], notes: [] },
    ],
  )
})

test('accounts are found by a part of their name or address; what looks like a pattern is text', async () => {
  const found = async (search: string) =>
    (await client.ok(contract.listAccounts, operator.session, { query: { search } })).accounts.map(
      (one: contract.OperatorAccount) => one.name,
    )
  assert.deepEqual(
    [await found('BO'), await found('olga-'), await found('%'), await found('_')],
    [['Bob'], ['Olga'], [], []],
  )
  assert.deepEqual(await found(''), ['Olga', 'Bob'])
})
