import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Box, type BoxSettings, openBox, STATUS_FILE } from './box.ts'
import type { Observation, WireReading } from './reading.ts'
import type { BoxStatus } from './status.ts'
import { until } from './testing/until.ts'
import { machineTime, type Time } from './time.ts'

const YEAR = 365 * 86_400_000

/** A service that stores everything and knows the time, and a folder. */
async function setUp(t: TestContext) {
  const stored: WireReading[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url === '/health/live') return response.end('{"status":"ok"}')
    const { readings } = JSON.parse(body)
    stored.push(...readings)
    response
      .writeHead(202)
      .end(JSON.stringify({ accepted: readings.length, rejected: [], engine_hours_applied: false }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-box-'))
  const boxes: Box[] = []
  t.after(async () => {
    for (const box of boxes) await box.close()
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  })
  const lines: string[] = []
  const line = (message: string) => lines.push(message)
  const settings: BoxSettings = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'ct_secret',
    folder,
    queue: { maxMegabytes: 10, maxDays: 30 },
    budgets: { telemetryMegabytes: 5 },
    admission: {},
    cameras: [],
    gapMs: 1,
    log: { debug: line, info: line, warn: line, error: line },
  }
  const open = async (changes: Partial<BoxSettings> = {}, time?: Time) => {
    const box = await openBox({ ...settings, ...changes }, time)
    boxes.push(box)
    return box
  }
  return { open, folder, stored, lines }
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
  assert.ok(Math.abs(Date.parse(stored[0]!.recorded_at) - observedAt) < 2_000, stored[0]!.recorded_at)
  const status = online.status()
  assert.equal(status.clock.trust, 'server')
  assert.ok(Math.abs(status.clock.systemAheadMs! + 30 * YEAR) < 2_000)
  assert.ok(Math.abs(Date.parse(status.lastUploadAt!) - Date.now()) < 5_000)
  await until(() => lines.some((line) => line.includes('the true time is known (server); the system clock is wrong')))
  await online.close()
})

test('the true time is on disk as soon as it is known, not a minute later', async (t) => {
  const { open, folder } = await setUp(t)
  const box = await open()
  await until(() => box.status().clock.trust === 'server')
  const file = join(folder, 'clock.json')
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes('"from":"server"'))
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
  const box = await open()
  box.observe(water(machineTime, 1))
  await until(() => box.status().queue.waiting === 0 && box.status().lastUploadAt !== null)
  await box.close()
  const path = join(folder, STATUS_FILE)
  const text = await readFile(path, 'utf8')
  const status: BoxStatus = JSON.parse(text)
  assert.deepEqual([status.connection.state, status.queue.waiting, status.cameras], ['connected', 0, []])
  assert.equal(status.budgets.telemetry.limitBytes, 5_000_000)
  assert.ok(status.budgets.telemetry.bytes > 0)
  assert.doesNotMatch(text + lines.join(), /secret/)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
})

test('without a key it says so and keeps everything until there is one', async (t) => {
  const { open, stored } = await setUp(t)
  const box = await open({ key: '' })
  box.observe(water(machineTime, 1))
  await until(() => box.status().connection.state === 'refused' && box.status().queue.waiting === 1)
  assert.match(box.status().connection.sentence, /make one in the app under Connections/)
  box.useKeys('ct_new')
  await until(() => stored.length === 1)
  await box.close()
})

test('an address that is none, and a folder that another has open', async (t) => {
  const { open } = await setUp(t)
  await assert.rejects(open({ url: 'binnacle.example' }), /not the address of a service/)
  const box = await open()
  await assert.rejects(open())
  await box.close()
})
