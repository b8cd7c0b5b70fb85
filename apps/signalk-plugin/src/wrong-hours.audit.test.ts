import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@binnacle/contract'
import { makeBoat } from '../../server/src/testing/accounts/boat.ts'
import { startService } from '../../server/src/testing/service.ts'
import { plugIn } from './testing/plug-in.ts'

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client } = service
const owner = await service.owner()

/** Less than the ten minutes after which hours that agree count, whatever counted before. */
const LONGEST_S = 500

/** A boat whose engine is heard by the plugin once a second, by the clock of the machine, and an owner with the app. */
async function setUp(t: TestContext) {
  const boat = await makeBoat(client, owner)
  const { server, plugin, status, running, start } = await plugIn(t)
  let faults = 0
  const hear = (hours: number) =>
    server.deliver({
      updates: [
        {
          $source: 'n2k.0',
          timestamp: new Date().toISOString(),
          values: [
            { path: 'propulsion.port.runTime', value: hours * 3600 },
            // News that does not wait for company: what waits is sent with it.
            { path: 'notifications.propulsion.port.test', value: { state: 'alarm', message: `Fault ${faults}` } },
          ],
        },
      ],
    })
  return {
    plugin,
    start: async () => {
      start({ url: service.baseUrl, key: boat.device.key })
      await running()
    },
    /** The engine says these hours until it is so. */
    says: async (hours: number, isSo: () => Promise<boolean>) => {
      for (let second = 0; !(await isSo()); second++) {
        assert.ok(second < LONGEST_S, `it is not so that ${isSo}`)
        if (second % 6 === 5) faults++
        hear(hours)
        await sleep(1_000)
      }
    },
    engines: () => status().body.device?.hourMeters.map(({ hours }) => hours) ?? [],
    meter: async () =>
      (await client.ok(contract.getVessel, owner.key, { params: { id: boat.id } })).vessel.engine_hours,
    /** In the app, the entry that shows these hours. */
    deletes: async (hours: number) => {
      const { engine_hour_logs } = await client.ok(contract.getLogbook, owner.key, { params: { id: boat.id } })
      const { id } = engine_hour_logs.find((one: contract.EngineHourLog) => one.hours === hours)
      await client.ok(contract.deleteHours, owner.session, { params: { id } })
    },
  }
}

test('the owner deletes wrong hours in the app: the plugin forgets them, and the true ones move the meter', async (t) => {
  const { plugin, start, says, engines, meter, deletes } = await setUp(t)
  await start()
  await says(354_185.1, async () => (await meter()) === 354_185)
  await plugin.stop()
  // Before the owner deletes them: afterwards the first answer makes the plugin forget them.
  await start()
  assert.deepEqual(engines(), [354_185.1], 'remembered over a restart')
  await plugin.stop()
  await deletes(354_185)
  assert.equal(await meter(), null)

  await start()
  await says(121.3, async () => (await meter()) === 121)
  assert.deepEqual(engines(), [121.3])
})
