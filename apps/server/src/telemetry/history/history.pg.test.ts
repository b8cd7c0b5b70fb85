import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { parseExact } from '../../http/route/json.ts'
import { makeBoat } from '../../testing/accounts/boat.ts'
import { startService } from '../../testing/service.ts'
import { rollUpAll } from '../testing/roll-up-all.ts'

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client } = service
const owner = await service.owner()
const boat = await makeBoat(client, owner)
const params = { id: boat.id }

/** Ten readings of yesterday, a minute apart, sent newest first; one text that a spreadsheet would compute. */
const HOUR = new Date(Date.now() - 86_400_000).toISOString().slice(0, 13)
const timeOf = (minute: number) => `${HOUR}:0${minute}:00.0Z`
const sent = Array.from({ length: 10 }, (_, minute) => ({
  metric: minute % 2 ? 'depth' : 'water_temp',
  value: parseExact(`${minute}.50`),
  recorded_at: timeOf(minute),
})).reverse()

before(async () => {
  const body = { readings: [...sent, { metric: 'fault_code', text_value: '=1+1', recorded_at: timeOf(9) }] }
  await client.ok(contract.postTelemetry, boat.device, { body })
})

type Query = contract.QueryOf<typeof contract.readTelemetry>
const page = (query: Omit<Query, 'limit'> & { limit?: string }) =>
  client.ok(contract.readTelemetry, owner.key, { params, query: query as Record<string, string> })

async function pages(query: Parameters<typeof page>[0]): Promise<string[]> {
  const times: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer: contract.AnswerOf<typeof contract.readTelemetry> = await page({ ...query, ...(cursor && { cursor }) })
    times.push(...answer.readings.map(({ recorded_at }) => recorded_at))
    cursor = answer.next!
  }
  return times
}

test('page by page, in either order, of a metric and of a range', async () => {
  const of = (...minutes: number[]) => minutes.map(timeOf)
  const depth = { metric: 'depth', limit: '2' } as const
  assert.deepEqual(await pages({ ...depth, order: 'asc' }), of(1, 3, 5, 7, 9))
  assert.deepEqual(await pages({ ...depth, order: 'desc' }), of(9, 7, 5, 3, 1))
  assert.deepEqual(await pages({ ...depth, from: timeOf(3), to: timeOf(7) }), of(5, 3), 'from counts, to does not')
  assert.deepEqual(await pages({ limit: '3', order: 'asc', from: timeOf(8) }), of(8, 9, 9))
})

test('without from, to, order and cursor the answer is that of the newest readings', async () => {
  assert.deepEqual(Object.keys(await page({ limit: '1' })), ['readings'])
  assert.deepEqual(Object.keys(await page({ limit: '1', order: 'desc' })), ['readings', 'next'])
})

test('an unknown metric has no readings; a range from its end, and what is no cursor, are refused', async () => {
  assert.deepEqual(await page({ metric: 'wind', order: 'asc' }), { readings: [], next: null })
  const refusal = async (query: Record<string, string>) => {
    const { status, body } = await client.call(contract.readTelemetry, owner.key, { params, query })
    return `${status} ${body.error}`
  }
  const range = { from: timeOf(3), to: timeOf(3) }
  assert.equal(await refusal(range), '400 invalid_request: /to must be after /from')
  for (const cursor of ['1', '1_2_3_4_5', `1_2_${params.id}_${params.id}_x`, `1e3_2_${params.id}_${params.id}_3`])
    assert.equal(await refusal({ cursor }), '400 invalid_request: /cursor must be `next` of the page before')
})

test('all of a range as CSV and as JSON lines, oldest first, with the digits that were sent', async () => {
  const query = { from: timeOf(8) }
  const csv = await client.call(contract.exportTelemetryCsv, owner.key, { params, query })
  const [head, ...lines] = csv.text.trimEnd().split('\r\n')
  assert.equal(head, 'recorded_at,metric,instance,value,unit,text_value,arrived_at')
  const arrival = /,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
  assert.ok(lines.every((line) => arrival.test(line)))
  assert.deepEqual(
    lines.map((line) => line.replace(arrival, '')),
    [`${timeOf(8)},water_temp,,8.50,,`, `${timeOf(9)},depth,,9.50,,`, `${timeOf(9)},fault_code,,,,'=1+1`],
  )
  const ndjson = await client.call(contract.exportTelemetryNdjson, owner.key, { params, query: { metric: 'depth' } })
  const ours = ndjson.text.trimEnd().split('\n')
  assert.equal(ours.length, 5)
  assert.equal(
    ours[0],
    `{"metric":"depth","value":1.50,"text_value":null,"unit":null,"instance":null,"recorded_at":"${timeOf(1)}"}`,
  )
})

test('with a key that may not read there is neither', async () => {
  const { key } = await client.ok(contract.createAccessKey, owner.session, {
    body: { name: 'Log', scopes: ['write:log'] },
  })
  for (const route of [
    contract.exportTelemetryCsv,
    contract.exportTelemetryNdjson,
    contract.readVesselLatest,
    contract.listSeries,
  ])
    assert.equal((await client.call(route, { key }, { params })).status, 403)
})

test('the series are listed with their first and newest reading and their number, rolled up or not', async () => {
  const slot = (time: string) => new Date(Math.floor(Date.parse(time) / 300_000) * 300_000).toISOString()
  const at = (minute: number) => new Date(timeOf(minute)).toISOString()
  const of = (metric: string, count: number | null, first: number, last: number) => {
    return { metric, instance: null, unit: null, first: slot(timeOf(first)), last: at(last), count }
  }
  for (const _ of ['before it is rolled up', 'after']) {
    const { series } = await client.ok(contract.listSeries, owner.key, { params })
    const byName = series.toSorted((a: contract.StoredSeries, b: contract.StoredSeries) =>
      a.metric < b.metric ? -1 : 1,
    )
    assert.deepEqual(byName, [of('depth', 5, 1, 9), of('fault_code', null, 9, 9), of('water_temp', 5, 0, 8)])
    await rollUpAll(service.database)
  }
})

test('programs get the newest values and the points of a chart as the app does', async () => {
  const query = { metric: 'depth', from: timeOf(0), to: new Date().toISOString() }
  const both = async (app: contract.Route, own: contract.Route) => [
    (await client.call(app, owner.session, { params, query: app === contract.readRange ? query : {} })).body,
    (await client.call(own, owner.key, { params, query: app === contract.readRange ? query : {} })).body,
  ]
  for (const [app, own] of [
    [contract.readLatest, contract.readVesselLatest],
    [contract.readRange, contract.readVesselRange],
  ] as const) {
    const [ofApp, ofKey] = await both(app, own)
    assert.deepEqual(ofKey, ofApp)
    assert.match(JSON.stringify(ofKey), /\b9\.5\b/)
  }
})
