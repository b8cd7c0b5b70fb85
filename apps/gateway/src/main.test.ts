import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import * as contract from '@binnacle/contract'
import { type Boat, makeBoat } from '../../server/src/testing/boat.ts'
import { startService } from '../../server/src/testing/service.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const CAN0_3 = fileURLToPath(new URL('../../../../shared/data/n2k/can0-3.candump', import.meta.url))
const GIVE_UP_MS = 60_000

/** Starts the program as a user does; it ends with the test at the latest. */
function gateway(t: TestContext, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  })
  t.after(() => child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }))
  return {
    child,
    said,
    ended,
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

const run = (t: TestContext, ...args: string[]) => gateway(t, ...args).ended

async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + GIVE_UP_MS
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    assert.ok(performance.now() < end, `given up waiting for ${look}`)
    await sleep(100)
  }
}

interface Files {
  service: string
  key: string
  inputs: string
  more?: string
}

/** A folder with settings and a key; gives the path of the settings. */
function settings(t: TestContext, { service, key, inputs, more = '' }: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-gateway-'))
  t.after(() => rmSync(folder, { recursive: true, maxRetries: 3 }))
  writeFileSync(join(folder, 'boat.key'), key, { mode: 0o600 })
  const path = join(folder, 'boat.yaml')
  writeFileSync(path, `service: ${service}\nkeyFile: boat.key\ndataFolder: data\ninputs:\n${inputs}${more}`)
  return path
}

/** Nobody listens there. */
const UNUSED = '  - {type: nmea0183, tcp: "127.0.0.1:1"}\n'
const recording = (path: string) => `  - {type: nmea2000, file: ${path}, speed: fast}\n`

test('help, version and wrong use', async (t) => {
  const [help, version, wrong] = await Promise.all([run(t, '--help'), run(t, '--version'), run(t, 'frobnicate')])
  assert.equal(help.code, 0)
  assert.match(help.out, /Usage: binnacle-gateway/)
  assert.match(version.out, /^\d+\.\d+\.\d+\n$/)
  assert.equal(wrong.code, 2)
  assert.match(wrong.err, /frobnicate: want one of run, check, status/)
})

test('settings that are not right: each with its line, and nothing is started', async (t) => {
  const path = settings(t, { service: 'ftp://boat', key: 'ct_x', inputs: '  - {type: nmea2000, cam: can0}\n' })
  const { code, err } = await run(t, '--config', path)
  assert.equal(code, 1)
  assert.match(err, /boat.yaml:1:10: must be an address that begins with https:/)
  assert.match(err, /boat.yaml:5:22: unknown setting cam; did you mean can\?/)
  assert.equal(existsSync(join(path, '../data')), false)
})

test('run: a data folder that cannot be used is named', async (t) => {
  const path = settings(t, { service: 'http://127.0.0.1:1', key: contract.keyOf('ct_', 1n, crc32), inputs: UNUSED })
  writeFileSync(join(path, '../data'), 'a file is in its place')
  const { code, err } = await run(t, '--config', path)
  assert.equal(code, 1)
  assert.match(err, /^binnacle-gateway: dataFolder \S+data cannot be used \(EEXIST: .*\): is it writable/)
})

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

  test('check: the key, each input, what is heard and what to choose; no reading is sent', async (t) => {
    if (!existsSync(CAN0_3)) return t.skip(`no recording at ${CAN0_3}`)
    const boat = await makeBoat(service.client, owner)
    const path = settings(t, { service: service.baseUrl, key: boat.box.key, inputs: recording(CAN0_3) })
    const { code, out, err } = await run(t, 'check', '--config', path, '--seconds', '20')
    assert.equal(code, 0, out + err)
    assert.match(out, /Service: \S+ takes the key, and answered in \d+ ms/)
    assert.match(out, /Input nmea2000: .* played to its end; 47,783 messages/)
    assert.match(out, /^engine_hours +port +270 h +nmea2000\/0\/127489 +every 1\.0 s$/m)
    assert.match(out, /^depth +[\d.]+ m +nmea2000\/3\d\/128267 \* +every 1\.0 s$/m)
    assert.match(out, /^ {4}depth: \[nmea2000\/3\d\/128267\]$/m)
    assert.deepEqual(await stored(boat), [])
  })

  test('check: a key that is not known, and an input that is not there', async (t) => {
    const boat = await makeBoat(service.client, owner)
    await service.client.ok(contract.deleteConnection, owner.session, { params: { id: boat.connectionId } })
    const path = settings(t, { service: service.baseUrl, key: boat.box.key, inputs: UNUSED })
    const { code, out } = await run(t, 'check', '--config', path, '--seconds', '1')
    assert.equal(code, 1)
    assert.match(out, /Service: \S+ does not know this key/)
    assert.match(out, /Input nmea0183: 127.0.0.1:1: refuses the connection/)
    assert.match(out, /Nothing that the service takes was heard/)
  })

  test('run: stopped while the service is away, it loses nothing; the meter of can0-3 says 270 h and never 354185', async (t) => {
    if (!existsSync(CAN0_3)) return t.skip(`no recording at ${CAN0_3}`)
    const boat = await makeBoat(service.client, owner)
    const away = 'http://127.0.0.1:1'
    const path = settings(t, { service: away, key: boat.box.key, inputs: recording(CAN0_3) })
    const first = gateway(t, 'run', '--config', path)
    await until(() => first.said.err.includes('was played to its end'))
    const { code, err } = await first.stop('SIGINT')
    assert.equal(code, 0, err)

    const there = readFileSync(path, 'utf8').replace(away, service.baseUrl).replace(recording(CAN0_3), UNUSED)
    writeFileSync(path, there)
    const second = gateway(t, '--config', path)
    const readings = await until(async () => {
      const readings = await stored(boat)
      return readings.length > 0 ? readings : undefined
    })
    const hours = readings.filter(({ metric }) => metric === 'engine_hours')
    // The first that counted, and the last word when it was stopped.
    assert.deepEqual(new Set(hours.map(({ value, instance }) => `${instance} ${value}`)), new Set(['port 270']))
    const { vessel } = await service.client.ok(contract.getVessel, owner.session, { params: { id: boat.id } })
    assert.equal(vessel.engine_hours, 270)
    const series = new Set(readings.map(({ metric, instance }) => `${metric}/${instance ?? ''}`))
    for (const one of ['fault_code/port', 'battery_voltage/5', 'shore_power/4', 'depth/', 'position_lat/'])
      assert.ok(series.has(one), one)
    const begun = Date.now() - 5 * 60_000
    for (const { recorded_at } of readings)
      assert.ok(Date.parse(recorded_at) > begun, `a recording is played as if it ended now: ${recorded_at}`)

    const status = await until(async () => {
      const answer = await run(t, 'status', '--config', path)
      return answer.out.includes('Uploaded:  last') ? answer : undefined
    })
    assert.equal(status.code, 0, status.out)
    assert.match(status.out, /^Gateway: +runs \(process \d+\), version /m)
    assert.match(status.out, /^Input: +nmea0183: 127.0.0.1:1: refuses the connection/m)

    const asked = performance.now()
    const stopped = await second.stop()
    assert.equal(stopped.code, 0, stopped.err)
    assert.ok(performance.now() - asked < 5_000)
    assert.doesNotMatch(err + stopped.err, new RegExp(boat.box.key))
    const later = await run(t, 'status', '--config', path, '--json')
    assert.equal(later.code, 1)
    assert.equal(JSON.parse(later.out).running, false)
  })
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
  const box = gateway(t, 'run', '--config', path)
  await until(() => box.said.err.includes('The key was refused'))
  writeFileSync(join(path, '../boat.key'), mistyped)
  box.child.kill('SIGHUP')
  await until(() => box.said.err.includes('SIGHUP: the keys stay as they were'))
  writeFileSync(join(path, '../boat.key'), taken)
  box.child.kill('SIGHUP')
  await until(() => keys.includes(taken))
  const { code, err } = await box.stop()
  assert.equal(code, 0, err)
  assert.deepEqual([...new Set(keys)], [refused, taken])
  for (const key of [refused, taken, mistyped]) assert.ok(!err.includes(key))
})

test('check: a login page is no service, and https does not go where http is spoken', async (t) => {
  const page = createServer((_request, response) => response.end('<html>Marina Wi-Fi</html>')).listen(0, '127.0.0.1')
  t.after(() => page.close())
  await once(page, 'listening')
  const { port } = page.address() as AddressInfo
  const checked = (service: string) => {
    const path = settings(t, { service, key: contract.keyOf('ct_', 1n, crc32), inputs: UNUSED })
    return run(t, 'check', '--config', path, '--seconds', '1')
  }
  const [plain, encrypted] = await Promise.all([
    checked(`http://127.0.0.1:${port}`),
    checked(`https://127.0.0.1:${port}`),
  ])
  assert.deepEqual([plain.code, encrypted.code], [1, 1])
  assert.match(plain.out, /answers 200, and not as Binnacle does/)
  assert.match(encrypted.out, /does not speak TLS: is it https:\/\/ where http:\/\/ is meant\?$/m)
})
