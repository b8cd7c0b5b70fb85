import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../../../scripts/until.ts'
import { machineTime, type Time } from './clock/time.ts'
import { type OnboardDevice, type OnboardSettings, openOnboardDevice, STATUS_FILE } from './onboard-device.ts'
import type { Observation, WireReading } from './readings/reading.ts'
import type { OnboardStatus } from './status.ts'
import { logTo } from './testing/log.ts'

const YEAR = 365 * 86_400_000
/** A busy machine may take seconds over a request, and half of its way is not known; what is wrong here is wrong by years. */
const MINUTE = 60_000

/** A service that stores everything and knows the time, and a folder. */
async function setUp(t: TestContext) {
  const stored: WireReading[] = []
  const service = { takes: true, asked: 0, vessel: 'aurora' }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url === '/health/live') return response.end('{"status":"ok"}')
    if (request.url === '/v1/cameras/pending') {
      response.setHeader('vessel-id', service.vessel)
      return response.end('{"requests":[],"poll_after_ms":15000}')
    }
    const { readings } = JSON.parse(body)
    service.asked++
    if (!service.takes) return response.writeHead(503).end('{"error":"unavailable"}')
    stored.push(...readings)
    response
      .writeHead(202)
      .end(JSON.stringify({ accepted: readings.length, rejected: [], engine_hours_applied: false }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-device-'))
  const devices: OnboardDevice[] = []
  t.after(async () => {
    for (const device of devices) await device.close()
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  })
  const lines: string[] = []
  const settings: OnboardSettings = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'ct_secret',
    folder,
    queue: { maxMegabytes: 10, maxDays: 30 },
    budgets: { telemetryMegabytes: 5 },
    admission: {},
    cameras: [],
    gapMs: 1,
    log: logTo((message) => lines.push(message)),
  }
  const open = async (changes: Partial<OnboardSettings> = {}, time?: Time) => {
    const device = await openOnboardDevice({ ...settings, ...changes }, time)
    devices.push(device)
    return device
  }
  return { open, folder, stored, lines, service }
}

const water = (time: Time, value: number): Observation => ({
  metric: 'bilge_water',
  value,
  at: time.steady(),
  source: 'switch',
  rank: 0,
})

test('what the boat says arrives with its true time from a machine that believes it is 1996, also after a restart', async (t) => {
  const { open, stored, lines } = await setUp(t)
  const wrong: Time = { ...machineTime, wall: () => Date.now() - 30 * YEAR, isSynchronized: () => false }
  const offline = await open({ url: 'http://127.0.0.1:1' }, wrong)
  offline.observe(water(wrong, 1))
  const observedAt = Date.now()
  await until(() => offline.status().connection.state === 'offline')
  assert.deepEqual(
    [offline.status().clock, offline.status().queue.oldestAt],
    [{ trust: null, systemAheadMs: null }, null],
  )
  await offline.close()
  assert.equal(stored.length, 0)

  const online = await open({}, wrong)
  await until(() => stored.length === 1 && online.status().connection.state === 'connected')
  assert.ok(Math.abs(Date.parse(stored[0]!.recorded_at) - observedAt) < MINUTE, stored[0]!.recorded_at)
  const status = online.status()
  assert.equal(status.clock.trust, 'server')
  assert.ok(Math.abs(status.clock.systemAheadMs! + 30 * YEAR) < MINUTE)
  assert.ok(Math.abs(Date.parse(status.lastUploadAt!) - Date.now()) < 2 * MINUTE)
  await until(() => lines.some((line) => line.includes('time received from server; the system clock is off')))
  await online.close()
})

test('the true time is on disk as soon as it is known, not a minute later', async (t) => {
  const { open, folder } = await setUp(t)
  const device = await open()
  await until(() => device.status().clock.trust === 'server')
  const file = join(folder, 'clock.json')
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes('"from":"server"'))
})

test('the source that was chosen is chosen after a restart, though another speaks first', async (t) => {
  const { open, folder } = await setUp(t)
  let steady = 0
  const time: Time = { ...machineTime, steady: () => steady }
  const depth = (source: string): Observation => ({ metric: 'depth', value: 5, at: steady, source, rank: 0 })
  const chosen = (device: OnboardDevice) => device.status().series.map(({ chosen, others }) => [chosen, others.length])
  const first = await open({}, time)
  for (; steady < 40_000; steady += 1_000)
    for (const source of ['bus/36/128267', 'bus/38/128267']) first.observe(depth(source))
  await first.close()

  const second = await open({}, time)
  second.observe(depth('bus/38/128267'))
  assert.deepEqual(chosen(second), [[{ source: 'bus/36/128267', name: null }, 1]])
  await second.close()

  await writeFile(join(folder, 'sources.json'), '{"chosen":')
  const third = await open({}, time)
  third.observe(depth('bus/38/128267'))
  assert.deepEqual(chosen(third), [[{ source: 'bus/38/128267', name: null }, 0]], 'a broken file is put aside')
  await third.close()
})

test('the owner lists a source while it runs, and sees what each source says', async (t) => {
  const { open } = await setUp(t)
  let steady = 0
  const time: Time = { ...machineTime, steady: () => steady }
  const device = await open({}, time)
  const hear = () => {
    steady += 1_000
    for (const [i, source] of ['bus/36/128267', 'bus/38/128267'].entries())
      device.observe({ metric: 'depth', value: 5 + i, at: steady, source, rank: 0 })
  }
  while (steady < 40_000) hear()
  const shown = () => {
    const { chosen, pinned, newest, others } = device.status().series[0]!
    return { chosen: chosen?.source, pinned, newest: newest?.value, others }
  }
  assert.deepEqual(shown(), {
    chosen: 'bus/36/128267',
    pinned: false,
    newest: 5,
    others: [{ source: 'bus/38/128267', name: null, pinned: false, newest: { value: 6, unit: 'm', ageMs: 0 } }],
  })
  device.useSources({ depth: ['bus/38/128267'] })
  hear()
  assert.deepEqual(shown(), {
    chosen: 'bus/38/128267',
    pinned: true,
    newest: 6,
    others: [{ source: 'bus/36/128267', name: null, pinned: false, newest: { value: 5, unit: 'm', ageMs: 0 } }],
  })
})

test('wrong hours are forgotten on disk too, also those of an engine that was not heard since the start', async (t) => {
  const { open, folder } = await setUp(t)
  let steady = 0
  const time: Time = { ...machineTime, steady: () => steady }
  const hear = (device: OnboardDevice, instance: string, value: number) => {
    for (let i = 0; i < 8; i++) {
      steady += 1_000
      device.observe({ metric: 'engine_hours', instance, value, at: steady, source: 'bus/2/127489', rank: 0 })
    }
  }
  const hours = (device: OnboardDevice) => device.status().hourMeters.map((of) => `${of.instance} ${of.hours}`)
  const first = await open({}, time)
  hear(first, 'port', 350)
  hear(first, 'starboard', 90)
  await first.close()

  const second = await open({}, time)
  assert.deepEqual(hours(second), ['port 350', 'starboard 90'])
  assert.deepEqual(
    second.status().hourMeters.map(({ moves }) => moves),
    [true, false],
  )
  assert.equal(await second.forgetHours('port'), true)
  assert.deepEqual(hours(second), ['starboard 90'])
  assert.doesNotMatch(await readFile(join(folder, 'hours.json'), 'utf8'), /port/)
  assert.equal(await second.forgetHours('port'), false)
  hear(second, 'port', 120)
  assert.deepEqual(hours(second), ['starboard 90', 'port 120'])
  // Before they are on disk: counted and forgotten within the minute in which they would be kept.
  assert.equal(await second.forgetHours('port'), true)
  assert.deepEqual(hours(second), ['starboard 90'])
  await second.close()
  assert.doesNotMatch(await readFile(join(folder, 'hours.json'), 'utf8'), /port/)
})

test('what is held back when it closes is not lost', async (t) => {
  const { open, stored } = await setUp(t)
  const counter = (value: number): Observation => ({
    metric: 'bilge_pump_cycles',
    raw: 'counter',
    value,
    at: machineTime.steady(),
    source: 'counter',
    rank: 0,
  })
  const offline = await open({ url: 'http://127.0.0.1:1' })
  for (const value of [5, 6, 7, 9]) offline.observe(counter(value))
  await offline.close()
  await offline.close()
  await open()
  await until(() => stored.length === 2)
  assert.deepEqual(
    stored.map(({ value }) => value),
    [1, 3],
  )
})

test('the status is a file without keys, for the owner of the folder', async (t) => {
  const { open, folder, lines } = await setUp(t)
  const device = await open()
  device.observe(water(machineTime, 1))
  await until(() => device.status().queue.waiting === 0 && device.status().lastUploadAt !== null)
  await device.close()
  const path = join(folder, STATUS_FILE)
  const text = await readFile(path, 'utf8')
  const status: OnboardStatus = JSON.parse(text)
  assert.deepEqual([status.connection.state, status.queue.waiting, status.cameras], ['connected', 0, []])
  assert.equal(status.budgets.telemetry.limitBytes, 5_000_000)
  assert.ok(status.budgets.telemetry.bytes > 0)
  assert.doesNotMatch(text + lines.join(), /secret/)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
})

test('what is being sent waits until the service has it, over a restart too', async (t) => {
  const { open, stored, service } = await setUp(t)
  service.takes = false
  const tank = (number: number): Observation => ({
    metric: 'fuel_level_pct',
    instance: String(number),
    value: 50,
    at: machineTime.steady(),
    source: 'tanks',
    rank: 0,
  })
  const before = await open()
  for (let number = 0; number < 8; number++) before.observe(tank(number))
  // Bilge water does not wait for company.
  before.observe(water(machineTime, 1))
  await until(() => service.asked > 0)
  assert.deepEqual([before.status().queue.waiting, before.status().queue.sending], [9, 9])
  await before.close()

  const offline = await open({ url: 'http://127.0.0.1:1' })
  const { waiting, oldestAt, oldestAgeMs } = offline.status().queue
  assert.equal(waiting, 9)
  assert.ok(oldestAt !== null && Math.abs(Date.parse(oldestAt) - Date.now()) < MINUTE)
  assert.ok(oldestAgeMs !== null && oldestAgeMs >= -MINUTE && oldestAgeMs < MINUTE)
  await offline.close()

  service.takes = true
  const online = await open()
  await until(() => online.status().queue.waiting === 0)
  assert.equal(stored.length, 9)
})

test('without a key it says so and keeps everything until there is one', async (t) => {
  const { open, stored } = await setUp(t)
  const device = await open({ key: '' })
  device.observe(water(machineTime, 1))
  await until(() => device.status().connection.state === 'refused' && device.status().queue.waiting === 1)
  assert.match(device.status().connection.sentence, /Create a key in the app under Connections/)
  device.useKeys('ct_new')
  await until(() => stored.length === 1)
  await device.close()
})

test('an address that is none, and a folder that another has open', async (t) => {
  const { open } = await setUp(t)
  await assert.rejects(open({ url: 'binnacle.example' }), /not a service address/)
  const device = await open()
  await assert.rejects(open())
  await device.close()
})

test('which faults stand is known after a restart, until they are over', async (t) => {
  const { open, folder } = await setUp(t)
  let steady = 0
  const time: Time = { ...machineTime, steady: () => steady }
  const source = 'notifications'
  const say = (device: OnboardDevice, text_value: string) => {
    for (let second = 0; second < 2; second++) {
      device.observe({ metric: 'fault_code', instance: 'navigation.anchor', text_value, at: steady, source, rank: 0 })
      steady += 1_000
    }
  }
  const first = await open({}, time)
  assert.deepEqual(first.standingFaults(source), [])
  say(first, 'Alarm: Anchor drags')
  await first.close()
  for (const end of ['none', '']) {
    const again = await open({}, time)
    assert.deepEqual(again.standingFaults(source), end === 'none' ? ['navigation.anchor'] : [])
    assert.deepEqual(again.standingFaults('nmea2000/0'), [])
    steady += 31_000
    if (end) say(again, end)
    steady += 31_000
    if (end) say(again, end)
    await again.close()
  }
  assert.match(await readFile(join(folder, 'sources.json'), 'utf8'), /"faults":\{\}/)
})

test('a restart remembers when it uploaded last, and a key of another boat gets nothing of the first', async (t) => {
  const { open, stored, service } = await setUp(t)
  const first = await open()
  first.observe(water(machineTime, 1))
  await until(() => first.status().lastUploadAt !== null)
  const { lastUploadAt } = first.status()
  await first.close()
  service.vessel = 'borealis'
  const other = await open({ key: 'ct_other' })
  assert.deepEqual([other.status().lastUploadAt, other.status().uploadedBeforeAt], [null, lastUploadAt])
  other.observe(water(machineTime, 0))
  await until(() => other.status().connection.state === 'refused')
  assert.match(other.status().connection.sentence, /belongs to another boat than the data in/)
  assert.deepEqual(
    stored.map(({ value }) => value),
    [1],
  )
})
