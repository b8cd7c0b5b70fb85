import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../../scripts/until.ts'
import { AlarmPoll } from './alarm-poll.ts'
import type { BoatAlarms } from './boat-alarms.ts'

const WATER = {
  ...{ id: 'a', kind: 'above', metric: 'bilge_water', instance: null, severity: 'alarm' },
  ...{ message: 'Water in the bilge', began_at: '2026-05-14T12:00:00.000Z', quiet: false },
} as const
const NONE = { worst: null, alarms: [] }

/** A service whose answer the test sets, and what asks it; a minute of the boat passes in no time. */
async function setUp(t: TestContext, allows = true) {
  const service = { status: 200, answer: { ...NONE, poll_after_ms: 30_000 } as object | string, asked: [] as string[] }
  const server = createServer((request, response) => {
    service.asked.push(`${request.url} ${request.headers.authorization}`)
    const { status, answer } = service
    response.writeHead(status).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const told: BoatAlarms[] = []
  const lines: string[] = []
  const waits: number[] = []
  let spent = 0
  const poll = new AlarmPoll({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    key: 'ct_one',
    clock: {
      time: {
        ...{ boot: '', steady: () => 0, wall: Date.now },
        sleep: (ms, signal) => {
          waits.push(ms)
          return sleep(5, undefined, { signal }).catch(() => {})
        },
      },
      stamp: () => ({ boot: '', steady: 0, wall: 0 }),
    },
    budget: { spend: (_, bytes) => (spent += bytes), allows: () => allows },
    log: { warn: (line) => lines.push(line), info: (line) => lines.push(line) },
    told: (alarms) => told.push(alarms),
  })
  t.after(async () => {
    await poll.close()
    server.closeAllConnections()
    server.close()
  })
  return { poll, service, told, lines, waits, spent: () => spent }
}

test('it asks with its key as often as the service says, and tells what it says', async (t) => {
  const { poll, service, told, waits, spent } = await setUp(t)
  await until(() => told.length >= 2)
  assert.deepEqual([told[0], waits[0], service.asked[0]], [NONE, 30_000, '/v1/alarms/onboard Bearer ct_one'])
  service.answer = { worst: 'alarm', alarms: [WATER], poll_after_ms: 1 }
  poll.useKey('ct_two')
  await until(() => told.at(-1)?.worst === 'alarm' && service.asked.at(-1)?.endsWith('ct_two'))
  assert.deepEqual(poll.newest?.alarms, [WATER])
  await until(() => waits.at(-1) === 1_000, 'a pause that is not too short')
  assert.ok(spent() > 3 * 700)
})

test('what is no answer of the service changes nothing, and is said once', async (t) => {
  const { poll, service, told, lines, waits } = await setUp(t)
  service.answer = { worst: 'alarm', alarms: [WATER], poll_after_ms: 30_000 }
  await until(() => told.at(-1)?.worst === 'alarm')
  for (const [status, answer] of [
    [200, '<html>Log in'],
    [200, { worst: null, alarms: 'none' }],
    [200, { worst: 'loud', alarms: [] }],
    [200, { worst: null, alarms: [{ id: 1 }] }],
    [401, { error: 'invalid_connection_key' }],
  ] as const) {
    Object.assign(service, { status, answer })
    const asked = service.asked.length
    await until(() => service.asked.length > asked + 2)
    assert.equal(poll.newest?.worst, 'alarm')
  }
  assert.equal(told.at(-1)?.worst, 'alarm')
  await until(() => waits.at(-1) === 60_000)
  Object.assign(service, { status: 200, answer: { ...NONE, poll_after_ms: 30_000 } })
  await until(() => told.at(-1)?.worst === null)
  assert.deepEqual(lines, [
    'the service does not tell the alarms of the boat: 200',
    'the service tells the alarms of the boat again',
  ])
})

test("with the month's data used up nothing is asked", async (t) => {
  const { service, waits } = await setUp(t, false)
  await until(() => waits.length > 3)
  assert.deepEqual(service.asked, [])
})
