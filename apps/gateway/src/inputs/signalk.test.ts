import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type WebSocket, WebSocketServer } from 'ws'
import { lacks } from '../../../../scripts/programs.ts'
import type { SignalkSettings } from '../config/settings.ts'
import { selfSigned } from '../testing/certificate.ts'
import { gathering } from '../testing/input.ts'
import { startSignalk } from './signalk.ts'

interface ServerOptions {
  /** Without it anybody may read. */
  token?: string
  /** Whether strangers may connect, though they are told nothing, as signalk-server 2 does it. */
  letsIn?: boolean
  /** What it remembers and says at the subscription. */
  cached?: object[]
  /** Called before it says that. */
  remembering?: () => void
  port?: number
  tls?: ReturnType<typeof selfSigned>
}

/** A server that speaks the stream's protocol: hello, then what it has, once it is subscribed to. */
async function serve(t: TestContext, { token, letsIn, cached = [], remembering, port = 0, tls }: ServerOptions = {}) {
  const subscriptions: { context: string; subscribe: { path: string }[] }[] = []
  const requests: IncomingMessage[] = []
  const clients: WebSocket[] = []
  const knows = ({ headers }: IncomingMessage) => token === undefined || headers.authorization === `Bearer ${token}`
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(knows(request) ? 404 : 401).end()
  }
  const http = tls ? createTlsServer(tls, answer) : createServer(answer)
  const sockets = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request, socket, head) => {
    requests.push(request)
    if (!knows(request) && !letsIn) return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (client) => {
      clients.push(client)
      const hello = {
        name: 'signalk-server',
        version: '2.23.0',
        self: 'vessels.urn:x',
        roles: ['main'],
        timestamp: new Date(),
      }
      client.send(JSON.stringify(hello))
      client.on('message', (message) => {
        subscriptions.push(JSON.parse(message.toString()))
        remembering?.()
        for (const delta of cached) client.send(JSON.stringify(delta))
      })
    })
  })
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  const stop = () => {
    for (const client of clients) client.terminate()
    http.close()
    http.closeAllConnections()
  }
  t.after(stop)
  const address = (http.address() as AddressInfo).port
  const say = (delta: object) => clients.at(-1)?.send(JSON.stringify(delta))
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address}`,
    port: address,
    subscriptions,
    requests,
    clients,
    say,
    stop,
  }
}

function start(t: TestContext, url: string, settings: Partial<SignalkSettings> = {}) {
  const heard = gathering()
  const named = { bilgeWater: [], bilgePumps: [], shorePower: [] }
  const input = startSignalk({ name: 'signalk', url, ...named, ...settings }, heard.sink, heard.log)
  t.after(() => input.close())
  return { ...heard, input }
}

const delta = (
  path: string,
  value: unknown,
  timestamp = new Date().toISOString(),
  source: object = { label: 'n2k', type: 'NMEA2000', pgn: 129029, src: '115' },
) => ({
  context: 'vessels.urn:x',
  updates: [{ source, $source: 'n2k.115', timestamp, values: [{ path, value }] }],
})

test('subscribes to what it can use, and hears it', async (t) => {
  const server = await serve(t)
  const bilge = 'electrical.switches.bilge.state'
  const { observations, input, until } = start(t, server.url, { bilgeWater: [bilge] })
  await until(() => server.subscriptions.length === 1)
  assert.equal(server.requests[0]?.url, '/signalk/v1/stream?subscribe=none')
  assert.equal(server.subscriptions[0]?.context, 'vessels.self')
  const paths = server.subscriptions[0]?.subscribe.map(({ path }) => path)
  for (const path of ['navigation.position', 'propulsion.*.runTime', bilge]) assert.ok(paths?.includes(path), path)
  server.say(delta('environment.depth.belowTransducer', 11.9))
  server.say({ requestId: 1, state: 'COMPLETED' })
  server.say(delta(bilge, 1))
  await until(() => observations.length === 2)
  assert.deepEqual(
    observations.map(({ metric, value, source }) => [metric, value, source]),
    [
      ['depth', 11.9, 'n2k.115/environment.depth.belowTransducer'],
      ['bilge_water', 1, `n2k.115/${bilge}`],
    ],
  )
  const { state, sentence, messagesAMinute } = input.status()
  assert.deepEqual([state, messagesAMinute], ['connected', 2])
  assert.match(sentence, /signalk-server 2\.23\.0/)
})

for (const seconds of [0, 30])
  test(`what the server remembers from long ago is no news, and neither is its time, when it says so after ${seconds} s`, async (t) => {
    const now = new Date().toISOString()
    const cached = [
      delta('environment.depth.belowTransducer', 3, '2026-01-01T00:00:00Z'),
      delta('environment.depth.belowTransducer', 4),
      delta('navigation.datetime', now),
    ]
    const { bigint } = process.hrtime
    const remembering = () => t.mock.method(process.hrtime, 'bigint', () => bigint() + BigInt(seconds) * 1_000_000_000n)
    const { observations, times, input, until } = start(t, (await serve(t, { cached, remembering })).url)
    await until(() => input.status().messagesAMinute === cached.length)
    assert.deepEqual([observations.map((o) => o.value), times], [[4], []])
  })

test('after that the receiver tells the time', async (t) => {
  const server = await serve(t)
  const { times, until } = start(t, server.url)
  await until(() => server.subscriptions.length === 1)
  const now = new Date().toISOString()
  await until(() => {
    server.say(delta('navigation.datetime', now))
    return times.length > 0
  })
  assert.equal(times[0], Date.parse(now))
})

test('a fault is repeated while it stands', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const server = await serve(t)
  const { observations, input, until } = start(t, server.url)
  await until(() => server.subscriptions.length === 1)
  server.say(delta('notifications.propulsion.port.lowOilPressure', { state: 'alarm', message: 'Low oil pressure' }))
  await until(() => input.status().messagesAMinute === 1)
  t.mock.timers.tick(2_000)
  const faults = observations.filter((o) => o.metric === 'fault_code')
  assert.deepEqual(
    faults.map((o) => [o.instance, o.text_value]),
    [
      ['port', 'Low Oil Pressure'],
      ['port', 'Low Oil Pressure'],
    ],
  )
})

test('the token goes in a header; a wrong one is said to be wrong', async (t) => {
  const server = await serve(t, { token: 'right' })
  const friend = start(t, server.url, { token: 'right' })
  await friend.until(() => friend.input.status().state === 'connected')
  assert.ok(!server.requests[0]?.url?.includes('right'))
  const stranger = start(t, server.url, { token: 'wrong' })
  await stranger.until(() => stranger.input.status().state === 'reconnecting')
  assert.match(stranger.input.status().sentence, /refuses the token.*next try in 1 s/)
  assert.ok(!stranger.logged.join().includes('wrong'))
})

for (const letsIn of [true, false])
  test(`without a token where one is wanted, by a server that ${letsIn ? 'lets strangers in' : 'does not'}`, async (t) => {
    const server = await serve(t, { token: 'right', letsIn })
    const { input, until } = start(t, server.url)
    await until(() => input.status().state === 'reconnecting')
    assert.match(input.status().sentence, /requires a token/)
  })

test('a server that went away and came back is subscribed to again', async (t) => {
  const server = await serve(t)
  const { observations, input, until } = start(t, server.url)
  await until(() => server.subscriptions.length === 1)
  server.stop()
  await until(() => input.status().state === 'reconnecting')
  const again = await serve(t, { port: server.port, cached: [delta('environment.depth.belowTransducer', 5)] })
  await until(() => observations.length > 0)
  assert.equal(again.subscriptions.length, 1)
  assert.equal(input.status().state, 'connected')
})

test('a server that says nothing and answers no ping is given up after a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const server = await serve(t)
  const { input, until } = start(t, server.url)
  await until(() => server.subscriptions.length === 1)
  for (const client of server.clients) client.pause()
  t.mock.timers.tick(60_000)
  assert.match(input.status().sentence, /no data for 60 s/)
})

test('a boat where nothing speaks is not given up: the server answers pings', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const server = await serve(t)
  const { input, until } = start(t, server.url)
  await until(() => server.subscriptions.length === 1)
  const pings: Buffer[] = []
  server.clients[0]?.on('ping', (ping) => pings.push(ping))
  for (let i = 0; i < 4; i++) {
    const before = pings.length
    t.mock.timers.tick(20_000)
    await until(() => pings.length > before)
  }
  assert.equal(input.status().state, 'connected')
})

test('what is no Signal K server', async (t) => {
  const http = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  t.after(() => http.close())
  await once(http, 'listening')
  const { input, until } = start(t, `ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  await until(() => input.status().state === 'reconnecting')
  assert.match(input.status().sentence, /answers 404: is this a Signal K server\?/)
})

test('a server that has signed its own certificate is believed where the owner says so', {
  skip: lacks('openssl'),
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-certificate-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { url } = await serve(t, { tls: selfSigned(folder) })
  const strict = start(t, url)
  await strict.until(() => strict.input.status().state === 'reconnecting')
  assert.match(strict.input.status().sentence, /its certificate is self-signed; to accept it, set anyCertificate: true/)
  const trusting = start(t, url, { anyCertificate: true })
  await trusting.until(() => trusting.input.status().state === 'connected')
})
