import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { machineTime } from '../clock/time.ts'
import { cameraService } from './service.ts'

test("only the service's own answer to a poll tells the time, from when it was asked", async (t) => {
  const date = Date.UTC(2026, 4, 1)
  const polls = JSON.stringify({ requests: [], poll_after_ms: 15_000 })
  const frames = JSON.stringify({ camera_id: 'c', answered_check_in: false })
  let answer = { status: 200, body: '<html>Marina Wi-Fi</html>' }
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(answer.status, { date: new Date(date).toUTCString() }).end(answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const heard: [date: number, askedAt: number][] = []
  let steady = 1_000
  const service = cameraService({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'ct_secret',
    spend: () => {},
    boat: { knows: () => true, ask: () => assert.fail('its boat is known') },
    clock: { time: { ...machineTime, steady: () => steady++ }, learnFromDate: (...what) => heard.push(what) },
  })
  const { signal } = new AbortController()

  for (const status of [200, 302, 403, 503]) {
    answer = { ...answer, status }
    assert.equal((await service.pending(signal)).kind, 'no answer')
  }
  answer = { status: 202, body: frames }
  const picture = { bytes: Buffer.from('picture'), mime: 'image/jpeg' } as const
  const frame = { ...picture, label: 'Cockpit', trigger: 'device', capturedAt: null } as const
  assert.equal((await service.postFrame(frame, signal)).kind, 'taken')
  assert.deepEqual(heard, [])

  answer = { status: 200, body: polls }
  const askedAt = steady
  assert.equal((await service.pending(signal)).kind, 'pending')
  assert.deepEqual(heard, [[date, askedAt]])
})

test('no picture goes with a key of another boat', async () => {
  const outcome = { kind: 'other boat', sentence: 'The key belongs to another boat.' } as const
  const service = cameraService({
    url: 'http://127.0.0.1:1',
    key: 'ct_secret',
    spend: () => {},
    clock: { time: machineTime, learnFromDate: () => {} },
    boat: { knows: () => false, ask: async () => ({ outcome, date: null, bytes: 0 }) },
  })
  const answer = await service.pending(new AbortController().signal)
  assert.deepEqual(answer, { kind: 'no answer', why: 'The key belongs to another boat.' })
})
