import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { type Boat, makeBoat } from '../../testing/accounts/boat.ts'
import { startService } from '../../testing/service.ts'

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client } = service
const owner = await service.owner()

const hours = (value: number, at = '2026-05-14T09:30:00Z') => ({
  readings: [{ metric: 'engine_hours', value, unit: 'h', recorded_at: at }],
})
const DEPTH = { readings: [{ metric: 'depth', value: 3 }] }
const meterOf = async ({ id }: Boat) =>
  (await client.ok(contract.getVessel, owner.key, { params: { id } })).vessel.engine_hours

/** What a device is told for a batch. */
async function post({ device }: Boat, body: object, headers: Record<string, string> = {}) {
  const answer = await client.call(contract.postTelemetry, device, { body, headers })
  return { status: answer.status, applied: answer.body.engine_hours_applied, told: answer.headers.get('hour-meter') }
}
const asking = (confirmed: number | null = null) => ({ prefer: contract.preferHourMeter(confirmed) })

/** The owner deletes the entry with these hours in the app. */
async function forget({ id }: Boat, wrong: number) {
  const { engine_hour_logs } = await client.ok(contract.getLogbook, owner.key, { params: { id } })
  const { id: entry } = engine_hour_logs.find((one: contract.EngineHourLog) => one.hours === wrong)
  await client.ok(contract.deleteHours, owner.session, { params: { id: entry } })
}

test('a device that asks is told the meter of its own boat after the batch; others get the answer of before', async () => {
  const [boat, other] = [await makeBoat(client, owner), await makeBoat(client, owner)]
  await post(other, hours(9_000))
  assert.deepEqual(await post(boat, DEPTH, asking()), { status: 202, applied: false, told: 'none' })
  assert.deepEqual(await post(boat, hours(412.4), asking()), { status: 202, applied: true, told: '412' })
  assert.deepEqual(await post(boat, hours(400), asking(412)), { status: 202, applied: false, told: '412' })
  assert.deepEqual(await post(boat, hours(413), {}), { status: 202, applied: true, told: null })
  assert.deepEqual(await post(boat, DEPTH, { prefer: 'respond-async' }), { status: 202, applied: false, told: null })
  assert.deepEqual(await post(boat, DEPTH, { prefer: 'wait=5, hour-meter' }), {
    status: 202,
    applied: false,
    told: '413',
  })
})

test('who may not send is told nothing', async () => {
  const boat = await makeBoat(client, owner)
  await post(boat, hours(412))
  const nobody = { ...boat, device: { key: 'ct_unknown' } }
  assert.deepEqual(await post(nobody, hours(1), asking(5)), { status: 401, applied: undefined, told: null })
  const { connectionId: id } = boat
  await client.ok(contract.changeConnection, owner.session, { params: { id }, body: { enabled: false } })
  assert.deepEqual(await post(boat, hours(500), asking(412)), { status: 403, applied: undefined, told: null })
  assert.equal(await meterOf(boat), 412)
})

test('after a correction, hours of a device that does not know of it are stored and do not move the meter', async () => {
  const boat = await makeBoat(client, owner)
  await post(boat, hours(120), asking())
  await post(boat, hours(354_185), asking(120))
  await forget(boat, 354_185)
  assert.equal(await meterOf(boat), 120)
  assert.deepEqual(await post(boat, hours(354_185.9), asking(354_185)), { status: 202, applied: false, told: '120' })
  assert.equal(await meterOf(boat), 120)
  const { readings } = await client.ok(contract.readTelemetry, owner.key, { params: { id: boat.id } })
  assert.equal(readings.length, 3)
  assert.deepEqual(await post(boat, hours(121.2), asking(120)), { status: 202, applied: true, told: '121' })
  // As the specification says for a device that does not ask.
  assert.deepEqual(await post(boat, hours(130)), { status: 202, applied: true, told: null })
})

test('the only hours that there were are gone: none', async () => {
  const boat = await makeBoat(client, owner)
  await post(boat, hours(354_185), asking())
  await forget(boat, 354_185)
  assert.deepEqual(await post(boat, hours(354_186), asking(354_185)), { status: 202, applied: false, told: 'none' })
})

test('a repeat says what the first answer said, and the meter as it is now', async () => {
  const boat = await makeBoat(client, owner)
  const named = { 'idempotency-key': randomUUID() }
  await post(boat, hours(120))
  assert.deepEqual(await post(boat, hours(354_185), { ...named, ...asking(120) }), {
    status: 202,
    applied: true,
    told: '354185',
  })
  await forget(boat, 354_185)
  assert.deepEqual(await post(boat, hours(354_185), { ...named, ...asking(120) }), {
    status: 202,
    applied: true,
    told: '120',
  })
})
