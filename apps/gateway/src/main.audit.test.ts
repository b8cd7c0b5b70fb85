import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import * as contract from '@binnacle/contract'
import { until } from '../../../scripts/until.ts'
import { type Boat, makeBoat } from '../../server/src/testing/accounts/boat.ts'
import { startService } from '../../server/src/testing/service.ts'
import { gateway, run, settings, UNUSED } from './testing/program.ts'

const CAN0_3 = fileURLToPath(new URL('../../../../shared/data/n2k/can0-3.candump', import.meta.url))

/** It ended as it was asked to; a busy machine may be too slow for the seconds that it gives itself, and it loses nothing by that. */
function stopped<Ended extends { code: number | null; err: string }>(ended: Ended): Ended {
  if (ended.code !== 0) assert.match(ended.err, /not stopped after 4500 ms; exiting now/)
  return ended
}

const withRecording = (name: string, run: (t: TestContext) => Promise<void>) =>
  test(name, { skip: !existsSync(CAN0_3) && `no recording at ${CAN0_3}` }, run)

const recording = (path: string) => `  - {type: nmea2000, file: ${path}, speed: fast}\n`

const service = await startService({ TELEMETRY_GAP_MS: '100' })
const owner = await service.owner()

describe('with the service', () => {
  const stored = async (boat: Boat) =>
    (
      await service.client.ok(contract.readTelemetry, owner.session, {
        params: { id: boat.id },
        query: { limit: '200' },
      })
    ).readings as { metric: string; value: number; instance: string | null; recorded_at: string }[]

  withRecording('check: the key, each input, what is heard and what to choose; no reading is sent', async (t) => {
    const boat = await makeBoat(service.client, owner)
    const path = settings(t, { service: service.baseUrl, key: boat.device.key, inputs: recording(CAN0_3) })
    const { code, out, err } = await run(t, 'check', '--config', path, '--seconds', '3600')
    assert.equal(code, 0, out + err)
    assert.match(out, /Service: \S+ accepts the key \(answered in \d+ ms\)/)
    assert.match(out, /Input nmea2000: finished playing .*; 47,783 messages/)
    assert.match(out, /^engine_hours +port +270 h +nmea2000\/0\/127489 +every 1\.0 s$/m)
    assert.match(out, /^depth +[\d.]+ m +nmea2000\/3\d\/128267 \* +every 1\.0 s$/m)
    assert.match(out, /^ {4}depth: \[nmea2000\/3\d\/128267\]$/m)
    assert.deepEqual(await stored(boat), [])
  })

  test('check: a key that is not known, and an input that is not there', async (t) => {
    const boat = await makeBoat(service.client, owner)
    await service.client.ok(contract.deleteConnection, owner.session, { params: { id: boat.connectionId } })
    const path = settings(t, { service: service.baseUrl, key: boat.device.key, inputs: UNUSED })
    const { code, out } = await run(t, 'check', '--config', path, '--seconds', '1')
    assert.equal(code, 1)
    assert.match(out, /Service: \S+ does not know this key/)
    assert.match(out, /Input nmea0183: 127.0.0.1:1: connection refused/)
    assert.match(out, /Received no data that Binnacle can use/)
  })

  test('check: a key of another boat than the data here', async (t) => {
    const boats = [await makeBoat(service.client, owner), await makeBoat(service.client, owner)]
    const path = settings(t, { service: service.baseUrl, key: boats[0]!.device.key, inputs: UNUSED })
    const { said, stop } = gateway(t, 'run', '--config', path)
    await until(() => said.err.includes('Connected.'))
    stopped(await stop())
    writeFileSync(join(path, '../boat.key'), boats[1]!.device.key)
    const { code, out } = await run(t, 'check', '--config', path, '--seconds', '1')
    assert.equal(code, 1)
    assert.match(
      out,
      /^Service: \S+ accepts the key, but it belongs to another boat than the data here\. Enter a key of/m,
    )
  })

  withRecording(
    'run: stopped while the service is away, it loses nothing; the meter of can0-3 says 270 h and never 354185',
    async (t) => {
      const boat = await makeBoat(service.client, owner)
      const away = 'http://127.0.0.1:1'
      const begun = Date.now() - 5 * 60_000
      const path = settings(t, { service: away, key: boat.device.key, inputs: recording(CAN0_3) })
      const first = gateway(t, 'run', '--config', path)
      await until(() => first.said.err.includes('finished playing'))
      const { err } = stopped(await first.stop('SIGINT'))

      const there = readFileSync(path, 'utf8').replace(away, service.baseUrl).replace(recording(CAN0_3), UNUSED)
      writeFileSync(path, there)
      const second = gateway(t, '--config', path)
      const expected = ['fault_code/port', 'battery_voltage/5', 'shore_power/4', 'depth/', 'position_lat/']
      const readings = await until(async () => {
        const readings = await stored(boat)
        const series = new Set(readings.map(({ metric, instance }) => `${metric}/${instance ?? ''}`))
        return expected.every((one) => series.has(one)) && series.has('engine_hours/port') ? readings : undefined
      }, String(expected))
      const hours = readings.filter(({ metric }) => metric === 'engine_hours')
      // The first that counted, and the last word when it was stopped.
      assert.deepEqual(new Set(hours.map(({ value, instance }) => `${instance} ${value}`)), new Set(['port 270']))
      const { vessel } = await service.client.ok(contract.getVessel, owner.session, { params: { id: boat.id } })
      assert.equal(vessel.engine_hours, 270)
      for (const { recorded_at } of readings)
        assert.ok(Date.parse(recorded_at) > begun, `a recording is played as if it ended now: ${recorded_at}`)

      const status = await until(async () => {
        const answer = await run(t, 'status', '--config', path)
        return answer.out.includes('Uploaded:  last') ? answer : undefined
      })
      assert.equal(status.code, 0, status.out)
      assert.match(status.out, /^Gateway: +running \(process \d+\), version /m)
      assert.match(status.out, /^Input: +nmea0183: 127.0.0.1:1: connection refused/m)

      const ended = stopped(await second.stop())
      assert.doesNotMatch(err + ended.err, new RegExp(boat.device.key))
      const later = await run(t, 'status', '--config', path, '--json')
      assert.equal(later.code, 1)
      assert.equal(JSON.parse(later.out).running, false)
    },
  )
})

test('SIGHUP: a new key in the key file is used at once; a wrong one is not', {
  skip: process.platform === 'win32',
}, async (t) => {
  const keys: string[] = []
  const [refused, taken, mistyped] = [contract.keyOf('ct_', 1n, crc32), contract.keyOf('ct_', 2n, crc32), 'ct_typo']
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/health/live') return response.end('{"status":"ok"}')
    const key = String(request.headers.authorization).replace('Bearer ', '')
    keys.push(key)
    return key === taken
      ? response.writeHead(202).end('{"accepted":1,"rejected":[],"engine_hours_applied":false}')
      : response.writeHead(401).end('{"error":"invalid_key"}')
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const path = settings(t, {
    service: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: refused,
    inputs: '  - {type: nmea2000, file: bilge.candump, speed: fast, bilgeWater: [1.3]}\n',
  })
  // Contact 3 of switch bank 1 is on; PGN 127501. Water in the bilge is sent at once.
  writeFileSync(join(path, '../bilge.candump'), '(1700000000.000000) can0 0DF20D23#01DFFFFFFFFFFFFF\n')
  const device = gateway(t, 'run', '--config', path)
  await until(() => device.said.err.includes('The service rejected the connection key'))
  writeFileSync(join(path, '../boat.key'), mistyped)
  device.child.kill('SIGHUP')
  await until(() => device.said.err.includes('SIGHUP: the keys were not reloaded'))
  writeFileSync(join(path, '../boat.key'), taken)
  device.child.kill('SIGHUP')
  await until(() => keys.includes(taken))
  const { err } = stopped(await device.stop())
  assert.deepEqual([...new Set(keys)], [refused, taken])
  for (const key of [refused, taken, mistyped]) assert.ok(!err.includes(key))
})

test('a recording is played at the first start only, until it is forgotten', async (t) => {
  const path = settings(t, {
    service: 'http://127.0.0.1:1',
    key: contract.keyOf('ct_', 1n, crc32),
    inputs: '  - {type: nmea0183, file: boat.log, speed: fast}\n',
  })
  writeFileSync(join(path, '../boat.log'), '$IIMTW,12.6,C\r\n')
  const forget = (...what: string[]) => run(t, 'forget', ...what, '--config', path)
  assert.match((await forget('recordings')).err, /there is no gateway data in/)
  assert.match((await forget()).err, /forget needs one of recordings/)
  const start = async (expected: string) => {
    const { said, stop } = gateway(t, '--config', path)
    await until(() => said.err.includes(expected))
    const running = await forget('recordings')
    assert.match(running.err, /is in use by process \d+; stop that process first/)
    await stop()
  }
  await start('finished playing')
  await start('was played before')
  const { code, out } = await forget('recordings')
  assert.deepEqual([code, out], [0, 'Recordings are played again at the next start.\n'])
  const again = await forget('recordings')
  assert.deepEqual([again.code, again.out], [0, 'No recordings are remembered: there is nothing to forget.\n'])
  await start('finished playing')
  assert.match((await forget('hours')).out, /^No hours are remembered/)
  assert.match((await forget('boat')).out, /^All data of the boat is removed\./)
  assert.deepEqual(readdirSync(join(path, '../data')).toSorted(), ['budget.json', 'clock.json'])
  assert.match((await forget('boat')).err, /there is no gateway data in/)
})

test('check: a recording that holds nothing readable is said to', async (t) => {
  const path = settings(t, {
    service: 'http://127.0.0.1:1',
    key: contract.keyOf('ct_', 1n, crc32),
    inputs: '  - {type: nmea2000, file: boat.log, speed: fast}\n',
  })
  writeFileSync(join(path, '../boat.log'), '$IIMTW,12.6,C\r\n')
  const { code, out } = await run(t, 'check', '--config', path)
  assert.equal(code, 1)
  assert.match(out, /boat\.log; nothing in it could be read\. Check its format/)
})

test('check: what is withheld, and which engine may move the hour meter', async (t) => {
  const path = settings(t, {
    service: 'http://127.0.0.1:1',
    key: contract.keyOf('ct_', 1n, crc32),
    inputs: '  - {type: nmea0183, file: boat.log, speed: fast}\n',
  })
  writeFileSync(join(path, '../boat.log'), '$IIMTW,39.2,C\r\n$IIXDR,G,90,H,ENGINE#1\r\n')
  const { out } = await run(t, 'check', '--config', path)
  assert.match(out, /^Withheld:\n {2}water_temp: 39\.2 C cannot be true, once/m)
  assert.match(
    out,
    /^Engines that report hours: starboard \(90 h\)\..* unless one moved it before, none does\..*\n {2}hourMeter: starboard$/m,
  )
})
