import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { admission } from '../admit/admit.ts'
import type { Observation } from '../readings/reading.ts'
import type { VenusOptions } from './map.ts'
import { VENUS_TOPICS, venusReader } from './reader.ts'
import { dbusIn, topicsIn } from './testing/gx-recordings.ts'

const DATA = new URL('../../../../../shared/data/victron/', import.meta.url)
const skip = existsSync(DATA) ? false : `no recordings at ${DATA.pathname}`

type Row = [metric: string, value: number | string, instance?: string]
type Values = Record<string, number | string | null>

const row = ({ metric, value, text_value, instance }: Observation): Row => {
  const said = text_value ?? value ?? Number.NaN
  return instance === undefined ? [metric, said] : [metric, said, instance]
}

/** What is known once all of these values, by service/instance/path, have come in this order. */
function known(values: Values, options?: VenusOptions): Row[] {
  const reader = venusReader(options)
  for (const [path, value] of Object.entries(values)) reader.take(`N/c0ffee/${path}`, JSON.stringify({ value }), 0)
  reader.complete()
  return reader.repeat(0).map(row)
}

const CASES: [name: string, values: Values, expected: Row[], options?: VenusOptions][] = [
  [
    'a battery monitor with the starter battery',
    { 'battery/256/Dc/0/Voltage': 51.40999984, 'battery/256/Dc/1/Voltage': 12.8, 'battery/256/Soc': 58.2000007 },
    [
      ['battery_voltage', 51.41, '256'],
      ['battery_voltage', 12.8, '256-starter'],
      ['battery_soc_pct', 58.2, '256'],
    ],
  ],
  [
    'a system without a battery monitor: its charger, and what the GX reckons',
    {
      'system/0/Dc/Battery/Voltage': 12.7,
      'system/0/Dc/Battery/Soc': 81,
      'vebus/276/Dc/0/Voltage': 12.75,
      'multi/0/Soc': 80,
      'multi/0/Dc/0/Voltage': 12.74,
    },
    [
      ['battery_voltage', 12.75],
      ['battery_soc_pct', 80],
    ],
  ],
  [
    'beside a battery monitor these do not count',
    { 'vebus/276/Dc/0/Voltage': 12.75, 'system/0/Dc/Battery/Soc': 81, 'battery/256/Dc/0/Voltage': 12.8 },
    [['battery_voltage', 12.8, '256']],
  ],
  [
    'beside a battery monitor to which no battery is connected they do',
    {
      'battery/256/Dc/0/Voltage': 0,
      'battery/256/Soc': 0,
      'vebus/276/Soc': 80,
      'system/0/Dc/Battery/Voltage': 25.4,
    },
    [
      ['battery_voltage', 0, '256'],
      ['battery_soc_pct', 0, '256'],
      ['battery_soc_pct', 80],
      ['battery_voltage', 25.4],
    ],
  ],
  ['a value that is not valid', { 'battery/256/Soc': null }, []],
  [
    'fuel, petrol, diesel',
    {
      'tank/20/FluidType': 0,
      'tank/20/Level': 40.04,
      'tank/21/Level': 50,
      'tank/21/FluidType': 6,
      'tank/22/FluidType': 7,
      'tank/22/Level': 60,
    },
    [
      ['fuel_level_pct', 40.04, '20'],
      ['fuel_level_pct', 50, '21'],
      ['fuel_level_pct', 60, '22'],
    ],
  ],
  [
    'fresh, grey and black water',
    {
      'tank/1/FluidType': 1,
      'tank/1/Level': 101,
      'tank/2/FluidType': 2,
      'tank/2/Level': 2,
      'tank/3/FluidType': 5,
      'tank/3/Level': 3,
    },
    [
      ['water_level_pct', 100, '1'],
      ['waste_level_pct', 2, '2'],
      ['waste_level_pct', 3, 'black-3'],
    ],
  ],
  [
    'a tank of oil, and one that does not say of what',
    { 'tank/1/FluidType': 4, 'tank/1/Level': 3, 'tank/2/Level': 4 },
    [],
  ],
  [
    'a bilge alarm that is well',
    { 'digitalinput/1/Type': 4, 'digitalinput/1/State': 8 },
    [
      ['bilge_water', 0, '1'],
      ['fault_code', 'none', 'digitalinput-1'],
    ],
  ],
  [
    'a bilge alarm in alarm is water and no fault',
    { 'digitalinput/1/State': 9, 'digitalinput/1/Type': 4 },
    [
      ['bilge_water', 1, '1'],
      ['fault_code', 'none', 'digitalinput-1'],
    ],
  ],
  [
    'a smoke alarm is an alarm of the boat',
    { 'digitalinput/2/State': 9, 'digitalinput/2/Type': 6 },
    [['fault_code', 'Alarm: Smoke', 'digitalinput-2']],
  ],
  [
    'a bilge pump counts its starts',
    { 'digitalinput/3/Type': 3, 'digitalinput/3/Count': 127 },
    [
      ['bilge_pump_cycles', 127, '3'],
      ['fault_code', 'none', 'digitalinput-3'],
    ],
  ],
  [
    'a door that the owner says is the bilge, and a generic input that counts a pump',
    {
      'digitalinput/1/Type': 2,
      'digitalinput/1/State': 7,
      'digitalinput/2/Type': 10,
      'digitalinput/2/State': 1,
      'digitalinput/2/Count': 5,
    },
    [
      ['bilge_water', 1, '1'],
      ['fault_code', 'none', 'digitalinput-1'],
      ['bilge_pump_cycles', 5, '2'],
      ['fault_code', 'none', 'digitalinput-2'],
    ],
    { bilgeWater: [1], bilgePumps: [2] },
  ],
  [
    'a door',
    { 'digitalinput/1/Type': 2, 'digitalinput/1/State': 7, 'digitalinput/1/Count': 3 },
    [['fault_code', 'none', 'digitalinput-1']],
  ],
  ['the grid, on a boat', { 'system/0/Ac/ActiveIn/Source': 1 }, [['shore_power', 1]]],
  ['shore', { 'system/0/Ac/ActiveIn/Source': 3 }, [['shore_power', 1]]],
  [
    'a generator is no shore power',
    { 'system/0/Ac/ActiveIn/Source': 2, 'vebus/257/Ac/ActiveIn/Connected': 1 },
    [['shore_power', 0]],
  ],
  ['inverting', { 'system/0/Ac/ActiveIn/Source': 240 }, [['shore_power', 0]]],
  ['a VE.Bus device alone', { 'vebus/257/Ac/ActiveIn/Connected': 1 }, [['shore_power', 1]]],
  [
    'a GPS receiver',
    { 'gps/0/Fix': 1, 'gps/0/Position/Latitude': 48.123456789, 'gps/0/Position/Longitude': -4.5, 'gps/0/Speed': 3 },
    [
      ['position_lat', 48.1234568],
      ['position_lon', -4.5],
      ['speed_over_ground', 5.832],
    ],
  ],
  [
    'a GPS receiver without a fix',
    { 'gps/0/Position/Latitude': 48.1, 'gps/0/Position/Longitude': -4.5, 'gps/0/Speed': 3, 'gps/0/Fix': 0 },
    [],
  ],
  ['half a position', { 'gps/0/Position/Latitude': 48.1 }, []],
  [
    'an alternator whose regulator knows the speed of the engine',
    { 'alternator/288/Engine/Speed': 1840.4 },
    [['engine_rpm', 1840.4, 'port']],
  ],
  [
    'a genset',
    {
      'genset/0/Engine/Speed': 2952,
      'genset/0/Engine/CoolantTemperature': 73,
      'genset/0/Engine/OilPressure': 310,
      'genset/0/ErrorCode': 0,
      'genset/0/Error/0/Id': 'fp:e-31',
      'genset/0/Error/1/Id': 'fp:i-4',
      'genset/0/Error/2/Id': '',
    },
    [
      ['engine_rpm', 2952, 'genset-0'],
      ['engine_coolant_temp', 73, 'genset-0'],
      ['engine_oil_pressure', 310, 'genset-0'],
      ['fault_code', 'Error fp:e-31', 'genset-0'],
    ],
  ],
  ['an electric motor', { 'motordrive/1/Motor/RPM': 1200 }, [['engine_rpm', 1200, 'motordrive-1']]],
  [
    'alarms, warnings and errors of one device in one text',
    {
      'vebus/257/Alarms/L1/Overload': 2,
      'vebus/257/Alarms/L2/Overload': 0,
      'vebus/257/Alarms/HighTemperature': 1,
      'vebus/257/VebusError': 11,
      'vebus/257/Alarms/LowBattery': null,
    },
    [['fault_code', 'Alarm: Overload L1, High temperature (warning), VE.Bus error 11', 'vebus-257']],
  ],
  [
    "a tank's alarm levels are no alarms",
    { 'tank/1/Alarms/High/Active': 2, 'tank/1/Alarms/High/Enable': 1, 'tank/1/Alarms/High/State': 2 },
    [['fault_code', 'Alarm: High level', 'tank-1']],
  ],
  ['a value of no interest', { 'system/0/Dc/Pv/Power': 245 }, []],
  ['a text where a number should be', { 'battery/1/Soc': 'full' }, []],
]

for (const [name, values, expected, options] of CASES)
  test(name, () => assert.deepEqual(known(values, options), expected))

test('what a message says is observed at once, with the device as its source', () => {
  const reader = venusReader()
  reader.take('N/c0ffee/tank/20/FluidType', '{"value":0}', 1)
  const [observation, ...more] = reader.take('N/c0ffee/tank/20/Level', '{"value":40}', 7) ?? assert.fail()
  assert.deepEqual(more, [])
  assert.deepEqual(
    { ...observation, rank: 0 },
    { metric: 'fuel_level_pct', value: 40, instance: '20', at: 7, source: 'tank/20/Level', rank: 0 },
  )
})

test('hours are cut, are none while a genset starts, and are not repeated: a repetition is no second witness', () => {
  const reader = venusReader()
  const hours = (value: number) =>
    reader.take('N/c0ffee/genset/0/Engine/OperatingHours', JSON.stringify({ value }), 0)?.map(row)
  assert.deepEqual(hours(0), [])
  assert.deepEqual(hours(412 * 3600 + 3599), [['engine_hours', 412.999, 'genset-0']])
  assert.deepEqual(reader.repeat(1), [])
})

/** What a GX receiver's messages tell: half, degrees, ms. */
function positions(...messages: ['Latitude' | 'Longitude', number, number][]): [number, Row[]][] {
  const reader = venusReader()
  reader.take('N/c0ffee/gps/0/Fix', '{"value":1}', 0)
  return messages.flatMap(([half, value, at]) => {
    const told = reader.take(`N/c0ffee/gps/0/Position/${half}`, JSON.stringify({ value }), at) ?? assert.fail()
    return told.length > 0 ? [[told[0]!.at, told.map(row)] satisfies [number, Row[]]] : []
  })
}
const place = (latitude: number, longitude: number): Row[] => [
  ['position_lat', latitude],
  ['position_lon', longitude],
]

test('a jump never has the latitude of one fix and the longitude of another', () => {
  assert.deepEqual(
    positions(['Latitude', 48, 0], ['Longitude', -4, 5], ['Latitude', 54, 20_000], ['Longitude', 10, 20_005]),
    [
      [5, place(48, -4)],
      [20_005, place(54, 10)],
    ],
  )
})

test('whatever changes from one second to the next, each position that is told is that of one fix', () => {
  const second = fc.record({
    changed: fc.constantFrom('Latitude', 'Longitude', 'both', 'none'),
    late: fc.integer({ min: 0, max: 400 }),
    apart: fc.integer({ min: 0, max: 100 }),
  })
  let told = 0
  fc.assert(
    fc.property(fc.array(second, { minLength: 2, maxLength: 20 }), (seconds) => {
      const fix = { Latitude: 0, Longitude: 100 }
      const fixes: Row[][] = []
      const messages = [{ changed: 'both', late: 0, apart: 0 }, ...seconds].flatMap(({ changed, late, apart }, i) => {
        const halves = (['Latitude', 'Longitude'] as const).filter((half) => changed === half || changed === 'both')
        for (const half of halves) fix[half]++
        fixes.push(place(fix.Latitude, fix.Longitude))
        return halves.map((half, j): [typeof half, number, number] => [half, fix[half], i * 1_000 + late + j * apart])
      })
      for (const [, rows] of positions(...messages)) {
        told++
        assert.ok(
          fixes.some((one) => isDeepStrictEqual(one, rows)),
          `${rows} of ${messages.join(' ')}`,
        )
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(told > 0)
})

test('a position with a half that cannot be true is none, and counted', () => {
  for (const [latitude, longitude, wrong] of [
    [54, 215, 'position_lon'],
    [95, 10, 'position_lat'],
  ] as const) {
    const withheld: string[] = []
    const reader = venusReader({ withhold: ({ series, reason }) => withheld.push(`${series} ${reason}`) })
    const said = Object.entries({ Fix: 1, 'Position/Latitude': latitude, 'Position/Longitude': longitude }).map(
      ([path, value]) => reader.take(`N/c0ffee/gps/0/${path}`, JSON.stringify({ value }), 0),
    )
    assert.deepEqual(said, [[], [], []])
    assert.deepEqual(withheld, [`${wrong} implausible`])
  }
})

test('a half that alone has changed is told when the next comes, with its own time, or with the next repetition', () => {
  const due = ['Latitude', 48, 0] as const
  assert.deepEqual(
    positions(
      [...due],
      ['Longitude', -4, 5],
      ['Latitude', 48.1, 1_000],
      ['Latitude', 48.2, 2_000],
      ['Longitude', -4.1, 9_000],
    ),
    [
      [5, place(48, -4)],
      [1_000, place(48.1, -4)],
      [2_000, place(48.2, -4)],
    ],
  )
  const reader = venusReader()
  const say = (path: string, value: number, at: number) =>
    reader.take(`N/c0ffee/gps/0/${path}`, JSON.stringify({ value }), at)
  say('Fix', 1, 0)
  say('Position/Latitude', 48, 0)
  say('Position/Longitude', -4, 0)
  say('Position/Latitude', 54, 5_000)
  assert.deepEqual([reader.repeat(5_001), say('Fix', 1, 5_002)], [[], []], 'the other half may be on its way')
  assert.deepEqual(reader.repeat(6_000).map(row), place(54, -4))
})

test('a position that comes before the receiver says that it has no fix is none; one that it says later is told then', () => {
  for (const [fix, expected] of [
    [0, []],
    [1, [...place(48, -4), ['speed_over_ground', 5.832]]],
  ] as const) {
    const reader = venusReader()
    const said = Object.entries({ Speed: 3, 'Position/Latitude': 48, 'Position/Longitude': -4, Fix: fix }).map(
      ([path, value]) => reader.take(`N/c0ffee/gps/0/${path}`, JSON.stringify({ value }), 0)?.map(row),
    )
    assert.deepEqual(said, [[], [], [], expected])
  }
})

test('a generator that runs is never told as shore power, though its VE.Bus device comes first', () => {
  const reader = venusReader()
  assert.deepEqual(reader.take('N/c0ffee/vebus/257/Ac/ActiveIn/Connected', '{"value":1}', 0), [])
  assert.deepEqual(reader.take('N/c0ffee/system/0/Ac/ActiveIn/Source', '{"value":2}', 0)?.map(row), [
    ['shore_power', 0],
  ])
})

test('a pump gives its counter, a fault is settled', () => {
  const reader = venusReader()
  reader.take('N/c0ffee/digitalinput/3/Type', '{"value":3}', 0)
  assert.equal(reader.take('N/c0ffee/digitalinput/3/Count', '{"value":127}', 0)?.[0]?.raw, 'counter')
  assert.equal(reader.take('N/c0ffee/battery/1/Alarms/LowSoc', '{"value":2}', 0)?.[0]?.debounced, true)
})

test('a value that is not valid any more, and a device that is gone, are not repeated; a fault ends with its device', () => {
  const reader = venusReader()
  reader.complete()
  reader.take('N/c0ffee/battery/1/Soc', '{"value":80}', 0)
  reader.take('N/c0ffee/battery/1/Dc/0/Voltage', '{"value":12.5}', 0)
  reader.take('N/c0ffee/battery/1/Alarms/LowVoltage', '{"value":2}', 0)
  reader.take('N/c0ffee/battery/1/Soc', '{"value":null}', 1)
  assert.equal(reader.repeat(1).length, 2)
  assert.deepEqual(reader.take('N/c0ffee/battery/1/Dc/0/Voltage', '', 2), [])
  assert.deepEqual(reader.take('N/c0ffee/battery/1/Alarms/LowVoltage', '', 2)?.map(row), [
    ['fault_code', 'none', 'battery-1'],
  ])
  assert.deepEqual(reader.repeat(2), [])
})

test('a topic that is no value of a device', () => {
  const reader = venusReader()
  for (const topic of ['N/c0ffee/heartbeat', 'N/c0ffee/full_publish_completed', 'R/c0ffee/battery/1/Soc', ''])
    assert.equal(reader.take(topic, '{"value":1}', 0), undefined)
  for (const payload of ['{', 'null', '12', '"x"'])
    assert.equal(reader.take('N/c0ffee/battery/1/Soc', payload, 0)?.length ?? 0, 0)
})

test('no topic and no payload throws', () => {
  const reader = venusReader()
  const topics = fc.oneof(
    fc.string(),
    fc.constantFrom(...VENUS_TOPICS).map((topic) => `N/c0ffee/${topic.replaceAll(/[+#]/g, '1')}`),
  )
  fc.assert(
    fc.property(topics, fc.oneof(fc.string(), fc.json()), (topic, payload) => {
      reader.take(topic, payload, 0)
      reader.repeat(0)
    }),
  )
})

test('each topic that is used is subscribed to', () => {
  const filters = VENUS_TOPICS.map((topic) => new RegExp(`^${topic.replaceAll('+', '[^/]+').replace('#', '.*')}$`))
  for (const [, values] of CASES)
    for (const path of Object.keys(values).filter((p) => p !== 'system/0/Dc/Pv/Power'))
      assert.ok(
        filters.some((filter) => filter.test(path)),
        path,
      )
})

describe('recordings', { skip }, () => {
  test('a GX system, 2025: 2222 topics', () => {
    const reader = venusReader()
    for (const { topic, payload } of topicsIn(new URL('mqtt-test.topics.ndjson', DATA))) reader.take(topic, payload, 0)
    reader.complete()
    assert.deepEqual(reader.repeat(0).map(row).sort(), [
      ['battery_soc_pct', 58.2, 'House battery'],
      ['battery_soc_pct', 99.7, 'Hydraulic battery'],
      // An open input, which admission withholds.
      ['battery_voltage', 0.01, 'Hydraulic battery starter'],
      ['battery_voltage', 51.41, 'House battery'],
      ['battery_voltage', 52, 'Hydraulic battery'],
      ['fault_code', 'none', 'battery-256'],
      ['fault_code', 'none', 'battery-258'],
      ['fault_code', 'none', 'digitalinput-1'],
      ['fault_code', 'none', 'solarcharger-258'],
      ['fault_code', 'none', 'vebus-257'],
      ['shore_power', 1],
    ])
  })

  function playDbus(folder: string): Map<string, Row> {
    const reader = venusReader()
    const latest = new Map<string, Row>()
    for (const { topic, payload } of dbusIn(new URL(`${folder}/`, DATA)))
      for (const o of reader.take(topic, payload, 0) ?? []) latest.set(`${o.metric} ${o.instance}`, row(o))
    reader.complete()
    for (const o of reader.repeat(0)) latest.set(`${o.metric} ${o.instance}`, row(o))
    return latest
  }

  /** The series of a simulation, without the faults that are none. */
  const measuredIn = (folder: string) => [...playDbus(folder).values()].filter(([, value]) => value !== 'none').sort()

  test('Venus simulation u: a genset, a VE.Bus device, six tanks', () => {
    assert.deepEqual(measuredIn('venus-docker-u'), [
      ['battery_soc_pct', 95, 'Lynx Smart BMS HQ21302VUDQ'],
      ['battery_voltage', 26.61, 'Lynx Smart BMS HQ21302VUDQ'],
      ['engine_coolant_temp', 76, 'genset-0'],
      // 1261620 s in the file
      ['engine_hours', 350.45, 'genset-0'],
      ['engine_rpm', 0, 'genset-0'],
      ['fuel_level_pct', 60, '21'],
      ['fuel_level_pct', 62, '22'],
      ['fuel_level_pct', 77, '23'],
      ['shore_power', 1],
      ['water_level_pct', 33, '25'],
      ['water_level_pct', 33, '26'],
      ['water_level_pct', 77, '24'],
    ])
  })

  test('Venus simulation s: four batteries, nine tanks, and a gas tank that is no metric', () => {
    assert.deepEqual(measuredIn('venus-docker-s'), [
      ['battery_soc_pct', 100, 'Service battery'],
      ['battery_soc_pct', 99.21, 'House battery 1'],
      ['battery_soc_pct', 99.21, 'House battery 2'],
      ['battery_soc_pct', 99.21, 'House battery total'],
      ['battery_voltage', 13.48, 'Service battery'],
      ['battery_voltage', 13.6, 'Service battery starter'],
      ['battery_voltage', 26.61, 'House battery 1'],
      ['battery_voltage', 26.61, 'House battery 2'],
      ['battery_voltage', 26.61, 'House battery total'],
      ['fuel_level_pct', 40, '25'],
      ['fuel_level_pct', 45, '23'],
      ['fuel_level_pct', 8, '24'],
      ['shore_power', 0],
      ['waste_level_pct', 72, '22'],
      ['water_level_pct', 100, '20'],
      ['water_level_pct', 20, '21'],
      ['water_level_pct', 84, '27'],
      ['water_level_pct', 89, '26'],
    ])
  })
})

test('batteries go by the names that their owner gave them, from the first value on', () => {
  const reader = venusReader()
  const say = (path: string, value: unknown) => reader.take(`N/c0ffee/battery/${path}`, JSON.stringify({ value }), 0)
  assert.deepEqual(say('275/Dc/0/Voltage', 12.7), [], 'its name may be on its way')
  say('275/CustomName', 'House')
  say('275/Dc/1/Voltage', 12.9)
  say('289/CustomName', '')
  say('289/Dc/0/Voltage', 12.5)
  say('290/CustomName', '289')
  say('290/Soc', 70)
  assert.deepEqual(reader.repeat(0), [])
  reader.complete()
  assert.deepEqual(reader.repeat(0).map(row), [
    ['battery_voltage', 12.7, 'House'],
    ['battery_voltage', 12.9, 'House starter'],
    ['battery_voltage', 12.5, '289'],
    ['battery_soc_pct', 70, '290'],
  ])
  assert.deepEqual(say('275/Dc/0/Voltage', 12.8)?.map(row), [['battery_voltage', 12.8, 'House']])
})

test('two batteries of one name keep their numbers', () => {
  const names = { 'battery/275/CustomName': 'Bank', 'battery/276/CustomName': 'bank ' }
  assert.deepEqual(known({ ...names, 'battery/275/Soc': 70, 'battery/276/Soc': 71 }), [
    ['battery_soc_pct', 70, 'Bank 275'],
    ['battery_soc_pct', 71, 'bank 276'],
  ])
})

test('without a battery monitor the charger is preferred to what the GX reckons', () => {
  const reader = venusReader()
  const sources = ['system/0/Dc/Battery/Voltage', 'multi/0/Dc/0/Voltage', 'vebus/276/Dc/0/Voltage'].map((path) => {
    reader.take(`N/c0ffee/${path}`, '{"value":12.7}', 0)
    return reader.repeat(0).map(({ source }) => source.split('/')[0])
  })
  assert.deepEqual(sources, [['system'], ['multi'], ['vebus']])
})

/** The sources that count, second after second, of what each says in all of its seconds; the GX repeats itself, as it does. */
function counting(says: (second: number) => Values, bus: (second: number) => Observation[] = () => []): string[] {
  const admit = admission()
  const reader = venusReader()
  reader.complete()
  return Array.from({ length: 400 }, (_, second) => {
    const at = second * 1000
    for (const [path, value] of Object.entries(says(second)))
      reader.take(`N/c0ffee/${path}`, JSON.stringify({ value }), at)
    for (const observation of [...reader.repeat(at), ...bus(second)]) admit(observation)
    return admit.seriesSeen().find(({ chosen }) => chosen !== undefined)?.chosen ?? ''
  })
}

test("an alternator's speed of the engine counts only while the engine itself is silent, also after it has counted", () => {
  const isOn = (second: number) => second >= 100
  const engine = (second: number): Observation => {
    return { metric: 'engine_rpm', value: 800, instance: 'port', at: second * 1000, source: 'n2k/0/127488', rank: 1 }
  }
  const chosen = counting(
    () => ({ 'alternator/288/Engine/Speed': 0 }),
    (second) => (isOn(second) ? [engine(second)] : []),
  )
  assert.deepEqual([chosen[99], chosen[399]], ['alternator/288/Engine', 'n2k/0/127488'])
})

test('what the GX reckons of the battery counts only while no charger says it, also after it has counted', () => {
  const chosen = counting((second) => ({
    'system/0/Dc/Battery/Voltage': 12.7,
    'vebus/276/Dc/0/Voltage': second < 100 ? null : 12.75,
  }))
  assert.deepEqual([chosen[99], chosen[399]], ['system/0/Dc', 'vebus/276/Dc'])
})
