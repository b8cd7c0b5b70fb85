import assert from 'node:assert/strict'
import http from 'node:http'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import * as contract from '@binnacle/contract'
import { ROUTES, type Route } from '@binnacle/contract'
import { makeKey } from '../http/values/key.ts'
import { makeBoat } from '../testing/accounts/boat.ts'
import type { Credential } from '../testing/client.ts'
import { startService } from '../testing/service.ts'

/** bad-input.md, "Every route": what each route does before it looks at what was asked. */
const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client } = service
const owner = await service.owner()
const boat = await makeBoat(client, owner)

const anyId = '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11'
const byDevice = (route: Route) => route.auth === 'device' || route.auth === 'ingest'
const unauthorized = (route: Route) => (byDevice(route) ? 'invalid_connection_key' : 'unauthorized')
const pathOf = (route: Route) => route.path.replace('{id}', anyId).replace('{slug}', 'signalk').replace('{token}', 'x')

async function refusal(route: Route, headers: Record<string, string>, path = pathOf(route)) {
  const { status, body, headers: answer } = await client.raw(route.method, path, { headers })
  return { status, error: body?.error, authenticate: answer.get('www-authenticate') }
}

for (const route of ROUTES.filter((r) => r.auth !== 'public')) {
  const expected = { status: 401, error: unauthorized(route) }
  test(`bad-input 1: ${route.method} ${route.path}: no key, key in the query, the other kind of key, a made-up key`, async () => {
    const wrong = byDevice(route) ? owner.key.key : boat.device.key
    const right = byDevice(route) ? boat.device.key : owner.key.key
    const attempts: [Record<string, string>, string?][] = [
      [{}],
      [{}, `${pathOf(route)}?key=${right}&access_token=${right}`],
      [{ authorization: `Bearer ${wrong}` }],
      [{ authorization: `Bearer ${makeKey(byDevice(route) ? 'ct_' : 'bnk_').key}` }],
      [{ authorization: 'Bearer' }],
      [{ authorization: `Basic ${right}` }],
      [{ authorization: `Bearer ${'x'.repeat(10_000)}` }],
      [{ cookie: 'binnacle.session_token=forged.signature' }],
    ]
    for (const [headers, path] of attempts) {
      // Without a body, so that the telemetry route looks the key up itself: the answer must be the same.
      const { authenticate, ...answer } = await refusal(route, headers, path)
      assert.deepEqual(answer, expected, JSON.stringify(headers).slice(0, 80))
      assert.match(authenticate ?? '', /^Bearer/, 'WWW-Authenticate')
    }
  })
}

test('bad-input 2: a bad token is refused without a database query; two Authorization headers are 400', async () => {
  const lost = await startService({}, { inProcess: true })
  await lost.database.close()
  const ask = (token: string) =>
    lost.client.raw('GET', '/v1/vessels', { headers: { authorization: `Bearer ${token}` } })
  assert.equal((await ask('x'.repeat(10_000))).status, 401)
  assert.equal((await ask(`${makeKey('bnk_').key.slice(0, -1)}!`)).status, 401)
  assert.ok(
    (await ask(makeKey('bnk_').key)).status >= 500,
    'control: a well-formed key is looked up, and the database is gone',
  )

  const { hostname, port } = new URL(service.baseUrl)
  const key = `Bearer ${owner.key.key}`
  const [status, text] = await new Promise<[number | undefined, string]>((resolve, reject) => {
    const headers = ['Host', `${hostname}:${port}`, 'Authorization', key, 'authorization', key]
    const request = http.get({ hostname, port, path: '/v1/vessels', headers }, (answer) => {
      answer.setEncoding('utf8').once('data', (body) => resolve([answer.statusCode, body]))
    })
    request.once('error', reject)
  })
  assert.deepEqual([status, JSON.parse(text).error.split(':')[0]], [400, 'invalid_request'])
})

test('bad-input 3: a revoked or expired key is 401 at once, a plan without keys 403, a missing scope 403', async () => {
  const operator = owner
  const bob = await service.owner('Bob')
  const make = (body: object) => client.ok(contract.createAccessKey, bob.session, { body: { name: 'key', ...body } })
  const list = async (key: string) => {
    const { status, body } = await client.call(contract.listVessels, { key })
    return [status, body.error]
  }
  const revoked = await make({})
  assert.deepEqual(await list(revoked.key), [200, undefined])
  await client.ok(contract.deleteAccessKey, bob.session, { params: { id: revoked.access_key.id } })
  assert.deepEqual(await list(revoked.key), [401, 'unauthorized'])

  const expiring = await make({ expires_at: new Date(Date.now() + 3_600_000).toISOString() })
  assert.deepEqual(await list(expiring.key), [200, undefined])
  const { db } = service.database
  const hourOver = { expires_at: new Date() }
  await db.updateTable('access_key').set(hourOver).where('id', '=', expiring.access_key.id).execute()
  assert.deepEqual(await list(expiring.key), [401, 'unauthorized'])

  const writer = await make({ scopes: ['write:log'] })
  assert.deepEqual(await list(writer.key), [403, 'insufficient_scope'])
  const reader = await make({ scopes: ['read:vessel'] })
  const write = await client.call(contract.requestBrand, { key: reader.key }, { body: { system_name: 'VC20' } })
  assert.deepEqual([write.status, write.body.error], [403, 'insufficient_scope'])

  const { account } = await client.ok(contract.getMe, bob.session)
  const setPlan = (plan: string) =>
    client.ok(contract.changeAccount, operator.session, { params: { id: account.id }, body: { plan } })
  for (const plan of ['free', 'plus']) {
    await setPlan(plan)
    assert.deepEqual(await list(bob.key.key), [403, 'plan_required'])
    const refused = await client.call(contract.createAccessKey, bob.session, { body: { name: 'key' } })
    assert.equal(refused.body.error, 'plan_required')
  }
  for (const plan of ['pro', 'fleet']) {
    await setPlan(plan)
    assert.deepEqual(await list(bob.key.key), [200, undefined], 'works again when the plan rises')
  }
})

test('bad-input 4: the 61st request in a minute is 429 rate_limited with Retry-After; another key is not held up', async () => {
  // Over processes it is limits-processes.test.ts's, which has a Redis.
  const limited = await startService({ RATE_LIMIT_PER_MINUTE: '60' }, { inProcess: true })
  const [one, two] = [await limited.owner('Ada'), await limited.owner('Bob')]
  for (let i = 60; i > 0; i--) {
    const { status, headers } = await limited.client.call(contract.listVessels, one.key)
    assert.equal(status, 200)
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"default";r=${i - 1};t=\\d+$`))
    assert.equal(headers.get('ratelimit-policy'), '"default";q=60;w=60')
  }
  const { status, body, headers } = await limited.client.call(contract.listVessels, one.key)
  assert.deepEqual([status, body.error], [429, 'rate_limited'])
  const retry = Number(headers.get('retry-after'))
  assert.ok(retry >= 1 && retry <= 60)
  assert.equal((await limited.client.call(contract.listVessels, two.key)).status, 200)
  assert.equal((await limited.client.call(contract.listVessels, one.session)).status, 200, 'the limit is of the key')
})

test('bad-input 5: a broken path is 400, an id that is no plain uuid 404', async () => {
  const get = async (path: string) =>
    (await client.raw('GET', path, { headers: { authorization: `Bearer ${owner.key.key}` } })).status
  assert.equal(await get('/v1/vessels/%zz'), 400)
  const ids = [
    'x',
    'a'.repeat(200),
    `urn:uuid:${boat.id}`,
    `{${boat.id}}`,
    boat.id.replaceAll('-', ''),
    '%00',
    `${boat.id}%20`,
    "'",
    '..%2f..',
  ]
  for (const id of ids) assert.equal(await get(`/v1/vessels/${id}`), 404, id)
  assert.equal(await get(`/v1/vessels/${boat.id.toUpperCase()}`), 200)
})

test('bad-input 6: a wrong method is 405 with Allow, an unknown path 404', async () => {
  const wrong = await client.raw('DELETE', `/v1/vessels/${boat.id}`)
  assert.deepEqual(
    [wrong.status, wrong.body, wrong.headers.get('allow')],
    [405, { error: 'method_not_allowed' }, 'GET, HEAD'],
  )
  // Fastify has an answer of its own to a QUERY without a Content-Type.
  const query = await client.raw('QUERY', `/v1/vessels/${boat.id}`)
  assert.deepEqual([query.status, query.body, query.headers.get('allow')], [wrong.status, wrong.body, 'GET, HEAD'])
  assert.equal((await client.raw('QUERY', '/v1/nothing')).status, 404)
  const share = await client.raw('POST', `/app/vessels/${boat.id}/share`)
  assert.deepEqual([share.status, share.headers.get('allow')], [405, 'DELETE, GET, HEAD, PUT'])
  for (const path of ['/v1/nothing', '/v2/vessels', '/v1/vessels/', '/v1//vessels', '/V1/vessels']) {
    const { status, body } = await client.raw('GET', path)
    assert.deepEqual([status, body], [404, { error: 'not_found' }], path)
  }
})

const json: Record<string, unknown> = {
  logService: { title: 'Oil' },
  logEngineHours: { hours: 1 },
  createConnection: { provider: 'nmea2000-gateway' },
  createVessel: { name: 'Boat', vessel_type: 'rib' },
  postTelemetry: { readings: [{ metric: 'depth', value: 1 }] },
}

const writing = ROUTES.filter((route) => route.id in json).map((route): [Route, Credential] => [
  route,
  route.auth === 'ingest' ? boat.device : route.auth === 'owner' ? owner.key : owner.session,
])

for (const [route, who] of writing) {
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    client.call(route, who, { params: { id: boat.id }, body: body as string, headers })
  const errorOf = async (body: string | Uint8Array, headers?: Record<string, string>) => {
    const answer = await send(body, headers)
    return [answer.status, answer.body.error?.split(':')[0]]
  }
  const good = JSON.stringify(json[route.id])

  test(`bad-input 7: ${route.id}: text, form, gzip and latin1 bodies are 415`, async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=latin1',
    ]
    for (const type of types)
      assert.deepEqual(await errorOf(good, { 'content-type': type }), [415, 'unsupported_media_type'], type)
    const gzip = { 'content-encoding': 'gzip' }
    assert.deepEqual(await errorOf(new Uint8Array(gzipSync(good)), gzip), [415, 'unsupported_media_type'])
    assert.ok((await send(good, { 'content-type': 'application/json; charset=UTF-8' })).status < 300)
  })

  test(`bad-input 8, 9: ${route.id}: dangerous keys, deep nesting, text that cannot be stored, bytes that are not UTF-8: 400`, async () => {
    const invalid = [400, 'invalid_request']
    const withField = (field: string) => good.replace(/}$/, `,${field}}`)
    for (const field of [
      '"__proto__":{}',
      '"constructor":{}',
      '"a":{"__proto__":1}',
      `"a":${'['.repeat(33)}${']'.repeat(33)}`,
    ])
      assert.deepEqual(await errorOf(withField(field)), invalid, field.slice(0, 40))
    for (const body of ['', '{', 'null', '[]', '"x"', '[[[[', `${good}x`, '\ufeff'])
      assert.deepEqual(await errorOf(body), invalid, JSON.stringify(body))
    const bytes = Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff, 0xc0]), Buffer.from('"}')])
    assert.deepEqual(await errorOf(new Uint8Array(bytes)), invalid)
  })
}

test('bad-input 9: U+0000 and half a surrogate pair in text are 400, and nothing is written', async () => {
  const before = await client.ok(contract.getLogbook, owner.key, { params: { id: boat.id } })
  for (const text of ['a\\u0000b', '\\ud800', '\\udc00\\ud800']) {
    const body = `{"title":"${text}"}`
    const { status } = await client.call(contract.logService, owner.key, { params: { id: boat.id }, body })
    assert.equal(status, 400, text)
  }
  const emoji = await client.ok(contract.logService, owner.key, {
    params: { id: boat.id },
    body: '{"title":"\\ud83d\\ude00"}',
  })
  assert.equal(emoji.service_log.title, '😀')
  const after = await client.ok(contract.getLogbook, owner.key, { params: { id: boat.id } })
  assert.equal(after.service_logs.length, before.service_logs.length + 1)
})

test('bad-input 10: null, true, "12" and "0x10" are not numbers', async () => {
  for (const hours of ['null', 'true', '"12"', '"0x10"', '[]', '{}', '""']) {
    const body = `{"hours":${hours}}`
    const { status } = await client.call(contract.logEngineHours, owner.key, { params: { id: boat.id }, body })
    assert.equal(status, 400, hours)
  }
})

test('a session’s request that another site sent is 403; without these headers, or from our own pages, it passes', async () => {
  const post = async (headers: Record<string, string>) =>
    (await client.call(contract.createVessel, owner.session, { body: json.createVessel, headers })).status
  assert.equal(await post({ origin: 'https://evil.example' }), 403)
  assert.equal(await post({ origin: 'null' }), 403)
  assert.equal(await post({ 'sec-fetch-site': 'cross-site' }), 403)
  assert.equal(await post({ 'sec-fetch-site': 'same-site' }), 403)
  assert.equal(await post({ origin: service.baseUrl, 'sec-fetch-site': 'same-origin' }), 201)
  assert.equal(await post({ origin: service.config.baseUrl }), 201)
  assert.equal(await post({}), 201)
})

test('an operator’s route is 403 operator_required for anyone else', async () => {
  const bob = await service.owner('Bob')
  for (const route of ROUTES.filter((r) => r.auth === 'operator')) {
    const { status, body } = await client.raw(route.method, pathOf(route), { headers: { cookie: bob.session.cookie } })
    assert.deepEqual([status, body.error], [403, 'operator_required'], route.id)
  }
})
