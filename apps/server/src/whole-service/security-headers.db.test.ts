import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { ROUTES, type Route } from '@binnacle/contract'
import { makeOneOfEach } from '../testing/accounts/one-of-each.ts'
import { startService } from '../testing/service.ts'

const HTTPS = 'https://boat.example'
const service = await startService({
  SECURITY_CONTACT: 'mailto:security@example.org',
  BASE_URL: HTTPS,
  TELEMETRY_GAP_MS: '0',
  FRAME_GAP_MS: '0',
})
const { client } = service
const owner = await service.owner()
const { boat, ids } = await makeOneOfEach(client, owner, HTTPS)
const { share } = await client.ok(contract.getShare, owner.session, { params: { id: boat.id } })
const { frames } = await client.ok(contract.listFrames, owner.key, { params: { id: ids.camera } })
const frame = new URL(frames[0].url)

/** Every answer, whatever its status, has these. */
function checkAll(headers: Headers, of: string): void {
  assert.equal(headers.get('x-content-type-options'), 'nosniff', of)
  assert.match(headers.get('content-security-policy') ?? '', /default-src '(none|self)'/, of)
  assert.match(headers.get('referrer-policy') ?? '', /^(no-referrer|same-origin)$/, of)
  assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/, of)
  assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{8,}/, of)
  assert.match(headers.get('cross-origin-resource-policy') ?? '', /^(same|cross)-origin$/, of)
}

const pathOf = (route: Route) =>
  route.path.replace('{id}', boat.id).replace('{slug}', 'signalk').replace('{token}', share.token)

test('every route of the contract sends them, refused or not', async () => {
  for (const route of ROUTES) {
    const answer = await client.raw(route.method, pathOf(route))
    checkAll(answer.headers, `${route.id} ${answer.status}`)
    if (answer.headers.get('content-type')?.startsWith('application/json'))
      assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'/, route.id)
  }
  for (const path of ['/v1/nothing', '/v1/vessels/%zz', '/docs/', '/no-page', '/app/nothing']) {
    const { headers } = await client.raw('GET', path)
    checkAll(headers, path)
  }
})

test('every file and page of the web app sends them', {
  skip: !existsSync(dist()) && 'npm run build first',
}, async () => {
  const files = readdirSync(dist(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(dist().length))
  assert.ok(paths.length > 3)
  for (const path of paths) checkAll((await client.raw('GET', path)).headers, path)
  const page = await client.raw('GET', '/boats/new', { headers: { accept: 'text/html' } })
  checkAll(page.headers, 'a page')
  const policy = page.headers.get('content-security-policy')!
  assert.match(policy, /script-src 'self'(;|$)/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin')
})

function dist(): string {
  return join(import.meta.dirname, '../../../web/dist')
}

test('what is made for other sites can be shown by them, and nothing else can', async () => {
  const oembed = `/api/oembed?url=${encodeURIComponent(`${HTTPS}/v/${share.token}`)}`
  for (const path of [`/embed/${share.token}`, `/api/badge/${share.token}`, oembed, frame.pathname + frame.search]) {
    const { status, headers } = await client.raw('GET', path)
    assert.deepEqual([status, headers.get('cross-origin-resource-policy')], [200, 'cross-origin'], path)
  }
  const policyOf = async (path: string) => (await client.raw('GET', path)).headers.get('content-security-policy')!
  assert.match(await policyOf(`/embed/${share.token}`), /frame-ancestors \*/)
  assert.match(await policyOf(`/v/${share.token}`), /frame-ancestors 'self'/)
  const own = await client.call(contract.getVessel, owner.key, { params: { id: boat.id } })
  assert.equal(own.headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.match(own.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
})

test('session cookies: HttpOnly and SameSite always, Secure under https; every sign-in makes a new session', async () => {
  const signIn = async (cookie = '') => {
    const answer = await client.raw('POST', '/api/auth/sign-in/email', {
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ email: owner.email, password: owner.password }),
    })
    assert.equal(answer.status, 200)
    for (const line of answer.headers.getSetCookie()) assert.match(line, /^__Host-/)
    return answer.headers.getSetCookie().find((line) => line.includes('session_token='))!
  }
  const first = await signIn()
  for (const flag of [/; HttpOnly/i, /; SameSite=Lax/i, /; Secure/i, /; Path=\//i]) assert.match(first, flag)
  assert.match(first, /^__Host-binnacle\.session_token=/)
  assert.doesNotMatch(first, /; Domain/i)
  const fixed = first.split(';')[0]!
  const second = await signIn(fixed)
  assert.notEqual(second.split(';')[0], fixed, 'a session that was there before is not taken over')

  const plain = await startService({ BASE_URL: 'http://localhost:8080' })
  const other = await plain.client.raw('POST', '/api/auth/sign-up/email', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }),
  })
  const cookie = other.headers.getSetCookie().find((line) => line.includes('session_token='))!
  assert.match(cookie, /; HttpOnly/i)
  assert.match(cookie, /; SameSite=Lax/i)
  assert.doesNotMatch(cookie, /; Secure/i)
  assert.equal(other.headers.get('strict-transport-security'), null, 'HSTS only where there is https')
})

test('security.txt has the contact that the operator has set, and has not expired', async () => {
  const { text } = await client.call(contract.getSecurityTxt, null)
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s)),
  )
  assert.equal(fields.Contact, 'mailto:security@example.org')
  assert.equal(fields.Canonical, `${HTTPS}/.well-known/security.txt`)
  assert.ok(Date.parse(fields.Expires) > Date.now())
})

test('an unknown address and a wrong password get one answer, and both cost a password hash', async () => {
  const attempt = async (email: string) => {
    const before = process.cpuUsage()
    const { status, text } = await client.call(contract.signIn, null, {
      body: { email, password: 'wrong horse battery' },
    })
    const { user } = process.cpuUsage(before)
    return { answer: `${status} ${text}`, user }
  }
  await attempt('warm-up@example.org')
  const [known, unknown] = [await attempt(owner.email), await attempt('nobody@example.org')]
  assert.equal(known.answer, unknown.answer)
  assert.match(known.answer, /^401 \{"error":"invalid_email_or_password"\}$/)
  // Without the hash it would be a hundredth.
  assert.ok(
    unknown.user > known.user / 10,
    `${known.user} µs of CPU for a known address, ${unknown.user} for an unknown one`,
  )
})

/** As fetch does, but with this Host, which fetch does not let a caller choose. */
async function askAs(host: string, method: string, path: string, headers: Record<string, string> = {}) {
  const sent = request(client.baseUrl + path, { method, headers: { ...headers, host } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) }
}

test('a Host that is not ours is refused, with a page that says which setting to change (DNS rebinding)', async () => {
  for (const path of [
    '/',
    '/sign-in',
    '/docs',
    '/openapi.json',
    '/metrics',
    '/app/start',
    '/v1/vessels',
    '/v/x',
    '/x',
  ]) {
    const page = await askAs('rebound.example:8080', 'GET', path, { accept: 'text/html' })
    assert.equal(page.status, 421, path)
    assert.match(page.text, /<code>BASE_URL<\/code>/)
    assert.doesNotMatch(page.text, /rebound/)
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'$/)
  }
  const german = await askAs('rebound.example', 'GET', '/', {
    accept: 'text/html',
    'accept-language': 'de-AT,en;q=0.5',
  })
  for (const part of [/<html lang="de">/, /kennt diese Adresse nicht/, /<code>BASE_URL<\/code>/])
    assert.match(german.text, part)
  for (const [method, path] of [
    ['POST', '/api/auth/sign-up/email'],
    ['GET', '/v1/vessels'],
    ['POST', '/v1/telemetry'],
  ] as const) {
    const answer = await askAs('rebound.example', method, path)
    assert.deepEqual([answer.status, answer.text], [421, '{"error":"unknown_host"}'], path)
  }
  for (const host of ['boat.example', 'boat.local:8080', 'localhost:1', '192.168.1.20'])
    assert.equal((await askAs(host, 'GET', '/app/start')).status, 200, host)
})

test('health checks, and programs with a key, may use any name of the service', async () => {
  const host = 'binnacle-1:8080'
  for (const path of ['/health/live', '/health/ready']) assert.equal((await askAs(host, 'GET', path)).status, 200, path)
  const { key } = await service.owner()
  const authorization = `Bearer ${key.key}`
  assert.equal((await askAs(host, 'GET', '/v1/vessels', { authorization })).status, 200)
  assert.equal(
    (await askAs(host, 'GET', '/app/start', { authorization })).status,
    421,
    'a website can send this header',
  )
})

test('what is not there under /docs is answered as everywhere', async () => {
  for (const path of ['/docs/nothing', '/docs/..%2fpackage.json', '/docs//evil.example', '/docs/%00']) {
    const { status, text } = await client.raw('GET', path)
    assert.deepEqual([status, text], [404, '{"error":"not_found"}'], path)
  }
})

test('/docs has a nonce for each answer, and its scripts may not evaluate text', async () => {
  const nonces = new Set<string>()
  for (let visit = 0; visit < 2; visit++) {
    const { text, headers } = await client.raw('GET', '/docs/')
    const policy = headers.get('content-security-policy')!
    assert.doesNotMatch(policy, /unsafe-eval|script-src[^;]*unsafe-inline/)
    const [, nonce] = /script-src 'nonce-([\w-]{22})' 'self';/.exec(policy)!
    const scripts = text.match(/<script\b[^>]*>/g)!
    assert.ok(
      scripts.some((script) => script.includes(`nonce="${nonce}"`)),
      text.slice(0, 500),
    )
    nonces.add(nonce!)
  }
  assert.equal(nonces.size, 2)
})
