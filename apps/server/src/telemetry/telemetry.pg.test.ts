import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { makeBoat } from '../testing/accounts/boat.ts'
import { startService } from '../testing/service.ts'

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client } = service
const owner = await service.owner()
const boat = await makeBoat(client, owner)

const post = (body: unknown, headers: Record<string, string> = {}, key = boat.device) =>
  client.call(contract.postTelemetry, key, { body, headers })
const depth = (value: number, recorded_at?: string) => ({ metric: 'depth', value, ...(recorded_at && { recorded_at }) })
const read = async (vesselId: string, query: Record<string, string> = {}) =>
  (await client.ok(contract.readTelemetry, owner.key, { params: { id: vesselId }, query })).readings
const meterOf = async (id: string) =>
  (await client.ok(contract.getVessel, owner.key, { params: { id } })).vessel.engine_hours
const hourLogOf = async (id: string) =>
  (await client.ok(contract.getLogbook, owner.key, { params: { id } })).engine_hour_logs

test('POST telemetry: 202 with accepted, rejected and engine_hours_applied', async () => {
  const answer = await post({ readings: [depth(3.2), { metric: 'draught', value: 1 }] })
  assert.deepEqual(
    [answer.status, answer.body],
    [202, { accepted: 1, rejected: [{ metric: 'draught', reason: 'unknown metric' }], engine_hours_applied: false }],
  )
})

test('every metric of the metric table is accepted', async () => {
  const readings = contract.METRIC_NAMES.map((metric) =>
    metric === 'fault_code' ? { metric, text_value: 'SPN 110 FMI 0' } : { metric, value: 1 },
  )
  assert.deepEqual((await post({ readings })).body.rejected, [])
})

test('the hour meter: 412.4 sets 412, 412.9 changes nothing, 413.1 sets 413; each move is in the logbook', async () => {
  const { id, device } = await makeBoat(client, owner)
  const applied: boolean[] = []
  for (const value of [412.4, 412.9, 413.1, 400]) {
    const { body } = await post({ readings: [{ metric: 'engine_hours', value, unit: 'h' }] }, {}, device)
    applied.push(body.engine_hours_applied)
  }
  assert.deepEqual([applied, await meterOf(id)], [[true, false, true, false], 413])
  const log = await hourLogOf(id)
  assert.deepEqual(
    log.map((entry: contract.EngineHourLog) => [entry.hours, entry.source]),
    [
      [413, 'telemetry'],
      [412, 'telemetry'],
    ],
  )
  assert.equal((await read(id)).length, 4, 'every reading is stored, whether it moved the meter or not')
})

test('bad-input 19: 0 readings 400; 200 pass; 201 are 413 too_many_readings; a body over the limit 413', async () => {
  const many = (count: number) => ({ readings: Array.from({ length: count }, (_, i) => depth(i)) })
  assert.equal((await post(many(0))).status, 400)
  assert.deepEqual((await post(many(200))).body.accepted, 200)
  assert.deepEqual((await post(many(201))).body, { error: 'too_many_readings' })
  const large = await post({ readings: [depth(1)], note: 'x'.repeat(contract.LIMITS.telemetryBytes) })
  assert.deepEqual([large.status, large.body.error], [413, 'body_too_large'])
})

test('bad-input 20: invalid key 401, disabled 403, ingestion off 503 with Retry-After; before any look at the body', async () => {
  const { device, connectionId } = await makeBoat(client, owner)
  for (const body of [{ readings: [depth(1)] }, '{"readings":']) {
    const unknown = await post(body, {}, { key: 'ct_unknown' })
    assert.deepEqual([unknown.status, unknown.body.error], [401, 'invalid_connection_key'])
    assert.ok(unknown.headers.get('www-authenticate'))
  }
  const change = { params: { id: connectionId }, body: { enabled: false } }
  await client.ok(contract.changeConnection, owner.session, change)
  for (const body of [{ readings: [depth(1)] }, '{"readings":'])
    assert.deepEqual((await post(body, {}, device)).body, { error: 'connection_disabled' })
  await client.ok(contract.changeSettings, owner.session, { body: { ingest_enabled: false } })
  try {
    for (const body of [{ readings: [depth(1)] }, { readings: [] }]) {
      const off = await post(body, {}, device)
      assert.deepEqual([off.status, off.body.error], [503, 'ingest_disabled'])
      assert.ok(Number(off.headers.get('retry-after')) >= 1)
    }
    assert.equal((await post({ readings: [depth(1)] }, {}, { key: 'ct_unknown' })).status, 401)
  } finally {
    await client.ok(contract.changeSettings, owner.session, { body: { ingest_enabled: true } })
  }
})

test('bad-input 22: strange metric names are listed, cut to 64 characters, and the rest is stored', async () => {
  const { id, device } = await makeBoat(client, owner)
  const names = ['__proto__', 'toString', 'constructor', 'a\nb', 'm'.repeat(100_000), '']
  const { body } = await post({ readings: [...names.map((metric) => ({ metric, value: 1 })), depth(2)] }, {}, device)
  assert.deepEqual(
    body.rejected.map((r: contract.Rejection) => [r.metric, r.reason]),
    names.map((name) => [name.slice(0, 64), 'unknown metric']),
  )
  assert.deepEqual([body.accepted, (await read(id)).length], [1, 1])
})

test('bad-input 23: a reading that does not fit is listed with the reason, and the rest is stored', async () => {
  const bad = [
    [{ metric: 'depth' }, /one of value and text_value/],
    [{ metric: 'depth', value: null }, /one of value and text_value/],
    [{ metric: 'depth', value: '3' }, /value must be a number/],
    [{ metric: 'depth', value: true }, /value must be a number/],
    [{ metric: 'fault_code', text_value: 'x'.repeat(121) }, /text_value must be a string of at most 120/],
    [{ metric: 'depth', value: 1, unit: 'x'.repeat(17) }, /unit must be a string of at most 16/],
    [{ metric: 'depth', value: 1, instance: 'x'.repeat(41) }, /instance must be a string of at most 40/],
    [{ metric: 'depth', value: 1, instance: 3 }, /instance must be a string/],
    [{ metric: 'depth', value: 1, recorded_at: 'yesterday' }, /recorded_at/],
    [{ metric: 'depth', value: 1, recorded_at: '2026-01-01T00:00:60Z' }, /recorded_at/],
    [{ value: 1 }, /^metric is required$/],
    [{ metric: null, value: 1 }, /^metric is required$/],
    [{ metric: 7, value: 1 }, /^metric must be a string$/],
    [{ metric: ['depth'], value: 1 }, /^metric must be a string$/],
    [{ metric: 'fault_code', text_value: 'a\0b' }, /^text_value must not contain U\+0000 or half of a surrogate pair$/],
    [{ metric: 'fault_code', text_value: '\ud800' }, /^text_value must not contain .*surrogate/],
    [{ metric: 'depth', value: 1, unit: '\0' }, /^unit must not contain/],
    [{ metric: 'depth', value: 1, instance: '\udc00' }, /^instance must not contain/],
    [{ metric: 'depth', value: 1, source: { names: ['\0'] } }, /^source\/names\/0 must not contain/],
    [{ metric: 'depth', value: 1, [`${'x'.repeat(99)}😀`]: '\0' }, /^x{99}\ufffd must not contain/],
    [{ metric: 'depth', value: 1, 'a\0b': 'x' }, /^a reading must not contain/],
    [null, /must be an object/],
    [[], /must be an object/],
    ['depth', /must be an object/],
  ] as const
  const { body } = await post({ readings: [...bad.map(([reading]) => reading), depth(1)] })
  assert.equal(body.accepted, 1)
  for (const [i, [reading, reason]] of bad.entries())
    assert.match(body.rejected[i].reason, reason, JSON.stringify(reading))
  const own = await post({ readings: [{ ...depth(1), badText: true }] })
  assert.deepEqual(own.body.rejected, [], 'a field of the device may have any name')
})

test('bad-input 23: texts at their full length, in code points, are stored', async () => {
  const { id, device } = await makeBoat(client, owner)
  const reading = {
    metric: 'fault_code',
    text_value: '⚓'.repeat(60) + '😀'.repeat(60),
    unit: '😀'.repeat(16),
    instance: '😀'.repeat(40),
  }
  assert.deepEqual((await post({ readings: [reading] }, {}, device)).body.rejected, [])
  assert.equal((await read(id))[0].text_value, reading.text_value)
})

test('bad-input 24: 1e400 is rejected; numbers keep their digits as sent', async () => {
  const { id, device } = await makeBoat(client, owner)
  const at = '"recorded_at":"2026-01-01T00:00:00Z"'
  const sent = `{"readings":[{"metric":"depth","value":1e400},{"metric":"depth","value":12.340000000000000000001,${at}},{"metric":"depth","value":1.50,${at}},{"metric":"depth","value":-0.0,${at}}]}`
  const { body } = await post(sent, {}, device)
  assert.deepEqual([body.accepted, body.rejected], [3, [{ metric: 'depth', reason: 'value must be a number' }]])
  const { text } = await client.call(contract.readTelemetry, owner.key, { params: { id } })
  assert.deepEqual(text.match(/"value":[^,]+/g), ['"value":-0.0', '"value":1.50', '"value":12.340000000000000000001'])
})

test('bad-input 25: hours of 4294967295, of seconds, or negative are stored and never move the meter', async () => {
  const { id, device } = await makeBoat(client, owner)
  const strange = [
    { metric: 'engine_hours', value: 4294967295 },
    { metric: 'engine_hours', value: 1_000_001 },
    { metric: 'engine_hours', value: 1_486_800, unit: 's' },
    { metric: 'engine_hours', value: -1 },
    { metric: 'engine_hours', text_value: '412' },
  ]
  const { body } = await post({ readings: strange }, {}, device)
  assert.deepEqual([body.accepted, body.engine_hours_applied, await meterOf(id)], [5, false, null])
  await post({ readings: [{ metric: 'engine_hours', value: 413.9 }] }, {}, device)
  assert.equal(await meterOf(id), 413)
  const correction = { params: { id }, body: { engine_hours: 300 } }
  await client.ok(contract.changeVessel, owner.session, correction)
  assert.equal(await meterOf(id), 300, 'the owner corrects the meter downwards in the app')
})

test('bad-input 26: a backlog out of order is stored and the meter never falls; a reading of 2099 sorts by its arrival', async () => {
  const { id, device } = await makeBoat(client, owner)
  const hours = (value: number, recorded_at: string) => ({ metric: 'engine_hours', value, recorded_at })
  await post({ readings: [hours(500.2, '2026-03-01T00:00:00Z')] }, {}, device)
  await post({ readings: [hours(480, '2026-01-01T00:00:00Z'), hours(490, '2026-02-01T00:00:00Z')] }, {}, device)
  assert.equal(await meterOf(id), 500)
  assert.deepEqual(
    (await read(id)).map((r: contract.Reading) => r.value),
    [500.2, 490, 480],
  )
  await post({ readings: [depth(1, '2099-01-01T00:00:00Z')] }, {}, device)
  await post({ readings: [depth(2)] }, {}, device)
  const [newest, future] = await read(id, { metric: 'depth' })
  assert.deepEqual([newest.value, future.value, future.recorded_at], [2, 1, '2099-01-01T00:00:00Z'])
})

test('bad-input 27: the same batch again gets the same answer and is stored once, by key or by content', async () => {
  const { id, device } = await makeBoat(client, owner)
  const keyed = { 'idempotency-key': randomUUID() }
  const batch = { readings: [depth(1), { metric: 'nope', value: 1 }, { metric: 'engine_hours', value: 7 }] }
  const answers = [await post(batch, keyed, device), await post(batch, keyed, device)]
  assert.deepEqual(answers[0]!.body, answers[1]!.body)
  assert.deepEqual([answers[1]!.status, answers[1]!.body.engine_hours_applied], [202, true])
  const reused = await post({ readings: [depth(2)] }, keyed, device)
  assert.deepEqual([reused.status, reused.body.error], [422, 'idempotency_key_reused'])
  const dated = { readings: [depth(3, '2026-01-01T00:00:00Z'), depth(4, '2026-01-01T00:00:01Z')] }
  for (let i = 0; i < 2; i++) assert.equal((await post(dated, {}, device)).body.accepted, 2)
  assert.equal((await read(id)).length, 4)
  for (let i = 0; i < 2; i++) await post({ readings: [depth(5)] }, {}, device)
  assert.equal((await read(id)).length, 6, 'without its own times and without a key each request is a batch of its own')
})

test('an Idempotency-Key is the onboard device’s own: another onboard device may use the same', async () => {
  const [one, two] = [await makeBoat(client, owner), await makeBoat(client, owner)]
  const keyed = { 'idempotency-key': 'batch-1' }
  for (const { device } of [one, two]) assert.equal((await post({ readings: [depth(1)] }, keyed, device)).status, 202)
  assert.deepEqual([(await read(one.id)).length, (await read(two.id)).length], [1, 1])
})

test('a bad Idempotency-Key is 400, and 401 without a valid connection key', async () => {
  const headers = { 'idempotency-key': 'x'.repeat(256) }
  assert.equal((await post({ readings: [depth(1)] }, headers)).status, 400)
  assert.equal((await post({ readings: [depth(1)] }, headers, { key: 'ct_unknown' })).status, 401)
})

test('a batch of which nothing fits is answered, remembered and invisible', async () => {
  const { id, device } = await makeBoat(client, owner)
  const batch = { readings: [{ metric: 'nope', value: 1 }] }
  const keyed = { 'idempotency-key': randomUUID() }
  const answers = [await post(batch, keyed, device), await post(batch, keyed, device)]
  assert.deepEqual([answers[0]!.body.accepted, answers[0]!.body], [0, answers[1]!.body])
  assert.deepEqual(await read(id), [])
})

test('bad-input 8: keys that reach a prototype and deep nesting are 400, also inside a reading', async () => {
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`
  for (const field of [
    '"__proto__":{"a":1}',
    '"constructor":1',
    '"\\u005f_proto__":1',
    `"x":${deep}`,
    '"x":{"prototype":1}',
  ]) {
    for (const body of [
      `{"readings":[{"metric":"depth","value":1,${field}}]}`,
      `{"readings":[{"metric":"depth","value":1}],${field}}`,
    ]) {
      const answer = await post(body)
      assert.deepEqual([answer.status, answer.body.error.split(':')[0]], [400, 'invalid_request'], body.slice(0, 80))
    }
  }
})

test('bad-input 18: unknown fields are ignored and never bind', async () => {
  const other = await makeBoat(client, owner)
  const { id, device } = await makeBoat(client, owner)
  const reading = { ...depth(1), vessel_id: other.id, x: { y: ['z'] } }
  await post({ readings: [reading], vessel_id: other.id }, {}, device)
  assert.deepEqual([(await read(other.id)).length, (await read(id)).length], [0, 1])
})

test('bad-input 29, 30: limits are read strictly, above the maximum as the maximum; a strange metric is an empty list', async () => {
  for (const query of [
    'limit=0',
    'limit=-1',
    'limit=1e2',
    'limit=0x10',
    'limit=5&limit=6',
    'limit=',
    'limit=+1',
    'limit=%31%00',
  ])
    assert.equal(
      (await client.call(contract.readTelemetry, owner.key, { params: { id: boat.id }, query })).status,
      400,
      query,
    )
  const { id, device } = await makeBoat(client, owner)
  for (let i = 0; i < 3; i++)
    await post({ readings: Array.from({ length: 200 }, (_, j) => depth(i * 200 + j)) }, {}, device)
  assert.equal((await read(id)).length, 200)
  assert.equal((await read(id, { limit: '7' })).length, 7)
  assert.equal((await read(id, { limit: '99999999999999999999' })).length, 500)
  assert.deepEqual(await read(id, { metric: "' OR 1=1" }), [])
})

test('what is stored is what was sent: every field, and nulls for those that were not', async () => {
  const { id, device } = await makeBoat(client, owner)
  const sent = {
    metric: 'engine_rpm',
    value: 1450.5,
    unit: 'rpm',
    instance: 'port',
    recorded_at: '2026-05-14T11:30:00.123456+02:00',
  }
  await post(
    { readings: [sent, { metric: 'fault_code', text_value: 'P0217', recorded_at: '2026-05-14T09:00:00Z' }] },
    {},
    device,
  )
  assert.deepEqual(await read(id), [
    { ...sent, text_value: null },
    {
      metric: 'fault_code',
      value: null,
      text_value: 'P0217',
      unit: null,
      instance: null,
      recorded_at: '2026-05-14T09:00:00Z',
    },
  ])
})

test('the view `reading` shows stored readings as rows', async () => {
  const { sql } = await import('kysely')
  const { id, device } = await makeBoat(client, owner)
  await post(
    {
      readings: [
        { metric: 'depth', value: 1.25, unit: 'm', instance: 'bow', recorded_at: '2026-01-01T00:00:00Z' },
        { metric: 'nope', value: 2 },
        { metric: 'fault_code', text_value: 'x' },
      ],
    },
    {},
    device,
  )
  const { rows } = await sql<
    Record<string, unknown>
  >`select metric, value::text, text_value, unit, instance from reading where vessel_id = ${id} order by metric`.execute(
    service.database.db,
  )
  assert.deepEqual(rows, [
    { metric: 'depth', value: '1.25', text_value: null, unit: 'm', instance: 'bow' },
    { metric: 'fault_code', value: null, text_value: 'x', unit: null, instance: null },
  ])
})

test('a refused body is noted at the connection, and forgotten with the next that is accepted', async () => {
  const { id, device } = await makeBoat(client, owner)
  const noted = async () => {
    const { connections } = await client.ok(contract.listConnections, owner.key, { params: { id } })
    return [connections[0].last_error, connections[0].last_seen_at !== null]
  }
  assert.deepEqual(await noted(), [null, false])
  await post({ readings: [] }, {}, device)
  assert.deepEqual((await noted())[0], 'invalid_request: /readings must not be empty')
  await post({ readings: [depth(1)] }, {}, device)
  assert.deepEqual(await noted(), [null, true])
  await post({ readings: [depth(1), { metric: 'nope', value: 1 }] }, {}, device)
  assert.deepEqual((await noted())[0], 'unknown metric')
})
