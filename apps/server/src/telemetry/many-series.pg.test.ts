import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { makeBoat } from '../testing/accounts/boat.ts'
import { startService } from '../testing/service.ts'
import { rollUpAll } from './testing/roll-up-all.ts'

const { seriesPerVessel: MAX } = contract.LIMITS
const PER_BATCH = contract.LIMITS.readingsPerRequest

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client } = service

test('a device that names new series without end makes no answer longer, nor what is kept of them for the next', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const params = { id: boat.id }
  for (let sent = 0; sent < MAX + 3 * PER_BATCH; sent += PER_BATCH)
    await client.ok(contract.postTelemetry, boat.device, {
      body: {
        readings: Array.from({ length: PER_BATCH }, (_, i) => ({
          metric: 'battery_voltage',
          value: 12.5,
          instance: `bank ${sent + i}`,
        })),
      },
    })
  const listed = async () => [
    (await client.ok(contract.readLatest, owner.session, { params })).series.length,
    (await client.ok(contract.listSeries, owner.key, { params })).series.length,
  ]
  assert.deepEqual(await listed(), [MAX, MAX])
  await rollUpAll(service.database)
  assert.deepEqual(await listed(), [MAX, MAX])
  const { rows } = await sql`select from telemetry_latest where vessel_id = ${boat.id}`.execute(service.database.db)
  assert.equal(rows.length, MAX)
})
