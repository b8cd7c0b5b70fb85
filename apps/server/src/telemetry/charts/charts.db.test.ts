import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { makeBoat } from '../../testing/accounts/boat.ts'
import { startService } from '../../testing/service.ts'
import { latestOf } from '../read/latest-sql.ts'
import { DAY_MS, HOUR_MS } from '../rollups/day/time-grid.ts'
import { rollUpAll } from '../testing/roll-up-all.ts'
import { gapOf } from './gap.ts'

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client, database } = service
const owner = await service.owner()

const NOW = Date.now()
const iso = (ms: number) => new Date(ms).toISOString()

type Sent = { metric: string; at?: number; value?: number; text_value?: string; instance?: string; unit?: string }

async function newBoat(...readings: Sent[]) {
  const boat = await makeBoat(client, owner)
  const of = { params: { id: boat.id } }
  const send = (...more: Sent[]) =>
    client.ok(contract.postTelemetry, boat.device, {
      body: { readings: more.map(({ at, ...reading }) => ({ ...reading, ...(at && { recorded_at: iso(at) }) })) },
    })
  if (readings.length > 0) await send(...readings)
  return {
    id: boat.id,
    send,
    latest: async (): Promise<contract.Series[]> => (await client.ok(contract.readLatest, owner.session, of)).series,
    range: (query: Record<string, string>): Promise<contract.TelemetryRange> =>
      client.ok(contract.readRange, owner.session, { ...of, query }),
    events: (from: number, to: number) =>
      client.ok(contract.readEvents, owner.session, { ...of, query: { from: iso(from), to: iso(to) } }),
    way: (from: number, to: number) =>
      client.ok(contract.readTrack, owner.session, { ...of, query: { from: iso(from), to: iso(to) } }),
    track: async (from: number, to: number): Promise<number[][]> =>
      (await client.ok(contract.readTrack, owner.session, { ...of, query: { from: iso(from), to: iso(to) } })).points,
  }
}

const lastHour = { from: iso(NOW - HOUR_MS), to: iso(NOW) }

test('latest: the newest reading of each metric and instance, with every field', async () => {
  const at = NOW - 5000
  const boat = await newBoat(
    { metric: 'engine_rpm', instance: 'port', value: 1450, unit: 'rpm', at },
    { metric: 'engine_rpm', instance: 'port', value: 900, unit: 'rpm', at: at - 1000 },
    { metric: 'engine_rpm', instance: 'starboard', value: 0, at },
    { metric: 'fault_code', text_value: 'SPN 110 FMI 0', at: at - 3 * HOUR_MS },
  )
  const series = await boat.latest()
  assert.deepEqual(
    series.map(({ metric, instance, unit, value, text_value, recorded_at }) => [
      metric,
      instance,
      unit,
      value,
      text_value,
      Date.parse(recorded_at) - at,
    ]),
    [
      ['engine_rpm', 'port', 'rpm', 1450, null, 0],
      ['engine_rpm', 'starboard', null, 0, null, 0],
      ['fault_code', null, null, null, 'SPN 110 FMI 0', -3 * HOUR_MS],
    ],
  )
  await rollUpAll(database)
  assert.deepEqual(await boat.latest(), series, 'rolled, it is the same')
})

test('latest: what was silent for more than thirty days is absent, and a time to come is that of the arrival', async () => {
  const boat = await newBoat({ metric: 'depth', value: 3, at: NOW - 31 * DAY_MS })
  assert.deepEqual(await boat.latest(), [])
  await boat.send({ metric: 'depth', value: 4, at: NOW + 300 * DAY_MS })
  const [depth] = await boat.latest()
  assert.equal(depth!.value, 4)
  assert.equal(depth!.recorded_at, depth!.arrived_at)
  await boat.send({ metric: 'depth', value: 5 })
  assert.equal((await boat.latest())[0]!.value, 5)
})

test('latestOf: several vessels at once, of the metrics that are asked for, and nothing of a vessel without readings', async () => {
  const [one, two, empty] = [
    await newBoat({ metric: 'depth', value: 1 }, { metric: 'battery_voltage', instance: 'house', value: 12.6 }),
    await newBoat({ metric: 'depth', value: 2 }),
    await newBoat(),
  ]
  const latest = await latestOf(database, [one.id, two.id, empty.id], ['depth', 'shore_power'])
  assert.deepEqual(
    [one, two].map(({ id }) => latest.get(id)!.map(({ metric, value }) => [metric, value])),
    [[['depth', 1]], [['depth', 2]]],
  )
  assert.deepEqual(latest.get(empty.id) ?? [], [])
  assert.deepEqual(await latestOf(database, [], ['depth']), new Map())
})

test('range: columns of one length in order of time; gaps are absent; the instance is part of the series', async () => {
  const start = Math.floor((NOW - HOUR_MS) / HOUR_MS) * HOUR_MS
  const boat = await newBoat(
    { metric: 'depth', value: 3, at: start },
    { metric: 'depth', value: 5, at: start + 500 },
    { metric: 'depth', value: 4, at: start + 60_000 },
    { metric: 'depth', instance: 'bow', value: 99, at: start },
    { metric: 'battery_voltage', value: 12, at: start },
  )
  const query = { metric: 'depth', from: iso(start), to: iso(start + HOUR_MS), points: '2000' }
  const range = await boat.range(query)
  assert.deepEqual([range.bucket_ms, range.instance, range.from, range.to], [2000, null, query.from, query.to])
  assert.deepEqual(range.points, [
    [start, start + 60_000],
    [3, 4],
    [5, 4],
    [4, 4],
    [5, 4],
  ])
  assert.deepEqual((await boat.range({ ...query, instance: 'bow' })).points[4], [99])
  assert.deepEqual((await boat.range({ ...query, instance: '' })).points, range.points)
  assert.deepEqual((await boat.range({ ...query, metric: 'water_temp' })).points, [[], [], [], [], []])
})

const WINDOWS_DAYS = [1 / 24, 1, 30, 365, 100 * 365]

test('range: a series is a line or dots in every window alike', async () => {
  const midday = Math.floor(NOW / DAY_MS) * DAY_MS - DAY_MS
  // For so many days that on any date they are in two buckets of the widest window, of 56 days each.
  const level = Array.from(
    { length: 60 },
    (_, i): Sent => ({ metric: 'fuel_level_pct', value: 80 - i, at: midday + HOUR_MS - i * DAY_MS }),
  )
  // Two hours of motor, four days apart.
  const motor = [0, 4].flatMap((days) =>
    Array.from(
      { length: 24 },
      (_, i): Sent => ({ metric: 'engine_rpm', value: 1500, at: midday - days * DAY_MS + i * 5 * 60_000 }),
    ),
  )
  const boat = await newBoat(...level, ...motor)
  /** Whether a point of the window is joined to another. */
  const joined = async (metric: string, days: number, to: number) => {
    const range = await boat.range({ metric, from: iso(to - days * DAY_MS), to: iso(to) })
    const at = range.points[0]
    return { range, joins: at.slice(1).filter((start, i) => start - at[i]! <= range.gap_ms).length }
  }
  for (const rolled of [false, true]) {
    if (rolled) await rollUpAll(database)
    for (const days of WINDOWS_DAYS) {
      const to = midday + 90 * 60_000
      const fuel = await joined('fuel_level_pct', days, to)
      assert.ok(fuel.joins >= 1, `a level sent each day is a line in ${days} days`)
      assert.ok(fuel.range.gap_ms >= 3 * DAY_MS)
      const { range, joins } = await joined('engine_rpm', days, to)
      assert.equal(range.gap_ms, Math.max(35 * 60_000, range.bucket_ms), `in ${days} days`)
      if (range.bucket_ms < DAY_MS)
        assert.equal(joins, range.points[0].length - (days > 4 ? 2 : 1), 'the days between are a gap')
    }
  }
})

test('range: a series that has been silent for long has the gap of its last week', async () => {
  const boat = await newBoat(
    ...[0, 1, 2].map((n): Sent => ({ metric: 'fuel_level_pct', value: n, at: NOW - 200 * DAY_MS - n * 6 * HOUR_MS })),
  )
  for (const days of [365, 3000]) {
    const range = await boat.range({ metric: 'fuel_level_pct', from: iso(NOW - days * DAY_MS), to: iso(NOW) })
    assert.equal(range.gap_ms, Math.max(range.bucket_ms, gapOf([6 * HOUR_MS])))
  }
})

test('range: numbers as large as doubles go are numbers in the answer', async () => {
  const values = [1e300, -1e300, 1.7e308, 1.7e308, -0, 5e-324]
  const boat = await newBoat(...values.map((value, i) => ({ metric: 'depth', value, at: NOW - 3 * DAY_MS + i })))
  for (const rolled of [false, true]) {
    if (rolled) await rollUpAll(database)
    const { points } = await boat.range({ metric: 'depth', from: iso(NOW - 300 * DAY_MS), to: iso(NOW) })
    assert.ok(points.flat().every(Number.isFinite), JSON.stringify(points))
    assert.deepEqual([points[1], points[2]], [[-1e300], [1.7e308]])
  }
})

test('range: any span of years has at most so many points as were asked for', async () => {
  const boat = await newBoat({ metric: 'depth', value: 1, at: NOW - 4000 * DAY_MS }, { metric: 'depth', value: 2 })
  for (const points of [1, 2, 7, 2000]) {
    const query = { metric: 'depth', from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z', points: String(points) }
    const range = await boat.range(query)
    assert.ok(range.points[0].length <= points, String(points))
    assert.equal(Math.max(...range.points[2]), 2)
  }
})

test('range, events, track: what does not fit is 400', async () => {
  const { id } = await newBoat()
  const errorOf = async (route: contract.Route, query: Record<string, string>) => {
    const { status, body } = await client.call(route, owner.session, { params: { id }, query })
    return [status, body.error?.split(' ').slice(0, 2).join(' ')]
  }
  const backwards = { from: lastHour.to, to: lastHour.from }
  for (const route of [contract.readRange, contract.readEvents, contract.readTrack]) {
    const of: Record<string, string> = route === contract.readRange ? { metric: 'depth' } : {}
    assert.deepEqual(await errorOf(route, { ...of, ...backwards }), [400, 'invalid_request: /to'])
    assert.deepEqual(await errorOf(route, { ...of, from: lastHour.from }), [400, 'invalid_request: /to'])
    assert.deepEqual(await errorOf(route, { ...of, from: 'x', to: lastHour.to }), [400, 'invalid_request: /from'])
  }
  assert.deepEqual(await errorOf(contract.readRange, { metric: 'draught', ...lastHour }), [
    400,
    'invalid_request: /metric',
  ])
  for (const points of ['0', '2001', '1.5', '-1'])
    assert.deepEqual(await errorOf(contract.readRange, { metric: 'depth', ...lastHour, points }), [
      400,
      'invalid_request: /points',
    ])
})

test('events: faults with their ends, those that began before and stand still; services of the range', async () => {
  const fault = (text_value: string, at: number, instance = 'port'): Sent => ({
    metric: 'fault_code',
    text_value,
    at,
    instance,
  })
  const boat = await newBoat(
    fault('SPN 100', NOW - 9 * DAY_MS),
    fault('SPN 110', NOW - 3 * HOUR_MS),
    fault('none', NOW - 2 * HOUR_MS),
    fault('</script>', NOW - 30 * 60_000, 'starboard'),
    fault('old', NOW - 9 * DAY_MS, 'genset'),
    fault('none', NOW - 8 * DAY_MS, 'genset'),
  )
  for (const [title, days] of [
    ['Impeller', 0.05],
    ['Oil', 40],
  ] as const)
    await client.ok(contract.logService, owner.key, {
      params: { id: boat.id },
      body: { title, done_at: iso(NOW - days * DAY_MS) },
    })
  for (const rolled of [false, true]) {
    if (rolled) await rollUpAll(database)
    const { faults, services } = await boat.events(NOW - DAY_MS, NOW)
    assert.deepEqual(faults, [
      { instance: 'port', text: 'SPN 100', from: iso(NOW - 9 * DAY_MS), to: iso(NOW - 3 * HOUR_MS) },
      { instance: 'port', text: 'SPN 110', from: iso(NOW - 3 * HOUR_MS), to: iso(NOW - 2 * HOUR_MS) },
      { instance: 'starboard', text: '</script>', from: iso(NOW - 30 * 60_000), to: null },
    ])
    assert.deepEqual(
      services.map(({ title }: { title: string }) => title),
      ['Impeller'],
    )
  }
})

test('track: pairs of one time, without 0/0 and jumps, in order, over an hour and over years', async () => {
  // Errors are found day by day: all of these are of one day, whenever this runs.
  const noon = Math.floor(NOW / DAY_MS) * DAY_MS - 12 * HOUR_MS
  const fixes = Array.from(
    { length: 30 },
    (_, i) => [noon - HOUR_MS + i * 60_000, 54 + (i % 2) / 500, 10 + i / 600] as const,
  )
  const readings = fixes.flatMap(([at, lat, lon]): Sent[] => [
    { metric: 'position_lat', at, value: lat },
    { metric: 'position_lon', at, value: lon },
  ])
  const bad: Sent[] = [
    { metric: 'position_lat', at: noon - 100_000, value: 0 },
    { metric: 'position_lon', at: noon - 100_000, value: 0 },
    { metric: 'position_lat', at: noon - 90_000, value: 54 },
    { metric: 'position_lat', at: noon - 80_000, value: 12 },
    { metric: 'position_lon', at: noon - 80_000, value: 44 },
  ]
  const boat = await newBoat(...readings, ...bad)
  const [at, lat, lon] = await boat.track(noon - 2 * HOUR_MS, noon)
  assert.deepEqual([at!.length, lat!.length, lon!.length], [30, 30, 30])
  assert.deepEqual([at![0], lat![0], lon![0]], fixes[0])
  const longer = () => Promise.all([100, 3000].map((days) => boat.track(NOW - days * DAY_MS, NOW)))
  const [season, years] = await longer()
  assert.ok(season![0]!.length >= 6 && season![0]!.length < 30, 'the last of each five minutes')
  assert.ok(years![0]!.length >= 1 && years![0]!.length <= 2, 'the last of some hours')
  await rollUpAll(database)
  assert.deepEqual(await longer(), [season, years])
  assert.deepEqual(await boat.track(NOW - 3000 * DAY_MS, NOW - 2999 * DAY_MS), [[], [], []])
})

test('track: a jump is an error at the beginning of a day, too: neither drawn nor told as a gap', async () => {
  const midnight = Math.floor(NOW / DAY_MS) * DAY_MS - DAY_MS
  const minutes = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i): [number, number] => [from + i, 54 + (from + i) / 600])
  const days: Record<string, [minute: number, lat: number][]> = {
    'the only one of its day': [...minutes(-40, 0), [1, 44]],
    'one of two of its day': [...minutes(-40, 0), [1, 44], [9, 54 + 9 / 600]],
    'the first of many': [...minutes(-40, 0), [1, 44], ...minutes(9, 60)],
  }
  for (const [what, fixes] of Object.entries(days)) {
    const boat = await newBoat(
      ...fixes.flatMap(([minute, lat]): Sent[] => [
        { metric: 'position_lat', at: midnight + minute * 60_000, value: lat },
        { metric: 'position_lon', at: midnight + minute * 60_000, value: 10 },
      ]),
    )
    const good = fixes.filter(([, lat]) => lat > 50)
    for (const rolled of [false, true]) {
      if (rolled) await rollUpAll(database)
      const { points, gaps, distance_nm } = await boat.way(midnight - DAY_MS, midnight + DAY_MS)
      assert.ok(!points[1].includes(44), what)
      assert.deepEqual(gaps, [[], []], what)
      const sailed = 60 * (good.at(-1)![1] - good[0]![1])
      assert.ok(Math.abs(distance_nm - sailed) < 0.6, `${what}: ${distance_nm} of ${sailed} nm`)
    }
  }
})

/** A passage of four hours at 6 kn, an evening at the berth, a gap in the night, and half an hour of the next passage. */
function voyage(start: number): Sent[] {
  const fixes: (readonly [at: number, lat: number, lon: number])[] = []
  for (let minute = 0; minute <= 240; minute++) fixes.push([start + minute * 60_000, 54 + minute / 600, 179.99])
  for (let minute = 241; minute <= 420; minute++)
    fixes.push([start + minute * 60_000, 54.4 + (minute % 3) / 20_000, 179.99])
  for (let minute = 900; minute <= 930; minute++)
    fixes.push([start + minute * 60_000, 54.5 + (minute - 900) / 600, -179.99])
  return fixes.flatMap(([at, lat, lon]): Sent[] => [
    { metric: 'position_lat', at, value: lat },
    { metric: 'position_lon', at, value: lon },
  ])
}

test('track: the distance is the same in an hour, a year and five years, and the parts add up; a gap is told, not counted', async () => {
  const start = Math.floor(NOW / HOUR_MS) * HOUR_MS - 2 * DAY_MS
  const sent = voyage(start)
  const boat = await newBoat()
  // The newest come first: the others are late.
  for (const batch of [sent.slice(600), sent.slice(0, 300), sent.slice(300, 600)])
    for (let i = 0; i < batch.length; i += 200) await boat.send(...batch.slice(i, i + 200))
  for (const rolled of [false, true]) {
    if (rolled) await rollUpAll(database)
    for (const days of [3, 30, 365, 5 * 365, 100 * 365]) {
      const { distance_nm, gaps, points } = await boat.way(NOW - days * DAY_MS, NOW)
      assert.ok(Math.abs(distance_nm - 26.2) < 0.1, `${distance_nm} nm in ${days} days, rolled: ${rolled}`)
      assert.deepEqual(gaps, [[start + 420 * 60_000], [start + 904 * 60_000]], `${days} days`)
      for (const end of gaps.flat()) assert.ok(points[0].includes(end), 'the ends of a gap are shown')
    }
    let sum = 0
    for (let hour = 0; hour < 17; hour++) {
      const from = start + hour * HOUR_MS
      sum += (await boat.way(from, from + HOUR_MS)).distance_nm
    }
    const whole = (await boat.way(NOW - 365 * DAY_MS, NOW)).distance_nm
    assert.ok(Math.abs(sum - whole) < 0.1, `${sum} in hours, ${whole} in a year`)
  }
  const night = await boat.way(start + 5 * HOUR_MS, start + 15 * HOUR_MS)
  assert.deepEqual([night.distance_nm, night.gaps[0].length], [0, 1])
})

test('the figures tell what waits to be rolled up', async () => {
  const { text } = await client.raw('GET', '/metrics')
  assert.match(text, /^binnacle_rollup_backlog_hours \d+$/m)
  assert.match(text, /^binnacle_rollup_days_total \d+$/m)
})
