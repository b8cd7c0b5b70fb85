import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startTestProcess } from './testing/process.ts'
import { connect, parseAnswer, postHead, say } from './testing/socket.ts'

const { service, boats } = await startTestProcess({}, 8)
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
  ['a broken chunk', `${postHead('/v1/telemetry', boat.boxKey, 'chunked')}zz\r\n`, 400, /^invalid_request: /],
  ['another coding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nx', 400, /^invalid_request: /],
  ['a strange expectation', 'GET /nowhere HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 404, /^not_found$/],
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
  const head = postHead('/v1/telemetry', boat.boxKey, READINGS.length)
  socket.write(head.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'))
  while (!heard().includes('100 Continue')) await wait(10)
  socket.write(READINGS)
  while (!heard().includes('engine_hours_applied')) await wait(10)
  assert.equal(parseAnswer(heard()).status, 202)
  socket.destroy()
})

test('a frame that is refused before all of it came leaves its connection usable', async () => {
  const { socket, heard } = await connect(url)
  const path = '/v1/cameras/frames'
  for (const [first, rest] of [
    ['[', ' '.repeat(200_000)],
    ['[', ']'],
  ] as const) {
    const before = heard().length
    socket.write(postHead(path, boats[6]!.boxKey, first.length + rest.length) + first)
    while (heard().length === before) await Promise.race([once(socket, 'data'), wait(20)])
    assert.equal(parseAnswer(heard().slice(before)).status, 400)
    socket.write(rest)
    // Longer than the service reads on for a sender that goes on and on.
    await wait(2_500)
    assert.ok(socket.writable && !socket.readableEnded, 'the connection was ended')
  }
  socket.destroy()
})

/** Writes `piece` every 200 ms until the service, or 25 s, end the connection; gives its answer and after how long it came. */
async function drip(head: string, piece: string) {
  const { socket, ended } = await connect(url)
  const start = performance.now()
  socket.write(head)
  let answered = 0
  socket.once('data', () => {
    answered = performance.now() - start
  })
  const timer = setInterval(() => socket.write(piece), 200)
  const patience = setTimeout(() => socket.destroy(), 25_000)
  const heard = await ended
  clearInterval(timer)
  clearTimeout(patience)
  const answer = parseAnswer(heard)
  return { ...answer, seconds: answered / 1000, endedAfter: (performance.now() - start - answered) / 1000 }
}

describe('slow clients are cut off', { concurrency: true }, () => {
  const bodies = {
    telemetry: postHead('/v1/telemetry', boat.boxKey, 1000),
    frames: postHead('/v1/cameras/frames', boats[1]!.boxKey, 1_000_000),
    hours: postHead(`/v1/vessels/${boat.vesselId}/hours`, boat.ownerKey, 1000),
    'sign-in': postHead('/api/auth/sign-in/email', 'x', 1000),
    'telemetry in chunks': postHead('/v1/telemetry', boats[2]!.boxKey, 'chunked'),
  }
  for (const [name, head] of Object.entries(bodies))
    for (const piece of head.includes('chunked') ? ['1\r\n \r\n'] : [' ', ''])
      test(`a slow body at ${name}, ${piece === '' ? 'stalled' : 'dripping'}: 408 within 15 s (bad-input 11)`, async () => {
        const answer = await drip(head, piece)
        assert.deepEqual([answer.status, answer.text], [408, '{"error":"request_timeout"}'])
        assert.ok(answer.seconds > 10 && answer.seconds <= 15, `after ${answer.seconds} s`)
        assert.ok(answer.endedAfter < 4, `the connection ended ${answer.endedAfter} s after the answer`)
      })

  for (const [name, head, piece] of [
    ['headers that drip', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X: y\r\n'],
    ['a connection that says nothing', '', ''],
  ] as const)
    test(`${name}: 408 within 12 s or so`, async () => {
      const answer = await drip(head, piece)
      assert.deepEqual([answer.status, answer.text], [408, '{"error":"request_timeout"}'])
      assert.ok(answer.seconds > 8 && answer.seconds < 13.5, `after ${answer.seconds} s`)
    })

  test('an endless body is refused once it is too large, and cut off', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    const { socket, ended } = await connect(url)
    const start = performance.now()
    socket.write(postHead('/v1/telemetry', boats[3]!.boxKey, 'chunked'))
    let sent = 0
    const more = () => {
      if (socket.writable && socket.write(chunk)) setImmediate(more)
      sent += chunk.length
    }
    socket.on('drain', more)
    more()
    const patience = setTimeout(() => socket.destroy(), 25_000)
    const answer = parseAnswer(await ended)
    clearTimeout(patience)
    assert.deepEqual([answer.status, answer.text], [413, '{"error":"body_too_large"}'])
    assert.ok(performance.now() - start < 8_000, 'it went on')
    assert.ok(sent > 1_000_000, 'the client was held up, so that this showed nothing')
  })

  test('meanwhile others are served at once', async () => {
    await wait(2_000)
    assert.ok((await slowest(5_000)) < 500)
  })
})

/** The 99th percentile of GET /health/live over a time, ms. */
async function slowest(forMs: number, until: Promise<unknown> = wait(forMs)): Promise<number> {
  const times: number[] = []
  let done = false
  await fetch(`${url}/health/live`) // the client's own warming up
  void until.finally(() => {
    done = true
  })
  while (!done) {
    const start = performance.now()
    assert.equal((await fetch(`${url}/health/live`)).status, 200)
    times.push(performance.now() - start)
    await wait(5)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!
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
  ['telemetry', '/v1/telemetry', boat.boxKey, 12 * MB, {}, '413 body_too_large'],
  ['telemetry in chunks', '/v1/telemetry', boat.boxKey, 12 * MB, chunked, '413 body_too_large'],
  ['telemetry of its size', '/v1/telemetry', boat.boxKey, 256 * 1024, {}, '400 invalid_request'],
  ['frames, bad key', '/v1/cameras/frames', 'ct_x', 12 * MB, chunked, '401 invalid_connection_key'],
  ['frames in chunks', '/v1/cameras/frames', boats[4]!.boxKey, 12 * MB, chunked, '400 invalid_request'],
  ['frames', '/v1/cameras/frames', boats[4]!.boxKey, 12 * MB, {}, '400 invalid_request'],
  ['frames of their size', '/v1/cameras/frames', boats[4]!.boxKey, 11 * MB, {}, '400 invalid_request'],
  ['hours, bad key', `/v1/vessels/${boat.vesselId}/hours`, 'bnk_x', 12 * MB, {}, '401 unauthorized'],
  ['hours', `/v1/vessels/${boat.vesselId}/hours`, boat.ownerKey, 12 * MB, chunked, '400 invalid_request'],
  ['hours declared', `/v1/vessels/${boat.vesselId}/hours`, boat.ownerKey, 12 * MB, {}, '400 invalid_request'],
  ['hours of its size', `/v1/vessels/${boat.vesselId}/hours`, boat.ownerKey, 60_000, {}, '400 invalid_request'],
  ['no route', '/nowhere', 'x', 12 * MB, {}, '404 not_found'],
]

for (const [shape, fill] of Object.entries({ '[': '[', '{"a":': '{"a":' }))
  test(`12 MB of ${shape}: authenticated first, then refused, and other requests go on (bad-input 8)`, async () => {
    const all = (async () => {
      for (const [route, path, key, size, headers, expected] of BRACKETS) {
        const body = Buffer.alloc(size, fill)
        for (let i = 0; i < 3; i++) assert.equal(await send(path, key, body, headers), expected, route)
      }
    })()
    const p99 = await slowest(0, all)
    await all
    assert.ok(p99 < 700, `the 99th percentile of /health/live was ${p99} ms`)
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
