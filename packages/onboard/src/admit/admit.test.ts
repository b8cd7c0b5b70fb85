import assert from 'node:assert/strict'
import { test } from 'node:test'
import { METRIC_NAMES, type Metric } from '@binnacle/contract'
import fc from 'fast-check'
import { plausible } from '../readings/plausible.ts'
import { type Observation, type Reading, seriesOf, toWire } from '../readings/reading.ts'
import { type Admission, type AdmissionOptions, admission } from './admit.ts'
import { readChoices } from './choices.ts'
import { NO_FAULT } from './faults.ts'
import { HEARTBEAT_MS } from './thin.ts'

const MINUTE = 60_000
const readings = (observations: Observation[], options?: AdmissionOptions): Reading[] => {
  const admit = admission(options)
  return observations.flatMap((o) => admit(o) ?? [])
}
const run = (observations: Observation[], options?: AdmissionOptions) =>
  readings(observations, options).map((r) => [r.at, r.value ?? r.text_value])
const seen = (o: Partial<Observation> & Pick<Observation, 'metric' | 'at'>): Observation => ({
  source: '36/1',
  rank: 1,
  ...o,
})

test('three sounders: one depth, whichever of them speaks first when the next is due', () => {
  const sounders = [0.43, 2.86, 61.7].map((value, i) => ({ value, source: `${36 + i}/128267` }))
  const heard = Array.from({ length: 30 }, (_, second) =>
    (second === 0 ? sounders : sounders.toReversed()).map((s) => seen({ metric: 'depth', at: second * 1000, ...s })),
  )
  assert.deepEqual(run(heard.flat(), { everyInterval: true }), [
    [0, 0.43],
    [10_000, 0.43],
    [20_000, 0.43],
  ])
})

test('hours wait for the gate', () => {
  const hours = [354185.6, 270, 270, 270]
  assert.deepEqual(
    run(hours.map((value, i) => seen({ metric: 'engine_hours', instance: 'port', value, at: i * 2500 }))),
    [[7500, 270]],
  )
})

test('engines do not confirm one another', () => {
  const two = ['port', 'starboard', 'port'].map((instance, i) =>
    seen({ metric: 'engine_hours', instance, value: 270, at: i * 10_000 }),
  )
  assert.deepEqual(run(two), [])
})

test('pump starts between two readings add up', () => {
  const contact = [0, 1, 0, 1, 0, 1, 0, 0].map((value, i) =>
    seen({ metric: 'bilge_pump_cycles', instance: '1.4', raw: 'switch', value, at: i * 10_000 }),
  )
  assert.deepEqual(
    run([...contact, seen({ metric: 'bilge_pump_cycles', instance: '1.4', raw: 'switch', value: 0, at: 90_000 })]),
    [
      [10_000, 1],
      [70_000, 2],
    ],
  )
})

test("a counter is no continuation of a contact's state", () => {
  const pump = { metric: 'bilge_pump_cycles', instance: '1.4' } as const
  const heard = [
    seen({ ...pump, raw: 'switch', value: 1, at: 0, rank: 1, source: 'a' }),
    seen({ ...pump, raw: 'counter', value: 500, at: 1000, rank: 0, source: 'b' }),
    seen({ ...pump, raw: 'counter', value: 501, at: 2000, rank: 0, source: 'b' }),
  ]
  assert.deepEqual(run(heard), [[2000, 1]])
})

test('a source may die and another take its place: no pump start is lost, none counted twice', () => {
  const pump = { metric: 'bilge_pump_cycles', instance: '1.4', raw: 'counter' } as const
  let started = 0
  // Both count the same pump, which starts every 7 s; a falls silent from 60 s to 300 s.
  const heard = Array.from({ length: 500 }, (_, second) => {
    if (second % 7 === 6) started++
    const at = second * 1000
    const a = seen({ ...pump, value: 100 + started, at, rank: 0, source: 'a' })
    const b = seen({ ...pump, value: 900 + started, at: at + 500, rank: 1, source: 'b' })
    return second >= 60 && second < 300 ? [b] : [a, b]
  })
  const told = readings(heard.flat())
  const last = told.at(-1)?.at ?? 0
  const sum = told.reduce((total, r) => total + (r.value ?? 0), 0)
  assert.equal(sum, Math.floor((last / 1000 + 1) / 7))
  assert.ok(last > 400_000)
})

test('starts that were held back are told when nothing more is heard', () => {
  const admit = admission()
  const pump = { metric: 'bilge_pump_cycles', instance: 'p', raw: 'counter' } as const
  for (const [value, at] of [
    [4, 0],
    [5, 1000],
    [7, 2000],
  ] as const)
    admit(seen({ ...pump, value, at }))
  assert.deepEqual(admit.overdue(30_000), [])
  assert.deepEqual(admit.overdue(61_000), [{ metric: 'bilge_pump_cycles', instance: 'p', value: 2, at: 2000 }])
  assert.deepEqual(admit.overdue(200_000), [])
})

test('the last word of a source that speaks on change only is told after its interval, a small change is not', () => {
  const admit = admission()
  admit(seen({ metric: 'battery_voltage', value: 12.8, at: 0 }))
  admit(seen({ metric: 'battery_voltage', value: 12.4, at: 5_000 }))
  assert.deepEqual(admit.overdue(29_999), [])
  assert.deepEqual(
    admit.overdue(30_000).map((r) => [r.value, r.at]),
    [[12.4, 5_000]],
  )
  admit(seen({ metric: 'battery_voltage', value: 12.41, at: 40_000 }))
  assert.deepEqual(admit.overdue(100_000), [])
})

test('what does not change is told again after a while, so that the owner sees that the sensor lives', () => {
  const still = Array.from({ length: 3600 }, (_, second) => seen({ metric: 'depth', value: 3, at: second * 1000 }))
  assert.deepEqual(
    readings(still).map((r) => r.at),
    [0, HEARTBEAT_MS, 2 * HEARTBEAT_MS, 3 * HEARTBEAT_MS],
  )
})

test('an engine that stops is told at once, as is a whole hour', () => {
  const rpm = [800, 810, 0, 0].map((value, i) => seen({ metric: 'engine_rpm', instance: 'port', value, at: i * 1000 }))
  assert.deepEqual(run(rpm), [
    [0, 800],
    [2000, 0],
  ])
  const hours = [269.99, 269.99, 269.99, 270].map((value, i) =>
    seen({ metric: 'engine_hours', instance: 'port', value, at: i * 2500 }),
  )
  assert.deepEqual(run(hours), [
    [5000, 269.99],
    [7500, 270],
  ])
})

test('the owner thins a metric as he likes', () => {
  const depths = [3, 3.1, 3.6, 3.7].map((value, i) => seen({ metric: 'depth', value, at: i * MINUTE }))
  assert.deepEqual(run(depths, { thin: { depth: { change: 0.5 } } }), [
    [0, 3],
    [2 * MINUTE, 3.6],
  ])
  assert.deepEqual(run(depths, { thin: { depth: { intervalMs: 3 * MINUTE } } }), [
    [0, 3],
    [3 * MINUTE, 3.7],
  ])
})

test('a receiver that says its position in two messages is heard by the better one, also once it is chosen for good', () => {
  const admit = admission()
  for (let second = 0; second < 90; second++)
    for (const [rank, pgn] of [
      [1, 129029],
      [0, 129025],
    ])
      admit(seen({ metric: 'position_lat', value: 59, at: second * 1000, source: `n2k/7/${pgn}`, rank: rank! }))
  assert.equal(admit.seriesSeen()[0]?.chosen, 'n2k/7/129025')
})

const fix = (latitude: number, longitude: number, at: number, source = 'gps') => [
  seen({ metric: 'position_lat', value: latitude, at, source }),
  seen({ metric: 'position_lon', value: longitude, at, source }),
]

test('a fix is sent whole: latitude and longitude of one time, or neither', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          east: fc.integer({ min: -30, max: 30 }),
          north: fc.integer({ min: -30, max: 30 }),
          // Two receivers may speak in one millisecond.
          waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40_000 })),
          source: fc.constantFrom('gps', 'gps', 'plotter'),
          lonely: fc.boolean(),
        }),
        { size: 'max', maxLength: 60 },
      ),
      (steps) => {
        const admit = admission()
        let at = 0
        let [latitude, longitude] = [59, 179.9999]
        const fixes = new Set<string>()
        const told = steps.flatMap(({ east, north, waitMs, source, lonely }) => {
          at += lonely ? waitMs + 1 : waitMs
          latitude += north / 100_000
          longitude += east / 100_000
          if (longitude > 180) longitude -= 360
          if (longitude < -180) longitude += 360
          const heard = fix(latitude, longitude, at, source)
          fixes.add(`${latitude} ${longitude} ${at}`)
          return [...(lonely ? heard.slice(1) : heard).flatMap((o) => admit(o) ?? []), ...admit.overdue(at)]
        })
        for (const [i, reading] of told.entries()) {
          const other = told[i % 2 === 0 ? i + 1 : i - 1]
          assert.equal(reading.metric, i % 2 === 0 ? 'position_lat' : 'position_lon')
          assert.equal(reading.at, other?.at)
          if (i % 2 === 0) assert.ok(fixes.has(`${reading.value} ${other?.value} ${reading.at}`))
        }
      },
    ),
  )
})

test('a boat at its berth is quiet, one that moves is not, to the east neither', () => {
  const still = Array.from({ length: 600 }, (_, s) => fix(59 + (s % 3) / 50_000, 24 + (s % 2) / 50_000, s * 1000))
  assert.equal(readings(still.flat()).length, 2)
  const east = Array.from({ length: 61 }, (_, s) => fix(59, 24 + s / 10_000, s * 1000))
  assert.equal(readings(east.flat()).length, 14)
})

test('across the date line it is two metres, and not once round the earth', () => {
  const admit = admission()
  const across = [fix(0, 179.99999, 0), fix(0, -179.99999, 60_000), fix(0, -179.9998, 120_000)]
  const told = across.flatMap((pair) => [...pair.flatMap((o) => admit(o) ?? []), ...admit.overdue(pair[0]?.at ?? 0)])
  assert.deepEqual(
    told.map((r) => r.at),
    [0, 0, 120_000, 120_000],
  )
})

test('half a fix is not told later either, and a whole one once', () => {
  const admit = admission()
  for (const o of [...fix(59, 24, 0), ...fix(59.1, 24, 1_000).slice(0, 1)]) admit(o)
  assert.deepEqual(admit.overdue(20_000), [])
  const [latitude, longitude] = fix(59.2, 24, 21_500) as [Observation, Observation]
  for (const o of [...fix(59.2, 24, 21_000), latitude, longitude]) admit(o)
  const moved = fix(59.3, 24, 22_000)
  for (const o of moved) admit(o)
  assert.equal(admit.overdue(40_000).length, 2)
  assert.equal(admit(moved[1] as Observation), undefined)
})

/** An engine that says its hours until they count. */
const hoursOf = (instance?: string, value = 728.3) =>
  [0, 2_500, 5_000].map((at) => seen({ metric: 'engine_hours', instance, value, at }))

test('without a choice a generator never moves the meter, nor does a second engine', () => {
  const unitsOf = (...instances: (string | undefined)[]) => {
    const admit = admission()
    return instances
      .flatMap((instance) => hoursOf(instance))
      .flatMap((observation) => admit(observation) ?? [])
      .map(({ instance, unit }) => `${instance ?? 'the only one'} ${unit ?? 'h'}`)
  }
  for (const generator of [
    'genset-0',
    'dcgenset-1',
    'generator',
    'dieselGenerator',
    'Gen1',
    'gen-2',
    'gen',
    'portGen',
    'gen_port',
    'main-gen',
    'genny',
  ])
    assert.deepEqual(unitsOf(generator), [`${generator} hours`])
  for (const other of ['generator 2', 'wing', 'wingEngine', 'aux', 'bowThruster', 'apu'])
    assert.deepEqual(unitsOf(other), [`${other} hours`], 'its name does not say that it propels the boat every day')
  assert.deepEqual(unitsOf('genset-0', 'port'), ['genset-0 hours', 'port h'])
  assert.deepEqual(unitsOf('port', 'starboard'), ['port h', 'starboard hours'])
  for (const second of [
    'starboard',
    'Starboard',
    'engine_starboard',
    'right',
    'engine2',
    'motor-3',
    '2',
    '9',
    'stb',
    'Steuerbord',
  ])
    assert.deepEqual(unitsOf(second), [`${second} hours`], 'the first may not have been started yet')
  assert.deepEqual(unitsOf('11', '12'), ['11 h', '12 hours'])
  assert.deepEqual(unitsOf('0', '1', '2'), ['0 h', '1 hours', '2 hours'])
  assert.deepEqual(unitsOf('main', 'wing'), ['main h', 'wing hours'])
  assert.deepEqual(unitsOf('port', 'main'), ['port h', 'main hours'])
  assert.deepEqual(unitsOf(undefined, 'genset-0'), ['the only one h', 'genset-0 hours'])
  for (const other of [
    'Stromaggregat',
    'Stromerzeuger',
    'generador',
    'groupe electrogène',
    'Onan',
    'fischerPanda',
    'Hilfsdiesel',
  ])
    assert.deepEqual(unitsOf(other), [`${other} hours`], 'a generator, or what does not propel the boat every day')
  for (const only of [
    'volvo',
    'groupe propulseur',
    'D4',
    'yanmar',
    'mainEngine',
    'volkswagen',
    'BB',
    'Backbord',
    'Hauptmaschine',
  ])
    assert.deepEqual(unitsOf(only), [`${only} h`])
  assert.deepEqual(unitsOf('volvo', 'kohler'), ['volvo h', 'kohler hours'], 'the one that has moved it goes on')
  assert.deepEqual(
    unitsOf('volvo', 'honda', 'main'),
    ['volvo h', 'honda hours', 'main h'],
    'until one that is known comes',
  )

  const together = hoursOf('starboard').flatMap((observation, i) => [observation, hoursOf('port')[i]!])
  const admit = admission()
  const units = together
    .flatMap((observation) => admit(observation) ?? [])
    .map(({ instance, unit = 'h' }) => `${instance} ${unit}`)
  assert.deepEqual(units, ['starboard hours', 'port h'], 'whichever speaks first')
})

/** Which engines say hours that move the meter, and those that do not, all at the same time. */
const unitsTogether = (admit: Admission, ...instances: string[]) => {
  const told = [0, 2_500, 5_000].flatMap((at) =>
    instances.flatMap((instance) => admit(seen({ metric: 'engine_hours', instance, value: 728.3, at })) ?? []),
  )
  return told.map(({ instance, unit = 'h' }) => `${instance} ${unit}`)
}

test('of two engines with names of which nobody knows the main one none moves the meter', () => {
  assert.deepEqual(unitsTogether(admission(), 'volvo', 'kohler'), ['volvo hours', 'kohler hours'])
  assert.deepEqual(unitsTogether(admission(), '11', '12'), ['11 h', '12 hours'], 'of numbers the lowest is the first')
  assert.deepEqual(unitsTogether(admission(), 'volvo', '12'), ['volvo hours', '12 hours'])
  assert.deepEqual(unitsTogether(admission({ hourMeter: 'volvo' }), 'volvo', 'kohler'), ['volvo h', 'kohler hours'])
})

test('an engine that has moved the meter keeps it over a restart, though another speaks first', () => {
  const first = admission()
  assert.deepEqual(unitsTogether(first, 'volvo'), ['volvo h'])
  assert.deepEqual(unitsTogether(first, 'aardvark'), ['aardvark hours'])
  const before = { of: () => undefined, hours: () => first.enginesSeen() }
  assert.deepEqual(unitsTogether(admission({}, before, first.choices()), 'aardvark', 'volvo'), [
    'aardvark hours',
    'volvo h',
  ])
  const choices = readChoices(JSON.parse(JSON.stringify(first.choices())))
  assert.deepEqual(unitsTogether(admission({}, before, choices), 'volvo', 'aardvark'), ['volvo h', 'aardvark hours'])
})

test('after a restart an engine that counted before keeps the meter, though it is off', () => {
  const before = { of: () => undefined, hours: () => [{ instance: 'main' }] }
  const unitsOf = (hoursBefore?: typeof before) => {
    const admit = admission({}, hoursBefore)
    return hoursOf('volvo').flatMap((observation) => admit(observation)?.unit ?? 'h')
  }
  assert.equal(unitsOf(before).at(-1), 'hours')
  assert.equal(unitsOf().at(-1), 'h')
})

test('hours of the engine that does not feed the meter are hours in another word', () => {
  const admit = admission({ hourMeter: 'starboard' })
  const told = [...hoursOf('port'), ...hoursOf('starboard')].flatMap((o) => admit(o) ?? []).map(toWire)
  assert.deepEqual(
    told.map(({ instance, value, unit }) => ({ instance, value, unit })),
    [
      { instance: 'port', value: 728.3, unit: 'hours' },
      { instance: 'starboard', value: 728.3, unit: 'h' },
    ],
  )
  assert.deepEqual(admit.enginesSeen(), [
    { instance: 'port', hours: 728.3, at: 5_000 },
    { instance: 'starboard', hours: 728.3, at: 5_000 },
  ])
})

test('an engine whose hours never counted was not seen', () => {
  const admit = admission()
  admit(seen({ metric: 'engine_hours', instance: 'port', value: 354185, at: 0 }))
  assert.deepEqual(admit.enginesSeen(), [])
})

test('the owner prefers a source, which loses its place in silence and takes it back', () => {
  const heard = Array.from({ length: 400 }, (_, second) => {
    const at = second * 1000
    const quiet = second >= 100 && second < 250
    const a = seen({ metric: 'depth', value: 10 + second, at, source: 'signalk/ydg.35', rank: 9 })
    const b = seen({ metric: 'depth', value: 1000 + second, at, source: 'n2k/36/128267', rank: 0 })
    return quiet ? [b] : [a, b]
  })
  const who = readings(heard.flat(), { sources: { depth: ['signalk', 'n2k'] } }).map((r) => Number(r.value) >= 1000)
  // 30 s after it was last heard, at 99 s, and back with its second message.
  assert.deepEqual(who.flatMap((other, i) => (i > 0 && other !== who[i - 1] ? [i] : [])).length, 2)
  assert.equal(who[0], false)
  assert.equal(who.at(-1), false)
})

test('faults of two sources count together, and end together', () => {
  const engine = { metric: 'fault_code', instance: 'port' } as const
  const status = (text_value: string, at: number) => seen({ ...engine, text_value, at, source: '4/127489', rank: 1 })
  const codes = (text_value: string, at: number) => seen({ ...engine, text_value, at, source: '0/65226', rank: 2 })
  const heard = [0, 1000, 2000].flatMap((at) => [status(NO_FAULT, at), codes('SPN 100 FMI 1', at)])
  const later = [3000, 4000].map((at) => status('Low Oil Pressure', at))
  const silent = [40_000, 41_000, 42_000].map((at) => status('Low Oil Pressure', at))
  assert.deepEqual(run([...heard, ...later, ...silent]), [
    [1000, 'SPN 100 FMI 1'],
    [4000, 'Low Oil Pressure, SPN 100 FMI 1'],
    [40_000, 'Low Oil Pressure'],
  ])
})

test('no fault is told once after a start, so that one that ended before it does not stand for ever', () => {
  const engine = { metric: 'fault_code', instance: 'port' } as const
  const status = (text_value: string, at: number) => seen({ ...engine, text_value, at, source: '4/127489', rank: 1 })
  const seconds = Array.from({ length: 60 }, (_, i) => i * 1000)
  assert.deepEqual(run(seconds.map((at) => status(NO_FAULT, at))), [[30_000, NO_FAULT]])

  const codes = (at: number) => seen({ ...engine, text_value: 'SPN 100 FMI 1', at, source: '0/65226', rank: 2 })
  const both = seconds.flatMap((at) => [status(NO_FAULT, at), ...(at >= 20_000 && at < 50_000 ? [codes(at)] : [])])
  assert.deepEqual(run(both), [[21_000, 'SPN 100 FMI 1']], 'one that stands is not cleared meanwhile')
})

const anyValue = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.NaN, -0.1, 655.34, 4_294_967_295, 354_185))
const anyObservation = fc.record({
  metric: fc.constantFrom(...METRIC_NAMES),
  value: fc.option(anyValue, { nil: undefined }),
  text_value: fc.option(fc.string({ unit: 'binary', maxLength: 200 }), { nil: undefined }),
  instance: fc.option(fc.string({ unit: 'binary', maxLength: 80 }), { nil: undefined }),
  source: fc.constantFrom('a', 'b', 'c'),
  rank: fc.nat(3),
  waitMs: fc.oneof(fc.nat(2_000), fc.nat(10_000_000)),
})

test('whatever is heard, what is sent is plausible and fits the service', () => {
  fc.assert(
    fc.property(fc.array(anyObservation, { size: 'max', maxLength: 80 }), (observations) => {
      const admit = admission()
      let at = 0
      for (const { waitMs, ...o } of observations) {
        at += waitMs
        for (const r of [admit({ ...o, at }), ...admit.overdue(at)]) {
          if (!r) continue
          if (r.metric === 'fault_code') assert.ok(r.text_value && [...r.text_value].length <= 120)
          else assert.ok(plausible(r.metric, Number(r.value)), `${r.metric} ${r.value}`)
          for (const text of [r.instance ?? '', r.text_value ?? ''])
            assert.ok(text.isWellFormed() && !text.includes('\0'))
          assert.ok([...(r.instance ?? '')].length <= 40)
        }
      }
    }),
  )
})

const values: [Metric, (second: number) => number][] = [
  ['depth', (s) => 5 + Math.sin(s / 60)],
  ['battery_voltage', (s) => 12.5 + (s % 40) / 100],
  ['fuel_level_pct', (s) => 80 - s / 100],
]

test('no series has more readings than its interval allows, nor stays silent longer than a heartbeat', () => {
  for (const [metric, value] of values) {
    const at = readings(Array.from({ length: 7200 }, (_, s) => seen({ metric, value: value(s), at: s * 1000 }))).map(
      (r) => r.at,
    )
    const gaps = at.slice(1).map((t, i) => t - (at[i] ?? 0))
    assert.ok(gaps.length > 5)
    assert.ok(Math.min(...gaps) >= 10_000 && Math.max(...gaps) <= HEARTBEAT_MS)
  }
})

test('thousands of series from garbage do not fill the memory', () => {
  const admit = admission()
  for (let i = 0; i < 20_000; i++)
    admit(seen({ metric: 'fuel_level_pct', instance: String(i), value: 50, at: i, source: String(i) }))
  for (let i = 0; i < 5_000; i++) admit(seen({ metric: 'depth', value: 5, at: 20_000 + i, source: String(i) }))
  const heard = admit.seriesSeen()
  assert.equal(heard.length, 1_000)
  const depth = heard.find((s) => seriesOf(s) === 'depth/')
  assert.equal(depth?.chosen, '0')
  assert.equal(depth?.sources.length, 16)
})

test('a battery at 0 V that was never otherwise is not there; one that falls to 0 V is', () => {
  const admit = admission()
  const volts = (value: number, at: number) => admit(seen({ metric: 'battery_voltage', instance: '258', value, at }))
  assert.equal(volts(0, 0), undefined)
  assert.equal(volts(0, 60_000), undefined)
  assert.deepEqual(
    admit.withheld().map(({ series, reason, count }) => [series, reason, count]),
    [['battery_voltage/258', 'no_battery', 2]],
  )
  assert.equal(volts(0.009, 90_000), undefined, 'an open input floats')
  assert.equal(volts(12.6, 120_000)?.value, 12.6)
  assert.equal(volts(0, 180_000)?.value, 0)
})

test('nor is the charge of a battery that is not there', () => {
  const admit = admission()
  const said = (metric: 'battery_voltage' | 'battery_soc_pct', value: number, at: number) =>
    admit(seen({ metric, instance: '2', value, at }))?.value
  said('battery_voltage', 0, 0)
  assert.equal(said('battery_soc_pct', 0, 1_000), undefined)
  assert.deepEqual(
    admit.withheld().map(({ series, reason }) => [series, reason]),
    [
      ['battery_voltage/2', 'no_battery'],
      ['battery_soc_pct/2', 'no_battery'],
    ],
  )
  said('battery_voltage', 12.6, 2_000)
  assert.equal(said('battery_soc_pct', 0, 3_000), 0)
  assert.equal(admission()(seen({ metric: 'battery_soc_pct', instance: '3', value: 81, at: 0 }))?.value, 81)
})

test('a second device that never had a battery there does not take the place of the one that has', () => {
  const admit = admission({ everyInterval: true })
  const said = (source: string, metric: 'battery_voltage' | 'battery_soc_pct', value: number, at: number) =>
    admit(seen({ metric, instance: '2', source: `${source}/${metric}`, value, at }))?.value
  assert.equal(said('n2k/20', 'battery_voltage', 12.6, 0), 12.6)
  for (const at of [1_000, 100_000, 400_000]) {
    assert.equal(said('n2k/10', 'battery_voltage', 0, at), undefined)
    assert.equal(said('n2k/10', 'battery_soc_pct', 0, at), undefined)
  }
  assert.deepEqual(
    admit.withheld().map(({ series, source, reason, count }) => [series, source, reason, count]),
    [
      ['battery_voltage/2', 'n2k/10/battery_voltage', 'no_battery', 3],
      ['battery_soc_pct/2', 'n2k/10/battery_soc_pct', 'no_battery', 3],
    ],
  )
  assert.equal(said('n2k/30', 'battery_soc_pct', 80, 500_000), 80, 'of a device that gives only the charge')
})

test('what only admission needs to know of a depth does not go with its reading', () => {
  const reading = admission()(seen({ metric: 'depth', value: 5, at: 0, depth: { below: 'transducer', offset: -3 } }))
  assert.deepEqual(reading, { metric: 'depth', value: 5, at: 0 })
})

test('the owner may list a source at any time, and leave the choice to us again', () => {
  const admit = admission({ everyInterval: true })
  const sounders = [
    { source: 'n2k/36/128267', value: 3, rank: 0 },
    { source: 'n2k/37/128267', value: 60, rank: 1 },
  ]
  let second = 0
  const heard = (seconds: number) =>
    new Set(
      Array.from({ length: seconds }, () =>
        sounders.flatMap((s) => admit(seen({ metric: 'depth', at: ++second * 1000, ...s }))?.value ?? []),
      ).flat(),
    )
  const state = () => admit.seriesSeen().map(({ chosen, pinned, listed }) => ({ chosen, pinned, listed }))[0]
  assert.deepEqual(heard(60), new Set([3]))
  admit.useSources({ depth: ['n2k/37/128267'] }, second * 1000)
  assert.deepEqual(state(), { chosen: 'n2k/36/128267', pinned: false, listed: ['n2k/37/128267'] })
  heard(1)
  assert.deepEqual(state(), { chosen: 'n2k/37/128267', pinned: true, listed: ['n2k/37/128267'] })
  assert.deepEqual(heard(60), new Set([60]))
  const restarted = admission({ sources: { depth: ['n2k/37/128267'] } }, undefined, admit.choices())
  assert.equal(restarted(seen({ metric: 'depth', at: 0, ...sounders[0]! })), undefined)
  admit.useSources({ 'depth/1': ['n2k/37/128267'] }, second * 1000)
  assert.deepEqual(admit.choices().chosen, {}, 'nor does the next start begin with it')
  assert.equal(state()?.pinned, false, 'what is listed of another series is not of this one')
  heard(2)
  assert.equal(state()?.chosen, 'n2k/36/128267', 'the better one is back, though the other speaks')
})

test('what is listed and not heard is said, of each series', () => {
  const admit = admission({ sources: { depth: ['DST81', 'dst810', 'n2k/44'] } })
  admit(seen({ metric: 'depth', value: 3, at: 0, source: 'n2k/36/128267', device: { names: ['DST810'] } }))
  admit(seen({ metric: 'water_temp', value: 12, at: 0, source: 'n2k/36/130316' }))
  assert.deepEqual(
    admit.seriesSeen().map(({ metric, unheard }) => [metric, unheard]),
    [
      ['depth', ['DST81', 'n2k/44']],
      ['water_temp', []],
    ],
  )
})

test('what is listed of a series that nothing is heard of is said too', () => {
  const sources = { depth: ['DST81'], water_temp: ['DST81'], 'battery_voltage/house': ['BMV'], 'battery_voltage/1': [] }
  const admit = admission({ sources })
  admit(seen({ metric: 'water_temp', value: 12, at: 0, source: 'n2k/36/130316' }))
  admit(seen({ metric: 'battery_voltage', instance: '1', value: 12, at: 0, source: 'n2k/9/127508' }))
  assert.deepEqual(
    admit.seriesSeen().map(({ metric, instance, sources, unheard }) => [metric, instance, sources, unheard]),
    [
      ['water_temp', undefined, ['n2k/36/130316'], ['DST81']],
      ['battery_voltage', '1', ['n2k/9/127508'], []],
      ['depth', undefined, [], ['DST81']],
      ['battery_voltage', 'house', [], ['BMV']],
    ],
  )
  admit(seen({ metric: 'battery_voltage', instance: 'house', value: 12, at: 0, source: 'n2k/9/127508' }))
  admit.useSources({}, 1_000)
  assert.ok(admit.seriesSeen().every(({ sources, unheard }) => sources.length === 1 && unheard.length === 0))
})

test('where the list stays as it was, so does the choice', () => {
  const admit = admission({ sources: { depth: ['nobody'] } })
  for (let second = 0; second < 60; second++) admit(seen({ metric: 'depth', value: 3, at: second * 1000 }))
  admit.useSources({ depth: ['nobody'], water_temp: ['nobody'] }, 60_000)
  const better = seen({ metric: 'depth', value: 60, at: 60_500, source: '37/1', rank: 0 })
  assert.equal(admit(better), undefined)
  assert.equal(admit.seriesSeen()[0]?.chosen, '36/1')
})

test('a battery is no engine: it does not keep the hours of one from the meter', () => {
  const admit = admission()
  const hours = Array.from({ length: 8 }, (_, second) => {
    admit(seen({ metric: 'battery_voltage', instance: '1', value: 12.6, at: second * 1000 }))
    return admit(seen({ metric: 'engine_hours', instance: 'main', value: 350, at: second * 1000 })) ?? []
  }).flat()
  assert.deepEqual(
    hours.map(({ value, unit = 'h' }) => [value, unit]),
    [[350, 'h']],
  )
})

test('hours that are forgotten, also those held back, bound no others', () => {
  const admit = admission()
  const said = (instance: string, value: number, from: number) =>
    Array.from({ length: 8 }, (_, second) => {
      const at = (from + second) * 1000
      return admit(seen({ metric: 'engine_hours', instance, value, at })) ?? []
    })
      .flat()
      .map(({ value, unit = 'h' }) => `${value} ${unit}`)
  assert.deepEqual([said('port', 350, 0), said('starboard', 90, 0)], [['350 h'], ['90 hours']])
  said('port', 350.2, 10)
  assert.deepEqual(said('port', 120, 20), [])
  admit.forgetHours('port')
  assert.deepEqual(admit.enginesSeen(), [{ instance: 'starboard', hours: 90, at: 7000 }])
  const heldBack = admit.overdue(60_000).map(({ instance }) => instance)
  assert.ok(!heldBack.includes('port'))
  assert.deepEqual(said('starboard', 91, 30), ['91 hours'], 'it does not move the meter in place of port')
  assert.deepEqual([said('port', 120, 40), said('starboard', 300, 40)], [['120 h'], []])
  admit.forgetHours('never heard')
})
