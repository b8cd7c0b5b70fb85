import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { until } from '../../../../scripts/until.ts'
import { Clock } from '../clock/clock.ts'
import type { Time } from '../clock/time.ts'
import { openQueue, type Queue } from '../queue/queue.ts'
import type { WireReading } from '../readings/reading.ts'
import { logTo } from '../testing/log.ts'
import { BOAT_FILE, BoatMemory } from './boat-memory.ts'
import { Budget, type BudgetLimits } from './budget.ts'
import { METER_FILE, type MeterHours, MeterMemory } from './meter-memory.ts'
import { Uploader, type UploaderOptions } from './uploader.ts'

const NOON = Date.UTC(2026, 4, 1, 12)

/** Time passes only while somebody sleeps, and then at once. `wallError` is how far the system clock is ahead. */
class SleepingTime implements Time {
  boot = 'boot'
  now = 0
  wallError = 0
  steady = () => this.now
  wall = () => NOON + this.now + this.wallError
  sleep = async (ms: number, signal: AbortSignal) => {
    await nextTurn()
    if (!signal.aborted) this.now += ms
  }
}

interface Got {
  /** Steady ms of its arrival. */
  at: number
  key: string
  authorization?: string
  prefer?: string
  body: string
  readings: WireReading[]
}

type Answer = (response: ServerResponse, request: Got) => void

const say =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { date: new Date(NOON).toUTCString(), ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
const taken: Answer = (response, { readings }) =>
  say(202, { accepted: readings.length, rejected: [], engine_hours_applied: false })(response, {} as Got)
/** A service that takes the key, which is of this vessel. */
const vessel = (id: string) => say(200, { requests: [], poll_after_ms: 15_000 }, { 'vessel-id': id })
const cutOff: Answer = (response) => response.destroy()

/** A queue on disk, a service that answers the nth batch with the nth of `answers`, and the uploader between them. */
async function setUp(
  t: TestContext,
  { limits = {} as BudgetLimits, ...options }: Partial<UploaderOptions> & { limits?: BudgetLimits } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-uploader-'))
  const time = new SleepingTime()
  const answers: Answer[] = []
  const got: Got[] = []
  let asked = 0
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url === '/health/live') {
      asked++
      return live.answer(response, {} as Got)
    }
    if (request.url === '/v1/cameras/pending') return keys.answer(response, {} as Got)
    const { authorization, prefer, 'idempotency-key': key } = request.headers
    const batch = {
      ...{ at: time.now, key: String(key), authorization },
      prefer: prefer as string | undefined,
      body,
      readings: JSON.parse(body).readings,
    }
    got.push(batch)
    const answer = answers[got.length - 1] ?? taken
    answer(response, batch)
  })
  let connections = 0
  server.on('connection', () => connections++)
  const live = { answer: say(200, { status: 'ok' }) }
  /** What the service says to a key. */
  const keys = { answer: vessel('aurora') }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const lines: string[] = []
  const log = logTo((message, level) => lines.push(`${level} ${message}`))
  const clock = new Clock(time)
  const budget = await Budget.open(join(folder, 'budget.json'), limits, clock, log)
  const queue = await openQueue(join(folder, 'queue'), { maxBytes: 1e7, maxAgeMs: 1e12, log })
  const forgotten: (MeterHours & { meter: number | null })[] = []
  const forget = async (wrong: MeterHours, meter: number | null) => void forgotten.push({ ...wrong, meter })
  const openMeter = () => MeterMemory.open(join(folder, METER_FILE), { queue, forget, log })
  const meter = await openMeter()
  const openBoat = () => BoatMemory.open(join(folder, BOAT_FILE), folder, log)
  const boat = await openBoat()
  const uploaders: Uploader[] = []
  t.after(async () => {
    for (const uploader of uploaders) await uploader.close()
    server.closeAllConnections()
    server.close()
    await queue.close()
    await rm(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const start = (changes: Partial<Pick<UploaderOptions, 'url' | 'meter' | 'key' | 'boat'>> = {}) => {
    const uploader = new Uploader({
      ...{ url, key: 'ct_1', queue, clock, meter, boat, budget, log },
      ...options,
      ...changes,
    })
    uploaders.push(uploader)
    return uploader
  }
  return {
    url,
    time,
    answers,
    got,
    live,
    asked: () => asked,
    connections: () => connections,
    clock,
    budget,
    queue,
    openMeter,
    openBoat,
    keys,
    forgotten,
    lines,
    folder,
    start,
  }
}

/** Appends so many readings, a second apart, the nth with the value n. */
async function fill(
  { queue, clock, time }: { queue: Queue; clock: Clock; time: SleepingTime },
  count: number,
  from = 0,
) {
  for (let i = from; i < from + count; i++) {
    queue.append({ metric: 'depth', value: i }, clock.stamp())
    time.now += 1_000
  }
  await queue.flush()
}

const drained = (queue: Queue) => () => queue.stats().waiting === 0 && queue.prepared === null
const values = (got: readonly Got[]) => got.flatMap(({ readings }) => readings.map(({ value }) => value))

test('what waits is sent at the start, with its true time though the system clock was years behind', async (t) => {
  const device = await setUp(t)
  device.time.wallError = -20 * 365 * 86_400_000
  await fill(device, 3)
  device.live.answer = (response) =>
    say(200, { status: 'ok' }, { date: new Date(NOON + 3_000).toUTCString() })(response, {} as Got)
  const uploader = device.start()
  await until(drained(device.queue))
  const [batch] = device.got
  assert.deepEqual([batch?.authorization, values(device.got)], ['Bearer ct_1', [0, 1, 2]])
  for (const [i, reading] of batch!.readings.entries())
    assert.ok(Math.abs(Date.parse(reading.recorded_at) - NOON - i * 1000) <= 1_000, reading.recorded_at)
  await until(() => uploader.status().state === 'connected')
  assert.equal(device.asked(), 1)
})

test('one connection carries the question for the time and all batches', async (t) => {
  const device = await setUp(t)
  await fill(device, 450)
  device.start()
  await until(drained(device.queue))
  assert.deepEqual([device.asked(), device.got.length, device.connections()], [1, 3, 1])
})

test('no batch is prepared until the time is known', async (t) => {
  const device = await setUp(t)
  await fill(device, 1)
  device.live.answer = say(200, '<html>Welcome to the marina</html>')
  const uploader = device.start()
  await until(() => device.asked() >= 3)
  assert.deepEqual([device.got.length, device.queue.prepared], [0, null])
  assert.deepEqual(
    [uploader.status().state, uploader.status().sentence],
    ['offline', 'Offline: 200: this is not Binnacle. Readings are kept on disk and sent later.'],
  )
  device.live.answer = say(200, { status: 'ok' })
  await until(drained(device.queue))
})

test('https where http is spoken is said in words', async (t) => {
  const device = await setUp(t)
  await fill(device, 1)
  const uploader = device.start({ url: device.url.replace('http:', 'https:') })
  await until(() => uploader.status().state === 'offline')
  assert.match(uploader.status().sentence, /does not use TLS; use http/)
})

test('a backlog: full batches, five seconds apart, the oldest in order and each twelfth the newest', async (t) => {
  const device = await setUp(t)
  await fill(device, 2_850)
  device.start()
  await until(drained(device.queue))
  assert.deepEqual(
    device.got.map(({ readings }) => readings.length),
    [...Array.from({ length: 14 }, () => 200), 50],
  )
  const firsts = device.got.map(({ readings }) => readings[0]!.value)
  assert.deepEqual(firsts, [2650, 0, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2450, 2200, 2400])
  assert.deepEqual(
    values(device.got).toSorted((a, b) => a! - b!),
    Array.from({ length: 2_850 }, (_, i) => i),
  )
  const gaps = device.got.slice(1, -1).map(({ at }, i) => at - device.got[i]!.at)
  assert.deepEqual(new Set(gaps), new Set([5_000]))
})

test('on a line with a steady delay the gap is kept from start to start, so that no time is lost on the way', async (t) => {
  const device = await setUp(t)
  await fill(device, 2_000)
  device.answers.push(
    ...Array.from(
      { length: 10 },
      (): Answer => (response, request) => {
        device.time.now += 700
        taken(response, request)
      },
    ),
  )
  device.start()
  await until(drained(device.queue))
  assert.deepEqual(
    device.got.slice(1).map(({ at }, i) => at - device.got[i]!.at),
    [5_700, ...Array.from({ length: 8 }, () => 5_000)],
  )
})

test('without a backlog readings wait for company, but not behind a fault', async (t) => {
  const device = await setUp(t)
  const uploader = device.start()
  await fill(device, 1)
  await until(() => device.got.length === 1)
  const first = device.got[0]!.at
  await fill(device, 1, 1)
  await until(() => device.got.length === 2)
  assert.ok(device.got[1]!.at - first >= 30_000)
  device.queue.append({ metric: 'fault_code', text_value: 'SPN 110 FMI 0' }, device.clock.stamp())
  const at = device.time.now
  uploader.hurry()
  await until(() => device.got.length === 3)
  assert.equal(device.got[2]!.readings[0]!.text_value, 'SPN 110 FMI 0')
  assert.ok(device.got[2]!.at - at < 30_000)
})

test('a fault goes before a backlog', async (t) => {
  const device = await setUp(t)
  await fill(device, 1_000)
  device.answers[2] = (response, request) => {
    device.queue.append({ metric: 'fault_code', text_value: 'overheated' }, device.clock.stamp())
    uploader.hurry()
    taken(response, request)
  }
  const uploader = device.start()
  await until(drained(device.queue))
  assert.equal(device.got[3]!.readings.at(-1)!.text_value, 'overheated')
})

test('a lost answer: the same body under the same key, also after a restart', async (t) => {
  const device = await setUp(t)
  await fill(device, 5)
  device.answers.push(cutOff, say(502, '<html>'), () => {})
  const uploader = device.start()
  await until(() => device.got.length === 3)
  await uploader.close()
  assert.equal(device.queue.prepared?.count, 5)
  await fill(device, 5, 5)
  device.start()
  await until(drained(device.queue))
  assert.deepEqual(new Set(device.got.slice(0, 4).map(({ key, body }) => `${key} ${body}`)).size, 1)
  assert.deepEqual(values(device.got.slice(3)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.notEqual(device.got[4]!.key, device.got[3]!.key)
})

test('429 and 503 wait as long as they say', async (t) => {
  const device = await setUp(t)
  await fill(device, 1)
  device.answers.push(
    say(429, { error: 'too_frequent' }, { 'retry-after': '20' }),
    say(503, { error: 'ingest_disabled' }, { 'retry-after': '60' }),
  )
  device.start()
  await until(drained(device.queue))
  const [first, second, third] = device.got.map(({ at }) => at) as [number, number, number]
  assert.ok(second - first >= 20_000 && second - first <= 22_000)
  assert.ok(third - second >= 60_000 && third - second <= 66_000)
})

test("a login page's answers are no acknowledgement, and no refusal", async (t) => {
  const device = await setUp(t)
  await fill(device, 1)
  device.answers.push(
    say(200, '<html>'),
    say(302, '', { location: 'http://127.0.0.1:1/' }),
    say(403, '<html>'),
    say(400, 'Bad Request'),
    say(401, '{}'),
  )
  device.start()
  await until(drained(device.queue))
  assert.deepEqual([device.got.length, device.queue.stats().refused], [6, 0])
})

for (const [status, error] of [
  [400, 'invalid_request: /readings must not be empty'],
  [422, 'idempotency_key_reused'],
] as const)
  test(`${status}: set aside with the reason, and the rest goes on`, async (t) => {
    const device = await setUp(t)
    await fill(device, 250)
    device.answers.push(say(status, { error }))
    const uploader = device.start()
    await until(drained(device.queue))
    assert.deepEqual(
      device.got.map(({ readings }) => readings.length),
      [200, 50],
    )
    assert.equal((await readdir(join(device.folder, 'queue', 'refused'))).length, 1)
    assert.ok(
      device.lines.some(
        (line) => line.startsWith('warn the service refused a batch of 200 readings') && line.includes(error),
      ),
    )
    assert.equal(uploader.status().state, 'connected')
  })

test('413, from whomever: set aside, and what follows is half as large', async (t) => {
  const device = await setUp(t)
  await fill(device, 500)
  device.answers.push(say(413, '<html>nginx</html>'))
  device.start()
  await until(drained(device.queue))
  assert.deepEqual(
    device.got.map(({ readings }) => readings.length),
    [200, 100, 100, 100],
  )
})

for (const [status, error, advice] of [
  [401, 'invalid_connection_key', /Create a new key in the app under Connections/],
  [403, 'connection_disabled', /Check it in the app under Connections/],
  [403, 'account_suspended', /has suspended the account/],
  [404, 'not_found', /Check the address/],
] as const)
  test(`${status}: stops, says what to do, and tries slowly`, async (t) => {
    const device = await setUp(t)
    await fill(device, 1)
    device.answers.push(say(status, { error }), say(status, { error }))
    device.start()
    await until(drained(device.queue))
    assert.ok(device.lines.some((line) => line.startsWith('warn') && advice.test(line)))
    assert.deepEqual([device.got.length, device.queue.stats().refused], [3, 0])
    assert.ok(device.got[1]!.at - device.got[0]!.at >= 600_000)
  })

for (const when of ['while the old one is being refused', 'after the old one was refused'])
  test(`a new key that comes ${when} is used at once`, async (t) => {
    const device = await setUp(t)
    await fill(device, 1)
    const { sleep } = device.time
    // Ten minutes pass for nobody: what comes then was woken.
    device.time.sleep = async (ms, signal) => {
      if (ms < 60_000) await sleep(ms, signal)
      else await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    }
    device.answers.push((response, request) => {
      if (when.startsWith('while')) uploader.useKey('ct_2')
      say(401, { error: 'invalid_connection_key' })(response, request)
    })
    const uploader = device.start()
    if (when.startsWith('after')) {
      await until(() => uploader.status().state === 'refused')
      uploader.useKey('ct_2')
    }
    await until(drained(device.queue))
    assert.deepEqual(
      device.got.map(({ authorization }) => authorization),
      ['Bearer ct_1', 'Bearer ct_2'],
    )
  })

test('what the service did not store is counted, and the last 20 kept', async (t) => {
  const device = await setUp(t)
  await fill(device, 200)
  const rejected = Array.from({ length: 25 }, (_, i) => ({ metric: 'depth', reason: `reason ${i}` }))
  device.answers.push(say(202, { accepted: 175, rejected, engine_hours_applied: false }))
  const uploader = device.start()
  await until(drained(device.queue))
  const { count, last } = uploader.status().rejected
  assert.deepEqual([count, last.length, last[0]?.reason, last[19]?.reason], [25, 20, 'reason 5', 'reason 24'])
})

test("with the month's data used up: the newest 50 once an hour, and a fault at once", async (t) => {
  const device = await setUp(t, { limits: { telemetryMegabytes: 0.001 } })
  await fill(device, 500)
  device.budget.spend('telemetry', 1_000)
  const uploader = device.start()
  await until(() => device.got.length >= 3)
  assert.deepEqual(
    device.got.slice(0, 3).map(({ readings }) => [readings.length, readings.at(-1)!.value]),
    [
      [50, 499],
      [50, 449],
      [50, 399],
    ],
  )
  assert.ok(device.got[2]!.at - device.got[1]!.at >= 3_600_000)
  assert.match(uploader.status().sentence, /data limit is reached/)
  const at = device.time.now
  device.queue.append({ metric: 'fault_code', text_value: 'flooded' }, device.clock.stamp())
  uploader.hurry()
  await until(() => device.got.some(({ readings }) => readings.at(-1)!.text_value === 'flooded'))
  const told = device.got.find(({ readings }) => readings.at(-1)!.text_value === 'flooded')!
  assert.ok(told.at - at < 3_600_000)
})

test('close does not wait for an answer that never comes, and the batch stays prepared', async (t) => {
  const device = await setUp(t)
  await fill(device, 1)
  device.answers.push(() => {})
  const uploader = device.start()
  await until(() => device.got.length === 1)
  await uploader.close()
  assert.equal(device.queue.prepared?.count, 1)
})

const told =
  (meter: number | null): Answer =>
  (response, { readings }) =>
    say(
      202,
      { accepted: readings.length, rejected: [], engine_hours_applied: false },
      { 'hour-meter': String(meter ?? 'none') },
    )(response, {} as Got)

const hearHours = ({ queue, clock }: { queue: Queue; clock: Clock }, ...values: number[]) => {
  for (const value of values) queue.append({ metric: 'engine_hours', instance: 'port', value }, clock.stamp())
  return queue.flush()
}
const sentHours = ({ readings }: Got) => readings.map(({ value, unit }) => `${value} ${unit}`)

test('with hours it asks for the meter; those that the owner corrected are wrong, and go beside it', async (t) => {
  const device = await setUp(t)
  const { queue, got, answers, forgotten } = device
  answers.push(told(354_185), told(120))
  await hearHours(device, 354_185.1)
  const uploader = device.start()
  await until(() => got.length === 1 && drained(queue)())
  await hearHours(device, ...Array.from({ length: 201 }, (_, i) => 354_185.2 + i / 1_000))
  await until(() => got.length === 3 && drained(queue)())
  await uploader.close()
  assert.deepEqual(
    got.map(({ prefer }) => prefer),
    ['hour-meter', 'hour-meter=354185', undefined],
  )
  assert.deepEqual(forgotten, [{ instance: 'port', hours: 354_185, meter: 120 }])
  assert.deepEqual(sentHours(got[2]!), ['354185.4 hours'])

  // After a restart, too.
  await hearHours(device, 120.5)
  device.start({ meter: await device.openMeter() })
  await until(() => got.length === 4 && drained(queue)())
  assert.deepEqual([got[3]!.prefer, sentHours(got[3]!)], ['hour-meter=120', ['120.5 h']])
})

test('a service that does not tell the meter is sent hours as before', async (t) => {
  const device = await setUp(t)
  await hearHours(device, 354_185.1)
  device.start()
  await until(drained(device.queue))
  await hearHours(device, 120.5)
  await until(() => device.got.length === 2)
  assert.deepEqual(
    device.got.map((one) => [one.prefer, ...sentHours(one)]),
    [
      ['hour-meter', '354185.1 h'],
      ['hour-meter', '120.5 h'],
    ],
  )
  assert.deepEqual(device.forgotten, [])
})

test('it is known on disk before the batch is acknowledged, and a disk that refuses does not keep the batch', async (t) => {
  const device = await setUp(t)
  const { queue } = device
  const path = join(device.folder, METER_FILE)
  const acknowledge = queue.acknowledge.bind(queue)
  const onDisk: string[] = []
  queue.acknowledge = async () => {
    onDisk.push(await readFile(path, 'utf8'))
    await acknowledge()
  }
  device.answers.push(told(270), told(271))
  await hearHours(device, 270.4)
  device.start()
  await until(drained(queue))
  assert.match(onDisk[0]!, /"hours":270\b/)

  queue.acknowledge = acknowledge
  await rm(path)
  await mkdir(path)
  await hearHours(device, 271.4)
  await until(() => device.got.length === 2 && drained(queue)())
  assert.ok(device.lines.some((line) => line.startsWith('warn') && line.includes(METER_FILE)))
})

test('a key of another boat sends nothing, also after a restart; a new key of the same boat sends it all', async (t) => {
  const device = await setUp(t)
  const { keys, queue, got } = device
  await fill(device, 2)
  const own = device.start()
  await until(drained(queue))
  await own.close()
  await fill(device, 3, 2)
  keys.answer = vessel('borealis')
  const boat = await device.openBoat()
  const other = device.start({ key: 'ct_2', boat })
  await until(() => other.status().state === 'refused')
  assert.match(
    other.status().sentence,
    /^The connection key belongs to another boat than the data in \S+\. Enter a key of /,
  )
  assert.deepEqual(values(got), [0, 1])
  keys.answer = vessel('aurora')
  other.useKey('ct_3')
  await until(drained(queue))
  assert.deepEqual(values(got), [0, 1, 2, 3, 4])
  assert.deepEqual(new Set(got.map(({ authorization }) => authorization)), new Set(['Bearer ct_1', 'Bearer ct_3']))
})

test('while it cannot be known whose key it is, nothing is sent; with a service that does not tell, all is', async (t) => {
  const device = await setUp(t)
  const { keys, queue, got } = device
  keys.answer = say(503, { error: 'unavailable' })
  await fill(device, 1)
  const boat = await device.openBoat()
  const uploader = device.start({ boat })
  await until(() => uploader.status().state === 'offline')
  assert.deepEqual([got, boat.knows('ct_1')], [[], false])
  keys.answer = say(200, { requests: [], poll_after_ms: 15_000 })
  await until(drained(queue))
  assert.deepEqual([values(got), boat.knows('ct_1')], [[0], true])
})

test('with nothing to send it notices that the service is away, and that the connection was deleted', async (t) => {
  const device = await setUp(t)
  const { keys } = device
  const uploader = device.start()
  const says = (state: string) => until(() => uploader.status().state === state, state)
  await says('connected')
  keys.answer = cutOff
  await says('offline')
  const { since, lastAnswer } = uploader.status()
  assert.ok(since!.steady - lastAnswer!.steady <= 6 * 60_000)
  keys.answer = vessel('aurora')
  await says('connected')
  keys.answer = say(401, { error: 'invalid_connection_key' })
  await says('refused')
  assert.match(uploader.status().sentence, /^The service rejected the connection key \(401 invalid_connection_key\)/)
  assert.ok(uploader.status().since!.steady > uploader.status().lastAnswer!.steady)
})
