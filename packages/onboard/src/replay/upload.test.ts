import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Refused, upload } from './upload.ts'

interface Request {
  url?: string
  method?: string
  headers: IncomingHttpHeaders
  body: string
  at: number
}

/** A server that answers the nth request with the nth of `answers`, the last one from then on. */
async function serve(t: TestContext, ...answers: ((response: ServerResponse) => void)[]) {
  const requests: Request[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { url, method, headers } = request
    requests.push({ url, method, headers, body, at: Date.now() })
    answers[Math.min(requests.length, answers.length) - 1]?.(response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  t.after(close)
  return { url: `http://127.0.0.1:${port}`, requests, close }
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))

const ok = answer(202, { accepted: 1, rejected: [], engine_hours_applied: true })
const batch = [
  { metric: 'engine_hours', instance: 'port', value: 270.5, at: Date.parse('2026-05-01T12:00:00Z') },
] as const

test('one request, as the specification has it', async (t) => {
  const { url, requests } = await serve(t, ok)
  assert.deepEqual(await upload(batch, { url: `${url}/`, key: 'ct_1' }), {
    accepted: 1,
    rejected: [],
    engine_hours_applied: true,
  })
  const [request] = requests
  assert.deepEqual(
    [request?.method, request?.url, request?.headers.authorization],
    ['POST', '/v1/telemetry', 'Bearer ct_1'],
  )
  assert.equal(request?.headers['content-type'], 'application/json')
  assert.deepEqual(JSON.parse(request?.body ?? ''), {
    readings: [
      { metric: 'engine_hours', value: 270.5, unit: 'h', instance: 'port', recorded_at: '2026-05-01T12:00:00.000Z' },
    ],
  })
})

test('429: waits as long as Retry-After says, and sends the same batch under the same key', async (t) => {
  const { url, requests } = await serve(t, answer(429, { error: 'too_frequent' }, { 'retry-after': '1' }), ok)
  const waits: string[] = []
  await upload(batch, { url, key: 'ct_1' }, { onRetry: (why, ms) => waits.push(`${why}, ${Math.floor(ms / 1000)} s`) })
  assert.deepEqual(waits, ['429 too_frequent, 1 s'])
  const [first, second] = requests
  assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990)
  assert.match(String(first?.headers['idempotency-key']), /^[0-9a-f]{64}$/)
  assert.equal(second?.headers['idempotency-key'], first?.headers['idempotency-key'])
  assert.equal(second?.body, first?.body)
})

test('another batch has another key', async (t) => {
  const { url, requests } = await serve(t, ok)
  await upload(batch, { url, key: 'ct_1' })
  await upload([{ ...batch[0], at: 0 }], { url, key: 'ct_1' })
  assert.notEqual(requests[0]?.headers['idempotency-key'], requests[1]?.headers['idempotency-key'])
})

const soon = { 'retry-after': '0' }
for (const [name, trouble, why] of [
  ["the server's own trouble", answer(500, { error: 'internal_error' }, soon), '500 internal_error'],
  ['ingestion off', answer(503, { error: 'ingest_disabled' }, soon), '503 ingest_disabled'],
  ['a proxy without a server', answer(502, '<html>', soon), '502 Bad Gateway'],
] as const)
  test(`${name} passes`, async (t) => {
    const { url, requests } = await serve(t, trouble, ok)
    const reasons: string[] = []
    await upload(batch, { url, key: 'ct_1' }, { onRetry: (reason) => reasons.push(reason) })
    assert.deepEqual([requests.length, reasons], [2, [why]])
  })

test("a marina's login page is not delivery, and is not followed", async (t) => {
  const elsewhere = await serve(t, ok)
  const { url, requests } = await serve(
    t,
    answer(302, '', { location: elsewhere.url }),
    answer(200, '<html>Welcome</html>'),
    ok,
  )
  const reasons: string[] = []
  const { accepted } = await upload(batch, { url, key: 'ct_1' }, { onRetry: (reason) => reasons.push(reason) })
  assert.deepEqual([accepted, requests.length, elsewhere.requests.length], [1, 3, 0])
  assert.deepEqual(reasons, ['302 Found: this is not Binnacle', '200 OK: this is not Binnacle'])
})

test('a connection cut off is tried again, at most as often as asked', async (t) => {
  const { url, requests } = await serve(t, (response) => response.destroy(), ok)
  await assert.rejects(upload(batch, { url, key: 'ct_1' }, { tries: 1 }), /other side closed|socket hang up|ECONNRESET/)
  assert.equal(requests.length, 1)
  await upload(batch, { url, key: 'ct_1' })
  assert.equal(requests.length, 2)
})

test('no server: tried again, then its reason', async (t) => {
  const { url, close } = await serve(t)
  close()
  const reasons: string[] = []
  const trying = upload(batch, { url, key: 'ct_1' }, { tries: 2, onRetry: (why) => reasons.push(why) })
  await assert.rejects(trying, /ECONNREFUSED/)
  assert.equal(reasons.length, 1)
})

for (const [status, error] of [
  [400, 'invalid_request: /readings must not be empty'],
  [401, 'invalid_connection_key'],
  [403, 'connection_disabled'],
  [413, 'too_many_readings'],
  [422, 'idempotency_key_reused'],
] as const)
  test(`${status} is final, in the server's words`, async (t) => {
    const { url, requests } = await serve(t, answer(status, { error }))
    await assert.rejects(upload(batch, { url, key: 'ct_1' }), new Refused(`${status} ${error}`))
    assert.equal(requests.length, 1)
  })
