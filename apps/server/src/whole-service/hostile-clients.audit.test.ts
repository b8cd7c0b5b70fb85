import assert from 'node:assert/strict'
import http from 'node:http'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '@binnacle/contract'
import { until } from '../../../../scripts/until.ts'
import { LONG_TURNS, startTestProcess } from '../testing/process.ts'
import { type Conversation, connect, parseAnswer, postHead, type RawAnswer, say } from '../testing/socket.ts'

const { service, boats } = await startTestProcess(LONG_TURNS, 8)
const { url } = service
const [boat] = boats as [(typeof boats)[0]]
const READINGS = '{"readings":[{"metric":"depth","value":3}]}'

const BROKEN: [name: string, request: string, status: number, error: RegExp][] = [
  ['no HTTP', 'hello\r\n\r\n', 400, /^invalid_request: /],
  ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, /^invalid_request: /],
  ['an unknown method', 'FROB / HTTP/1.1\r\nHost: a\r\n\r\n', 400, /^invalid_request: /],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 400, /^invalid_request: /],
  ['line feeds alone', 'GET /health/live HTTP/1.1\nHost: a\n\n', 400, /^invalid_request: /],
  ['no Host', 'GET /health/live HTTP/1.1\r\n\r\n', 400, /^invalid_request: .*Host/],
  ['two Hosts', 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, /^invalid_request: .*Host/],
  ['large headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431, /^headers_too_large$/],
  ['many headers', `GET / HTTP/1.1\r\nHost: a\r\n${'a: b\r\n'.repeat(3000)}\r\n`, 431, /^headers_too_large$/],
  ['a long address', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, /^headers_too_large$/],
  ['a broken escape', 'GET /v1/vessels/%zz HTTP/1.1\r\nHost: a\r\n\r\n', 400, /^invalid_request: /],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
    400,
    /^invalid_request/,
  ],
  [
    'a length and chunks',
    postHead('/v1/telemetry', 'x', 5).replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n'),
    400,
    /^invalid_request: /,
  ],
  ['a negative length', postHead('/v1/telemetry', 'x', -5), 400, /^invalid_request: /],
  ['a broken chunk', `${postHead('/v1/telemetry', boat.deviceKey, 'chunked')}zz\r\n`, 400, /^invalid_request: /],
  ['another coding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nx', 400, /^invalid_request: /],
  ['a strange expectation', 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n', 404, /^not_found$/],
]

test('what is not HTTP, or too large, is answered in the form of every error (bad-input 6)', async () => {
  for (const [name, request, status, error] of BROKEN) {
    const answer = await say(url, request)
    assert.equal(answer.status, status, `${name}: ${answer.head}`)
    assert.match(answer.head, /content-type: application\/json/, name)
    assert.match(JSON.parse(answer.text).error, error, name)
  }
})

test('Expect: 100-continue is honoured', async () => {
  const { socket, heard } = await connect(url)
  const head = postHead('/v1/telemetry', boat.deviceKey, READINGS.length)
  socket.write(head.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'))
  await until(() => heard().includes('100 Continue'), 'the word to go on')
  socket.write(READINGS)
  await until(() => heard().includes('engine_hours_applied'), 'the answer')
  assert.equal(parseAnswer(heard()).status, 202)
  socket.destroy()
})

test('a frame that is refused before all of it came leaves its connection usable', async () => {
  const { socket, heard } = await connect(url)
  // Sent at once and too large to be there when its first bytes are refused: with the rest of it, nobody is late.
  const body = `[${' '.repeat(4_000_000)}`
  for (let i = 0; i < 2; i++) {
    const before = heard().length
    socket.write(postHead('/v1/cameras/frames', boats[6]!.deviceKey, body.length) + body)
    await until(() => heard().length > before, 'the refusal')
    assert.equal(parseAnswer(heard().slice(before)).status, 400)
    // Longer than the service reads on for a sender that goes on and on.
    await wait(2_500)
    assert.ok(socket.writable && !socket.readableEnded, 'the connection was ended')
  }
  socket.destroy()
})

/** Far above every time limit of a body or of headers, so that a slow machine reaches it only when nothing is cut off. */
const NOT_CUT_OFF_MS = 120_000

/** All that the service sends until it ends the connection; fails when it does not end it. */
async function cutOff({ socket, ended }: Conversation): Promise<RawAnswer> {
  const timeout = setTimeout(() => socket.destroy(new Error('not cut off')), NOT_CUT_OFF_MS)
  const heard = await ended
  clearTimeout(timeout)
  assert.notEqual(socket.errored?.message, 'not cut off')
  return parseAnswer(heard)
}

/** Writes `piece` every 200 ms until the service ends the connection; gives its answer and after how long it came. */
async function drip(head: string, piece: string) {
  const conversation = await connect(url)
  const { socket } = conversation
  const start = performance.now()
  socket.write(head)
  let answered = 0
  socket.once('data', () => {
    answered = performance.now() - start
  })
  const timer = setInterval(() => socket.write(piece), 200)
  const answer = await cutOff(conversation)
  clearInterval(timer)
  return { ...answer, seconds: answered / 1000 }
}

describe('slow clients are cut off', { concurrency: true }, () => {
  const bodies = {
    telemetry: postHead('/v1/telemetry', boat.deviceKey, 1000),
    frames: postHead('/v1/cameras/frames', boats[1]!.deviceKey, 1_000_000),
    hours: postHead(`/v1/vessels/${boat.vesselId}/hours`, boat.ownerKey, 1000),
    'sign-in': postHead('/api/auth/sign-in/email', 'x', 1000),
    'telemetry in chunks': postHead('/v1/telemetry', boats[2]!.deviceKey, 'chunked'),
  }
  for (const [name, head] of Object.entries(bodies))
    for (const piece of head.includes('chunked') ? ['1\r\n \r\n'] : [' ', ''])
      test(`a slow body at ${name}, ${piece === '' ? 'stalled' : 'dripping'}: 408, not before its time (bad-input 11)`, async () => {
        const answer = await drip(head, piece)
        assert.deepEqual([answer.status, answer.text], [408, '{"error":"request_timeout"}'])
        assert.ok(answer.seconds > 10, `after ${answer.seconds} s`)
        assert.match(answer.head, /^connection: close$/m)
        assert.doesNotMatch(answer.head, /keep-alive/)
      })

  for (const [name, head, piece] of [
    ['headers that drip', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X: y\r\n'],
    ['a connection that says nothing', '', ''],
  ] as const)
    test(`${name}: 408, not before its time`, async () => {
      const answer = await drip(head, piece)
      assert.deepEqual([answer.status, answer.text], [408, '{"error":"request_timeout"}'])
      assert.ok(answer.seconds > 8, `after ${answer.seconds} s`)
    })

  test('an endless body is refused once it is too large, and cut off', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    const conversation = await connect(url)
    const { socket } = conversation
    socket.write(postHead('/v1/telemetry', boats[3]!.deviceKey, 'chunked'))
    const more = () => {
      if (socket.writable && socket.write(chunk)) setImmediate(more)
    }
    socket.on('drain', more)
    more()
    const answer = await cutOff(conversation)
    assert.deepEqual([answer.status, answer.text], [413, '{"error":"body_too_large"}'])
  })

  test('others are served while bodies stall', async () => {
    const head = postHead('/v1/telemetry', boats[5]!.deviceKey, READINGS.length)
    const stalled = await Promise.all(Array.from({ length: 50 }, () => connect(url)))
    for (const { socket } of stalled) socket.write(head)
    const answer = await say(url, head + READINGS)
    assert.equal(answer.status, 202)
    assert.ok(
      stalled.every(({ heard }) => heard() === ''),
      'the stalled bodies had been answered before',
    )
    for (const { socket } of stalled) socket.destroy()
  })
})

test('a slow body has 15 s (bad-input 11)', () => assert.equal(LIMITS.bodySeconds, 15))

/**
 * The most CPU time, ms, that the service took in one go while this was done: so long everybody else waited, and on a busy
 * machine longer.
 */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  const before = service.output().length
  await work()
  const told = service
    .output()
    .slice(before)
    .matchAll(/^a turn of (\d+) ms$/gm)
  return Math.max(0, ...Array.from(told, ([, ms]) => Number(ms)))
}

/** Sends a body as fast as it goes, whatever is answered meanwhile, and gives the answer. */
function send(path: string, key: string, body: Buffer, headers: http.OutgoingHttpHeaders): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const options = {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  }
  const request = http.request(url + path, options, async (answer) => {
    const text = (await answer.setEncoding('utf8').toArray()).join('')
    resolve(`${answer.statusCode} ${JSON.parse(text).error.split(':')[0]}`)
  })
  request.on('error', reject).end(body)
  return promise
}

/** A service that parsed 12 MB in one go would take 1.5 s at a time. */
const LONGEST_TURN_MS = 500

const MB = 1_000_000
const chunked = { 'transfer-encoding': 'chunked' }

const BRACKETS: [
  route: string,
  path: string,
  key: string,
  size: number,
  headers: http.OutgoingHttpHeaders,
  answer: string,
][] = [
  ['telemetry, bad key', '/v1/telemetry', 'ct_x', 12 * MB, {}, '401 invalid_connection_key'],
  ['telemetry', '/v1/telemetry', boat.deviceKey, 12 * MB, {}, '413 body_too_large'],
  ['telemetry in chunks', '/v1/telemetry', boat.deviceKey, 12 * MB, chunked, '413 body_too_large'],
  ['telemetry of its size', '/v1/telemetry', boat.deviceKey, 640 * 1024, {}, '400 invalid_request'],
  ['frames, bad key', '/v1/cameras/frames', 'ct_x', 12 * MB, chunked, '401 invalid_connection_key'],
  ['frames in chunks', '/v1/cameras/frames', boats[4]!.deviceKey, 12 * MB, chunked, '400 invalid_request'],
  ['frames', '/v1/cameras/frames', boats[4]!.deviceKey, 12 * MB, {}, '400 invalid_request'],
  ['frames of their size', '/v1/cameras/frames', boats[4]!.deviceKey, 11 * MB, {}, '400 invalid_request'],
  ['hours, bad key', `/v1/vessels/${boat.vesselId}/hours`, 'bnk_x', 12 * MB, {}, '401 unauthorized'],
  ['hours', `/v1/vessels/${boat.vesselId}/hours`, boat.ownerKey, 12 * MB, chunked, '413 body_too_large'],
  ['hours declared', `/v1/vessels/${boat.vesselId}/hours`, boat.ownerKey, 12 * MB, {}, '413 body_too_large'],
  ['hours of its size', `/v1/vessels/${boat.vesselId}/hours`, boat.ownerKey, 60_000, {}, '400 invalid_request'],
  ['no route', '/nowhere', 'x', 12 * MB, {}, '404 not_found'],
]

for (const [shape, fill] of Object.entries({ '[': '[', '{"a":': '{"a":' }))
  test(`12 MB of ${shape}: authenticated first, then refused, and other requests go on (bad-input 8)`, async (t) => {
    const longest = await longestTurn(async () => {
      for (const [route, path, key, size, headers, expected] of BRACKETS) {
        const body = Buffer.alloc(size, fill)
        for (let i = 0; i < 3; i++) assert.equal(await send(path, key, body, headers), expected, route)
      }
    })
    t.diagnostic(`the longest turn took ${longest} ms`)
    assert.ok(longest < LONGEST_TURN_MS, `others waited for ${longest} ms and more`)
  })

test('who knocks is told by the peer, and by X-Forwarded-For only from a proxy that we trust (bad-input 11)', async () => {
  const proxied = await startTestProcess({ TRUST_PROXY: '127.0.0.1' })
  const statuses = (baseUrl: string) => {
    const attempt = async (_: unknown, i: number) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${i}` }
      const body = JSON.stringify({ email: `nobody-${i}@example.org`, password: 'a guess' })
      return (await fetch(`${baseUrl}/api/auth/sign-in/email`, { method: 'POST', headers, body })).status
    }
    return Promise.all(Array.from({ length: 40 }, attempt))
  }
  // Sign-in is limited by address: one who could choose the address could try passwords for ever.
  assert.deepEqual(new Set(await statuses(url)), new Set([401, 429]))
  assert.deepEqual(new Set(await statuses(proxied.service.url)), new Set([401]))
})
