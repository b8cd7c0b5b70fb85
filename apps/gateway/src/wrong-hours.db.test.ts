import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@binnacle/contract'
import { type OnboardDevice, openOnboardDevice } from '@binnacle/onboard'
import { SILENT } from '../../../packages/onboard/src/testing/log.ts'
import { until } from '../../../scripts/until.ts'
import { makeBoat } from '../../server/src/testing/accounts/boat.ts'
import { startService } from '../../server/src/testing/service.ts'

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client } = service
const owner = await service.owner()

const MINUTE = 60_000

/** A boat whose onboard device lives by the steady clock of the test, and an owner with the app. */
async function setUp(t: TestContext) {
  const boat = await makeBoat(client, owner)
  const params = { id: boat.id }
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-wrong-hours-'))
  const devices: OnboardDevice[] = []
  t.after(async () => {
    for (const device of devices) await device.close()
    await rm(folder, { recursive: true })
  })
  let steady = 0
  const time = {
    ...{ boot: 'boot', steady: () => steady, wall: Date.now },
    sleep: (_ms: number, signal: AbortSignal) => sleep(5, undefined, { signal }).catch(() => {}),
  }
  const open = async () => {
    const device = await openOnboardDevice(
      {
        ...{ url: service.baseUrl, key: boat.device.key, folder, cameras: [], admission: {}, log: SILENT, gapMs: 1 },
        ...{ queue: { maxMegabytes: 10, maxDays: 30 }, budgets: {} },
      },
      time,
    )
    devices.push(device)
    return device
  }
  const pass = (ms: number) => {
    steady += ms
  }
  /** So long that what was queued is due; and a little more, for what has to be tried again. */
  const become = async (isSo: () => Promise<boolean>) => {
    pass(31_000)
    await until(async () => {
      pass(5)
      return isSo()
    })
  }
  const hear = (device: OnboardDevice, hours: number) => {
    for (let second = 0; second < 8; second++, pass(1_000))
      device.observe({
        metric: 'engine_hours',
        instance: 'port',
        value: hours,
        at: steady,
        source: '0/127489',
        rank: 0,
      })
  }
  return {
    ...{ open, hear, pass, become },
    enters: (hours: number) =>
      client.ok(contract.addHours, owner.session, { params, body: { hours, logged_at: '2026-05-01T00:00:00Z' } }),
    /** In the app, the entry that shows these hours. */
    deletes: async (hours: number) => {
      const { engine_hour_logs } = await client.ok(contract.getLogbook, owner.key, { params })
      const { id } = engine_hour_logs.find((one: contract.EngineHourLog) => one.hours === hours)
      await client.ok(contract.deleteHours, owner.session, { params: { id } })
    },
    meter: async () => (await client.ok(contract.getVessel, owner.key, { params })).vessel.engine_hours,
    stored: async () =>
      (await client.ok(contract.readTelemetry, owner.key, { params, query: { metric: 'engine_hours' } })).readings.map(
        (one: contract.Reading) => `${one.value} ${one.unit}`,
      ),
  }
}

const enginesOf = (device: OnboardDevice) => device.status().hourMeters.map(({ instance, hours }) => [instance, hours])

for (const when of ['while the device runs', 'while it is switched off'])
  test(`the owner deletes wrong hours ${when}: the device forgets them, and the true ones move the meter again`, async (t) => {
    const { open, hear, pass, become, enters, deletes, meter, stored } = await setUp(t)
    await enters(120)
    let device = await open()
    hear(device, 354_185.1)
    await become(async () => (await meter()) === 354_185)
    // Held back to thin it.
    hear(device, 354_185.25)
    if (when === 'while it is switched off') await device.close()
    await deletes(354_185)
    assert.equal(await meter(), 120)

    if (when === 'while it is switched off') device = await open()
    pass(15 * MINUTE)
    await become(async () => (await stored()).includes('354185.25 h'))
    assert.equal(await meter(), 120, 'hours that the device held back do not move it')
    await become(async () => enginesOf(device).length === 0)

    hear(device, 121.3)
    await become(async () => (await meter()) === 121)
    assert.deepEqual(enginesOf(device), [['port', 121.3]])
    // In any order: the service's clock does not pass with the device's.
    assert.deepEqual(new Set(await stored()), new Set(['121.3 h', '354185.25 h', '354185.1 h']))
  })
