import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { ROUTES, type Route } from '@binnacle/contract'
import sharp from 'sharp'
import { until } from '../../../../scripts/until.ts'
import { makeBoat } from '../testing/accounts/boat.ts'
import { makeOneOfEach } from '../testing/accounts/one-of-each.ts'
import type { Credential } from '../testing/client.ts'
import { startService } from '../testing/service.ts'
import { connect, parseAnswer, postHead } from '../testing/socket.ts'
import { makeKey } from './values/key.ts'

/** What every route does with a request that does not fit its contract. */
const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client } = service
const owner = await service.owner()
const boat = await makeBoat(client, owner)
const { ids } = await makeOneOfEach(client, owner, new URL(service.config.baseUrl).origin)
const params = { id: boat.id, slug: 'signalk', kind: 'disk_space' }

const credential = ({ auth }: Route): Credential =>
  auth === 'public'
    ? null
    : auth === 'device' || auth === 'ingest'
      ? boat.device
      : auth === 'owner'
        ? owner.key
        : owner.session

// A stream of events that was begun would never end.
const ends = (route: Route) => route !== (contract.watchLive as Route)
for (const route of ROUTES.filter((each) => each.auth !== 'public' && ends(each))) {
  test(`bad-input 18: ${route.id}: an unknown query parameter is refused by its name`, async () => {
    const { status, body } = await client.call(route, credential(route), { params, query: { since: '2026-01-01' } })
    assert.deepEqual([status, body.error], [400, 'invalid_request: /since is not known'])
  })
}

test('a parameter with U+0000 in its name, which no database keeps, is refused by an onboard device too', async () => {
  const { status, body } = await client.call(contract.postTelemetry, boat.device, {
    query: { 'a\0b': '1' },
    body: { readings: [{ metric: 'engine_rpm', value: 800 }] },
  })
  assert.deepEqual([status, body.error], [400, 'invalid_request: /a\ufffdb is not known'])
})

test('bad-input 18: a parameter that is not known is refused; one that is nearly known is told with the known one', async () => {
  const read = async (query: string | Record<string, string>) => {
    const { status, body } = await client.call(contract.readTelemetry, owner.key, { params, query })
    return [status, body.error]
  }
  assert.deepEqual(await read({ since: '2026-01-01T00:00:00Z' }), [400, 'invalid_request: /since is not known'])
  assert.deepEqual(await read({ Limit: '5' }), [400, 'invalid_request: /Limit is not known; did you mean limit?'])
  assert.deepEqual(await read({ metric: 'depth', limit: '5' }), [200, undefined])
  assert.equal((await read('metric=depth?from=x'))[0], 200)
  assert.equal((await read('limit=5?from=2026'))[1], 'invalid_request: /limit must be an integer')
  const device = await client.call(contract.postTelemetry, boat.device, { query: 'dry_run=1', body: { readings: [] } })
  assert.deepEqual([device.status, device.body.error], [400, 'invalid_request: /dry_run is not known'])
  const unknown = await client.call(
    contract.postTelemetry,
    { key: makeKey('ct_').key },
    { query: 'dry_run=1', body: {} },
  )
  assert.deepEqual([unknown.status, unknown.body.error], [401, 'invalid_connection_key'], 'the key comes first')
})

test('bad-input 29: a number below the bound is told the bound, negative ones too; what is no integer is told so', async () => {
  const series = { metric: 'depth', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
  const refusals = async (route: Route, name: string, texts: string[]) => {
    const answers = texts.map((text) => client.call(route, owner.key, { params, query: { ...series, [name]: text } }))
    return (await Promise.all(answers)).map(({ status, body }) => `${status} ${body.error}`)
  }
  const below = ['0', '-1', '-12', `-${'9'.repeat(400)}`]
  for (const [route, name] of [
    [contract.readTelemetry, 'limit'],
    [contract.readVesselRange, 'points'],
  ] as const)
    assert.deepEqual(
      await refusals(route, name, below),
      below.map(() => `400 invalid_request: /${name} must be at least 1`),
    )
  const none = ['-', '--1', '-0', '-01', '01', '+1', '-1.5', '1.0', '-1e2', '0x10', ' -1', '']
  assert.deepEqual(
    await refusals(contract.readTelemetry, 'limit', none),
    none.map(() => '400 invalid_request: /limit must be an integer'),
  )
})

test('bad-input 18: a field that resembles a known one is refused with both names and writes nothing; others are ignored', async () => {
  const log = async (route: Route, body: object) => {
    const answer = await client.call(route, owner.key, { params, body })
    return [answer.status, answer.body.error]
  }
  const misspelt = (given: string, meant: string) => [
    400,
    `invalid_request: ${given} is not known; did you mean ${meant}?`,
  ]
  assert.deepEqual(await log(contract.logEngineHours, { hours: 10, liters: 5 }), misspelt('/liters', 'litres'))
  assert.deepEqual(await log(contract.logEngineHours, { hours: 10, fuelCost: 5 }), misspelt('/fuelCost', 'fuel_cost'))
  assert.deepEqual(await log(contract.logService, { ttile: 'Oil' }), misspelt('/ttile', 'title'))
  const before = await client.ok(contract.getLogbook, owner.key, { params })
  assert.deepEqual([before.engine_hour_logs, before.service_logs], [[], []])
  const ignored = { id: boat.id, vessel_id: boat.id, owner_id: boat.id, made_by: 'a script' }
  assert.deepEqual(await log(contract.logEngineHours, { hours: 10, ...ignored }), [201, undefined])
  const nested = await client.call(contract.addTasks, owner.session, {
    params,
    body: {
      tasks: [
        { title: 'Oil', interval_days: 365 },
        { title: 'Impeller', intervalDays: 365 },
      ],
    },
  })
  assert.deepEqual([nested.status, nested.body.error], misspelt('/tasks/1/intervalDays', 'interval_days'))
})

// An underscore more is no typing error in a shorter name. A body of an image alone is read as it arrives.
const misspellings = ROUTES.filter(
  ({ auth, body, bodyCheckedBy }) => body && !bodyCheckedBy && auth !== 'device' && auth !== 'ingest',
).flatMap((route) =>
  Object.keys((route.body as { properties?: object }).properties ?? {})
    .filter((name) => name.length > 3)
    .slice(0, 1)
    .map((name) => ({ route, name })),
)
for (const { route, name } of misspellings)
  test(`bad-input 18: ${route.id}: a field that resembles ${name} is refused with both names, whatever is missing`, async () => {
    const { status, body } = await client.call(route, credential(route), {
      params: { ...params, id: ids[route.resource ?? 'vessel'] },
      body: { [`_${name}`]: 1 },
    })
    assert.deepEqual([status, body.error], [400, `invalid_request: /_${name} is not known; did you mean ${name}?`])
  })

test('an onboard device is not refused for a field that resembles a known one', async () => {
  const reading = { metric: 'depth', value: 3, Unit: 'm', valeu: 4 }
  const { status, body } = await client.call(contract.postTelemetry, boat.device, {
    body: { readings: [reading], reading },
  })
  assert.deepEqual([status, body.accepted], [202, 1])
})

for (const route of ROUTES.filter(({ body }) => body)) {
  test(`${route.id}: a body over its limit is 413 body_too_large, whether its length is declared or not`, async () => {
    const large = JSON.stringify({ note: 'x'.repeat(route.bodyBytes ?? contract.LIMITS.bodyBytes) })
    for (const body of [large, new Blob([large]).stream()]) {
      const answer = await client.call(route, credential(route), {
        params: { ...params, id: ids[route.resource ?? 'vessel'] },
        body,
      })
      assert.deepEqual([answer.status, answer.body.error], [413, 'body_too_large'])
    }
  })
}

test('an answer before the end of the body says whether the connection is closed after it, and the body may still come', async () => {
  const body = 'x'.repeat(1000)
  const refused = async (...headers: string[]) => {
    const { socket, heard, ended } = await connect(service.baseUrl)
    socket.write(postHead('/nowhere', 'x', body.length, ...headers))
    await until(() => heard().includes('not_found'), 'the refusal')
    const { head } = parseAnswer(heard())
    return { socket, ended, said: /^connection: (.+)$/m.exec(head)?.[1] }
  }
  const last = await refused('Connection: close')
  assert.equal(last.said, 'close')
  last.socket.write(body)
  await last.ended
  assert.equal(last.socket.errored, null)
  const kept = await refused()
  assert.equal(kept.said, 'keep-alive')
  kept.socket.destroy()
})

test('null for an optional field of a /v1 body means absent', async () => {
  const picture = (
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
  const required: Record<string, object> = {
    logEngineHours: { hours: 700 },
    logService: { title: 'Oil' },
    requestBrand: { system_name: 'VC20' },
    createConnection: { provider: 'generic-http' },
    postFrame: { image_base64: picture, label: 'Helm' },
    createAlarmRule: { kind: 'below', metric: 'depth', limit: 2 },
    changeAlarmRule: {},
    silenceAlarm: {},
  }
  const routes = ROUTES.filter(({ path, body, auth }) => path.startsWith('/v1/') && body && auth !== 'ingest')
  assert.deepEqual(routes.map(({ id }) => id).sort(), Object.keys(required).sort())
  for (const route of routes) {
    const names = Object.keys((route.body as { properties?: object }).properties ?? {})
    const nulls = Object.fromEntries(names.map((name) => [name, null]))
    const { status, text } = await client.call(route, credential(route), {
      params: { id: ids[route.resource ?? 'vessel'] },
      body: { ...nulls, ...required[route.id] },
    })
    assert.ok(status < 300, `${route.id}: ${status} ${text}`)
  }
  const { body } = await client.call(contract.postTelemetry, boat.device, {
    body: {
      readings: [{ metric: 'depth', value: 1, text_value: null, unit: null, instance: null, recorded_at: null }],
    },
  })
  assert.deepEqual([body.accepted, body.rejected], [1, []])
  const nothing = await client.call(contract.logEngineHours, owner.key, { params, body: { hours: null } })
  assert.deepEqual([nothing.status, nothing.body.error], [400, 'invalid_request: /hours must be an integer'])
})

/** Each character as \uXXXX, which is two of these for those beyond U+FFFF. */
const escaped = (text: string) =>
  `"${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`

test('200 readings with every field at its full length fit, each character written as an escape', async () => {
  const field = (name: string, value: string) => `${escaped(name)}: ${escaped(value)}`
  const reading = (i: number) =>
    `{ ${[
      field('metric', 'engine_coolant_temp'),
      `${escaped('value')}: -1234567.8901234567`,
      field('text_value', '😀'.repeat(120)),
      field('unit', '😀'.repeat(16)),
      field('instance', '😀'.repeat(40)),
      field('recorded_at', `2026-05-14T09:30:00.${String(i).padStart(9, '0')}+14:00`),
    ].join(', ')} }`
  const body = `{ ${escaped('readings')}: [\n${Array.from({ length: 200 }, (_, i) => reading(i)).join(',\n')}\n] }`
  assert.ok(body.length > 550_000 && body.length < contract.LIMITS.telemetryBytes, String(body.length))
  const stored = await client.call(contract.postTelemetry, boat.device, { body })
  assert.deepEqual([stored.status, stored.body.accepted], [202, 200])
})

test('bad-input 22: a metric of 200 KB is rejected alone with its name cut; one of 1 MB makes the body too large', async () => {
  const send = (bytes: number) =>
    client.call(contract.postTelemetry, boat.device, {
      body: {
        readings: [
          { metric: 'm'.repeat(bytes), value: 1 },
          { metric: 'depth', value: 1 },
        ],
      },
    })
  const { body } = await send(200_000)
  assert.deepEqual([body.accepted, body.rejected], [1, [{ metric: 'm'.repeat(64), reason: 'unknown metric' }]])
  const large = await send(1_000_000)
  assert.deepEqual([large.status, large.body.error], [413, 'body_too_large'])
})

test('last_error says what was wrong with an image, which the answer says by its code alone', async () => {
  const send = (image_base64: string) =>
    client.call(contract.postFrame, boat.device, { body: { image_base64, label: 'Deck' } })
  const refused = await send('!!@@')
  assert.deepEqual([refused.status, refused.body.error], [422, 'upload_failed'])
  const { connections } = await client.ok(contract.listConnections, owner.key, { params })
  const [{ last_error }] = connections.filter(({ id }: { id: string }) => id === boat.connectionId)
  assert.equal(last_error, 'upload_failed: /image_base64 is not base64')
})

test('what a client does before it goes is done, and recorded with its address', async () => {
  const times = 20
  for (let n = 0; n < times; n++) {
    await client.ok(contract.makeVesselCalendar, owner.session, { params })
    const { socket, ended } = await connect(service.baseUrl)
    const lines = [`DELETE /app/vessels/${boat.id}/calendar HTTP/1.1`, 'Host: localhost']
    socket.write(`${[...lines, `Cookie: ${owner.session.cookie}`].join('\r\n')}\r\n\r\n`, () =>
      socket.resetAndDestroy(),
    )
    await ended
  }
  const revoked = async () => {
    const { events } = await client.ok(contract.listActivity, owner.session)
    return events.filter(({ kind }: { kind: string }) => kind === 'calendar_revoked')
  }
  await until(async () => (await revoked()).length === times, 'all of them')
  for (const { ip } of await revoked()) assert.equal(ip, '127.0.0.1')
})
