import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getVessel, postTelemetry, readTelemetry } from '@binnacle/contract'
import { type AdmissionOptions, admission, type Observation, toWire } from '@binnacle/onboard'
import { makeBoat } from '../../server/src/testing/accounts/boat.ts'
import { startService } from '../../server/src/testing/service.ts'

const START = Date.UTC(2026, 4, 1)

/** Samples of an engine's hour counter, three seconds apart. */
const counter = (instance: string, hours: number): Observation[] =>
  Array.from({ length: 3 }, (_, i) => {
    const at = START + i * 3000
    return { metric: 'engine_hours', instance, value: hours, at, source: `${instance}/127489`, rank: 0 }
  })

const service = await startService({ TELEMETRY_GAP_MS: '1' })
const owner = await service.owner()

/** What a service makes of two engines' hours: the meter, and what is stored. */
async function twoEngines(options: AdmissionOptions) {
  const boat = await makeBoat(service.client, owner)
  const admit = admission(options)
  const readings = [...counter('port', 4274.9), ...counter('starboard', 728.3)].flatMap((o) => admit(o) ?? [])
  const { rejected } = await service.client.ok(postTelemetry, boat.device, { body: { readings: readings.map(toWire) } })
  assert.deepEqual(rejected, [])
  const params = { id: boat.id }
  const { vessel } = await service.client.ok(getVessel, owner.session, { params })
  const stored = await service.client.ok(readTelemetry, owner.session, { params })
  const hours = stored.readings.map((r: Record<string, unknown>) => `${r.instance} ${r.value} ${r.unit}`).sort()
  return { meter: vessel.engine_hours, hours }
}

test('of two engines only the chosen one moves the meter, and the hours of both are stored', async () => {
  assert.deepEqual(await twoEngines({ hourMeter: 'starboard' }), {
    meter: 728,
    hours: ['port 4274.9 hours', 'starboard 728.3 h'],
  })
})

test('without a choice the port engine does', async () => {
  assert.deepEqual(await twoEngines({}), { meter: 4274, hours: ['port 4274.9 h', 'starboard 728.3 hours'] })
})
