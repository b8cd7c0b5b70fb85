import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { lineLog } from '../log.ts'
import { QUIET } from '../testing/status.ts'
import type { GatewayStatus } from './status-file.ts'
import { startStatusPage } from './status-page.ts'

const TOKEN = 'a-token-of-the-boat'
const BEARER = { authorization: `Bearer ${TOKEN}` }
const STATUS: GatewayStatus = {
  ...QUIET,
  at: new Date().toISOString(),
  queue: { ...QUIET.queue, waiting: 7, bytes: 2_000 },
  connection: { ...QUIET.connection, state: 'refused', sentence: 'The key is not known.' },
  alarms: {
    ...{ at: null, worst: 'alarm' },
    alarms: [
      {
        ...{ id: 'a', kind: 'above', metric: 'bilge_water', instance: null, severity: 'alarm', quiet: false },
        ...{ message: 'Water in the bilge', began_at: '2026-05-14T11:57:30.000Z' },
      },
    ],
  },
  withheld: [
    {
      ...{
        series: 'water_temp',
        source: 'bus/35/130312',
        reason: 'implausible',
        value: 39,
        valueText: '39 C',
        count: 2022,
      },
      text: 'cannot be true',
    },
  ],
  rejected: { count: 1, last: [{ at: null, metric: 'depth', reason: 'value is missing' }] },
  series: [
    {
      metric: 'battery_voltage',
      instance: '<script>alert(1)</script>',
      chosen: { source: 'bus/0/127508', name: 'BMV & co' },
      pinned: false,
      unheard: [],
      others: [{ source: 'gx/battery/"1"', name: null, pinned: false, newest: null }],
      newest: { value: 12.6, unit: 'V', ageMs: 4_000 },
    },
    {
      ...{ metric: 'fault_code', instance: null, chosen: null, pinned: false, unheard: [], newest: null },
      others: [{ source: 'bus/4/127489', name: null, pinned: false, newest: null }],
    },
    { metric: 'depth', instance: null, chosen: null, pinned: false, unheard: ['DST81 & co'], others: [], newest: null },
  ],
  cameras: [{ name: 'Helm & mast', lastFrameAt: null, lastError: 'no answer' }] as GatewayStatus['cameras'],
  inputs: [
    { name: 'bus', state: 'connected', sentence: 'connected to can0', messagesAMinute: 9, lastMessageAgeMs: 80 },
  ],
}

async function started(t: TestContext) {
  const lines: string[] = []
  const log = lineLog('debug', false, (line) => lines.push(line))
  const page = startStatusPage({ host: '127.0.0.1', port: 0, token: TOKEN }, () => STATUS, log)
  t.after(() => page.close())
  const port = (await page.listening)!
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body = '') => {
    const sent = request({ port, path, method, headers: { 'content-length': String(body.length), ...headers } })
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    return { status: answer.statusCode, headers: answer.headers, text }
  }
  return { ask, port, lines }
}

test('without the token it says nothing of the boat', async (t) => {
  const { ask, lines } = await started(t)
  const wrong = [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: TOKEN },
    { cookie: `binnacle-gateway=${TOKEN}` },
  ]
  for (const path of ['/', '/status.json', `/?token=${TOKEN}`, `/status.json?token=${TOKEN}`])
    for (const headers of wrong) {
      const { status, text } = await ask('GET', path, headers as Record<string, string>)
      assert.equal(status, 401, path)
      assert.doesNotMatch(text, /can0|127508|not known|bilge|1\.2\.3/)
    }
  const { status, headers, text } = await ask('POST', '/sign-in', {}, 'token=wrong')
  assert.deepEqual([status, headers['set-cookie']], [401, undefined])
  assert.match(text, /Wrong token/)
  assert.deepEqual(lines, [])
})

test('the form gives a cookie that is not the token, and no address ever has it', async (t) => {
  const { ask } = await started(t)
  const form = await ask('GET', '/')
  assert.match(form.text, /<form method="post" action="\/sign-in">/)
  assert.doesNotMatch(form.text, /http-equiv="refresh"/, 'what is being typed stays')
  const signedIn = await ask('POST', '/sign-in', {}, `token=${TOKEN}`)
  assert.deepEqual([signedIn.status, signedIn.headers.location], [303, '/'])
  const cookie = String(signedIn.headers['set-cookie'])
  assert.match(cookie, /; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+$/)
  assert.doesNotMatch(cookie, new RegExp(TOKEN))
  const shown = await ask('GET', '/', { cookie: `other=1; ${cookie.split(';')[0]}` })
  assert.equal(shown.status, 200)
  assert.match(shown.text, /http-equiv="refresh"/)
  assert.match(
    String(shown.headers['content-security-policy']),
    /default-src 'none'; style-src 'sha256-[^']+'; form-action/,
  )
  assert.equal(shown.headers['cache-control'], 'no-store')
})

test('it shows what is heard, from where and how old, what waits, cameras and troubles; names are text', async (t) => {
  const { ask } = await started(t)
  const { text } = await ask('GET', '/', BEARER)
  for (const expected of [
    '<dt>Service</dt><dd class="bad">The key is not known.</dd>',
    '<dt>Alarm</dt><dd class="bad">Water in the bilge</dd>',
    '<dt>Withheld</dt><dd>water_temp: 39 C cannot be true, 2,022 times (bus/35/130312)</dd>',
    '<dt>Uploaded</dt><dd>nothing yet</dd>',
    '<dt>Waiting</dt><dd>7 readings (0.0 MB)</dd>',
    '<dt>Input</dt><dd>bus: connected to can0; 9 messages a minute, last data 0 s ago</dd>',
    '<dt>Camera</dt><dd>Helm &amp; mast: no picture yet; no answer</dd>',
    '<dt>Rejected</dt><dd>depth: value is missing</dd>',
    '<tr><th scope="row">battery voltage &lt;script&gt;alert(1)&lt;/script&gt;</th><td class="value">12.6&nbsp;V</td><td>4 s</td>' +
      '<td>bus/0/127508 (BMV &amp; co)<small>also heard: gx/battery/&quot;1&quot;</small></td></tr>',
    '<td>none in use<small>set by you and not heard: DST81 &amp; co</small></td></tr>',
    '<td>all that are heard<small>bus/4/127489</small></td></tr>',
  ])
    assert.ok(text.includes(expected), `${expected}\n${text}`)
  assert.doesNotMatch(text, /<script/)
})

test('programs get the same as JSON', async (t) => {
  const { ask } = await started(t)
  const { status, headers, text } = await ask('GET', '/status.json', BEARER)
  assert.deepEqual([status, headers['content-type']], [200, 'application/json'])
  assert.deepEqual(JSON.parse(text), STATUS)
})

test('it only reads', async (t) => {
  const { ask } = await started(t)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    for (const path of ['/', '/status.json']) assert.equal((await ask(method, path, BEARER)).status, 405)
  assert.equal((await ask('GET', '/sign-in', BEARER)).status, 404)
  assert.equal((await ask('GET', '/../boat.key', BEARER)).status, 404)
})

test('a form that is too long has no token, and the page goes on', async (t) => {
  const { ask } = await started(t)
  const long = await ask('POST', '/sign-in', {}, `token=${TOKEN}&more=${'x'.repeat(200_000)}`)
  assert.equal(long.status, 401)
  assert.equal((await ask('GET', '/status.json', BEARER)).status, 200)
})

test('a port that is taken is said, and the gateway goes on', async (t) => {
  const { port } = await started(t)
  const lines: string[] = []
  const log = lineLog('error', false, (line) => lines.push(line))
  const second = startStatusPage({ host: '127.0.0.1', port, token: TOKEN }, () => STATUS, log)
  t.after(() => second.close())
  assert.equal(await second.listening, undefined)
  assert.deepEqual(lines, [`error: status page: port ${port} on 127.0.0.1: is in use by another program\n`])
})
