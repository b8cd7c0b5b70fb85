import assert from 'node:assert/strict'
import { once } from 'node:events'
import http2 from 'node:http2'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import * as contract from '@binnacle/contract'
import sharp from 'sharp'
import { makeBoat } from '../apps/server/src/testing/accounts/boat.ts'
import { Client } from '../apps/server/src/testing/client.ts'
import { testServerUrl } from '../apps/server/src/testing/database.ts'
import { awaited, lookOn } from '../apps/server/src/testing/live.ts'
import { caddy, haproxy } from './testing/proxies.ts'
import { startTwoProcesses, type TwoProcesses } from './testing/two-processes.ts'

/** Sends a request as it is written, from an address of this machine; `pieces` with a second between them. */
async function send(
  url: string,
  path: string,
  options: https.RequestOptions = {},
  pieces: Iterable<string> = [],
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  const { hostname, port } = new URL(url)
  const request = https.request({ hostname, port, path, agent: false, servername: 'localhost', ...options })
  const answered = once(request, 'response')
  let first = true
  for (const piece of pieces) {
    if (!first) await wait(1_000)
    first = false
    if (!request.write(piece)) await once(request, 'drain')
  }
  request.end()
  const [answer] = await answered
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

function* slices(whole: string, count: number): Generator<string> {
  const size = Math.ceil(whole.length / count)
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size)
}

/** The largest frame that the service takes, but for a few bytes in a hundred: noise is not compressed. */
async function largeFrame(): Promise<string> {
  const [width, height] = [1660, 1660]
  const noise = Buffer.alloc(width * height * 3)
  for (let i = 0, x = 1; i < noise.length; i++) {
    x = (x * 1_103_515_245 + 12_345) & 0x7fffffff
    noise[i] = x >> 16
  }
  const image = await sharp(noise, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  assert.ok(image.length > 0.95 * contract.LIMITS.frameBytes && image.length <= contract.LIMITS.frameBytes)
  return JSON.stringify({ image_base64: image.toString('base64'), mime: 'image/png', label: 'bow' })
}

const kinds = [haproxy, caddy].map((kind) => ({ ...kind, skip: testServerUrl ? kind.missing : 'needs PostgreSQL' }))
const stacks = new Map<string, TwoProcesses>()
for (const kind of kinds)
  if (!kind.skip)
    stacks.set(kind.name, await startTwoProcesses(kind, { RATE_LIMIT_PER_MINUTE: '1000000', TELEMETRY_GAP_MS: '0' }))

for (const { name, skip } of kinds)
  describe(`two processes behind ${name}`, { skip }, () => {
    const stack = stacks.get(name)!
    const client = new Client(stack?.url)

    test('the API answers as without it, over HTTP/1.1 and HTTP/2', async () => {
      const [boat] = stack.place.boats
      const who = { key: boat!.ownerKey }
      const { vessel } = await client.ok(contract.getVessel, who, { params: { id: boat!.vesselId } })
      assert.equal(vessel.name, 'Vega')
      const session = http2.connect(stack.url)
      const stream = session.request({ ':path': `/v1/vessels/${boat!.vesselId}`, authorization: `Bearer ${who.key}` })
      const [headers] = await once(stream, 'response')
      assert.equal(headers[':status'], 200)
      assert.deepEqual(JSON.parse(await text(stream)), { vessel })
      session.close()
      assert.equal(session.alpnProtocol, 'h2')
    })

    test("a boat's connection stays between two batches, and one that was closed resumes its TLS session", async () => {
      const agent = new https.Agent({ keepAlive: true, maxCachedSessions: 1 })
      const { hostname, port } = new URL(stack.url)
      const ask = async () => {
        const request = https.get({ hostname, port, path: '/security.txt', agent, servername: 'localhost' })
        const [answer] = await once(request, 'response')
        await text(answer)
        return { socket: request.socket as TLSSocket, isSame: request.reusedSocket }
      }
      const first = await ask()
      assert.equal(first.socket.isSessionReused(), false)
      // Longer than the rest of an onboard device, which is 30 s (upload/uploader.ts).
      await wait(32_000)
      const { socket, isSame } = await ask()
      assert.ok(isSame)
      socket.destroy()
      await once(socket, 'close')
      const again = await ask()
      assert.equal(again.isSame, false)
      assert.equal(again.socket.isSessionReused(), true)
      agent.destroy()
    })

    test('figures and health are not to be had from outside, however they are written', async () => {
      const direct = await fetch(`${stack.direct[0]}/metrics`)
      assert.match(await direct.text(), /binnacle_http_request_duration_seconds/)
      const paths = ['metrics', 'health/ready', 'health/live']
      const written = paths.flatMap((path) => [
        `/${path}`,
        `/${path}?x=1`,
        `/${path}/`,
        `/${path.toUpperCase()}`,
        `//${path}`,
        `/%${path.charCodeAt(0).toString(16)}${path.slice(1)}`,
        `/.//${path}`,
        `/x/../${path}`,
        `/${path}#x`,
        `/${path};x`,
        `/${path.replace('/', '%2f')}`,
      ])
      for (const path of written) {
        const answer = await send(stack.url, path)
        assert.doesNotMatch(answer.body, /binnacle_http|"status":"ok"|checks/, path)
        if (path === `/${path.slice(1).toLowerCase()}` && paths.includes(path.slice(1)))
          assert.deepEqual([answer.status, answer.body], [404, '{"error":"not_found"}'])
      }
    })

    test('what a proxy hands on gets no figures from the service itself', async () => {
      for (const name of ['x-forwarded-for', 'forwarded', 'via']) {
        const answer = await fetch(`${stack.direct[0]}/metrics`, { headers: { [name]: '192.0.2.1' } })
        assert.deepEqual([answer.status, await answer.json()], [404, { error: 'not_found' }], name)
      }
    })

    test("the throttle of sign-in counts the client's own address, which cannot be forged", async () => {
      let serial = 0
      // Codes and not passwords, which take a while to be compared.
      const guess = async (localAddress: string) => {
        serial++
        const forged = { 'x-forwarded-for': `203.0.113.${serial}`, forwarded: `for=203.0.113.${serial}` }
        const headers = { ...forged, 'content-type': 'application/json', 'x-real-ip': `203.0.113.${serial}` }
        const path = '/api/auth/two-factor/verify-totp'
        return (await send(stack.url, path, { method: 'POST', headers, localAddress }, ['{"code":"123456"}'])).status
      }
      // Twenty a minute for each address, in each of two processes at most.
      const statuses = await Promise.all(Array.from({ length: 45 }, () => guess('127.0.0.2')))
      assert.ok(statuses.includes(429), `${statuses}`)
      assert.deepEqual(new Set(statuses), new Set([403, 429]))
      assert.equal(await guess('127.0.0.3'), 403)
    })

    test('the largest frame passes, at once and over a slow link', async () => {
      const frame = await largeFrame()
      const headers = (key: string) => ({
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': frame.length,
      })
      const owner = await client.signUp()
      const boats = [await makeBoat(client, owner), await makeBoat(client, owner)]
      const post = (boat: (typeof boats)[0], count: number) =>
        send(
          stack.url,
          '/v1/cameras/frames',
          { method: 'POST', headers: headers(boat.device.key) },
          slices(frame, count),
        )
      // Twelve seconds: longer than the headers of a request may take.
      const answers = await Promise.all([post(boats[0]!, 1), post(boats[1]!, 13)])
      for (const answer of answers) assert.equal(answer.status, 202, answer.body)
    })

    test('live events come when they happen, and are not compressed', async () => {
      const owner = await client.signUp()
      const boat = await makeBoat(client, owner)
      const onlooker = await lookOn(stack.url, owner.session)
      assert.equal(onlooker.headers['content-encoding'], undefined)
      for (let i = 0; i < 3; i++) {
        const told = onlooker.toldOf(boat.id, 'telemetry')
        const body = { readings: [{ metric: 'depth', value: i }] }
        await client.ok(contract.postTelemetry, boat.device, { body })
        await awaited(told, 'the event')
      }
      onlooker.leave()
    })

    test('headers that are too large are refused, as far as the proxy takes them by the service, in JSON', async () => {
      const answerTo = (bytes: number) => send(stack.url, '/v1/vessels', { headers: { 'x-large': 'x'.repeat(bytes) } })
      const large = await answerTo(20_000)
      assert.deepEqual([large.status, large.body], [431, '{"error":"headers_too_large"}'])
      assert.ok([400, 431].includes((await answerTo(60_000)).status))
    })

    test('TLS only is offered, and said to last', async () => {
      const answer = await send(stack.url, '/')
      assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000')
    })

    test('no process is there: 503 unavailable in JSON, with Retry-After', async () => {
      await stack.stopServices()
      const answer = await send(stack.url, '/v1/vessels')
      assert.deepEqual([answer.status, answer.body], [503, '{"error":"unavailable"}'])
      assert.equal(answer.headers['retry-after'], '5')
      assert.match(String(answer.headers['content-type']), /^application\/json/)
    })
  })
