import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { METRIC_NAMES, type Metric } from '@binnacle/contract'
import fc from 'fast-check'
import { admission } from '../admit/admit.ts'
import { plausible } from '../readings/plausible.ts'
import type { Observation } from '../readings/reading.ts'
import { type SignalKOptions, signalkMapper, signalkPaths } from './map.ts'

type Said = [metric: Metric, value: number | string, instance?: string]

const delta = (path: string, value: unknown, $source = 'n2k.115', timestamp?: string) => ({
  context: 'vessels.self',
  updates: [{ $source, timestamp, values: [{ path, value }] }],
})
const said = ({ metric, value, text_value, instance }: Observation): Said => {
  const what = text_value ?? value ?? Number.NaN
  return instance === undefined ? [metric, what] : [metric, what, instance]
}
const map = (path: string, value: unknown, options?: SignalKOptions): Said[] =>
  signalkMapper(options).map(delta(path, value), 0).map(said)

const BANK = 'electrical.switches.bank.0.3.state'
const bilge: SignalKOptions = { bilgeWater: [BANK], bilgePumps: ['electrical.switches.bilgePump.state'] }
const alarm: SignalKOptions = { bilgeWater: ['notifications.bilge.high'] }
const shore: SignalKOptions = { shorePower: ['electrical.switches.shore.state'] }

const CASES: [path: string, value: unknown, expected: Said[], options?: SignalKOptions][] = [
  ['propulsion.port.runTime', 15_389_640, [['engine_hours', 4274.9, 'port']]],
  ['propulsion.port.runTime', 412 * 3600 + 3599, [['engine_hours', 412.999, 'port']]],
  ['propulsion.port.runTime', 0, []],
  ['propulsion.starboard.revolutions', 13.408333, [['engine_rpm', 804.5, 'starboard']]],
  ['propulsion.11.coolantTemperature', 311.61, [['engine_coolant_temp', 38.46, '11']]],
  ['propulsion.11.temperature', 311.61, [['engine_coolant_temp', 38.46, '11']]],
  ['propulsion.11.exhaust.temperature', 500, []],
  ['propulsion.port.oilPressure', 158_300, [['engine_oil_pressure', 158.3, 'port']]],
  ['propulsion.port.fuel.rate', 12.3 / 3.6e6, [['fuel_rate', 12.3, 'port']]],
  ['propulsion.port.fuel.rate', -2.777777777777778e-8, []],
  ['propulsion.port.fuel.used', 0.321, [['fuel_used', 321, 'port']]],
  ['propulsion.port.trip.fuelUsed', 0.321, [['fuel_used', 321, 'port']]],
  ['tanks.fuel.4.currentLevel', 0.9368000000000001, [['fuel_level_pct', 93.68, '4']]],
  ['tanks.fuel.4.currentLevel', 1.02, [['fuel_level_pct', 100, '4']]],
  ['tanks.fuel.4.currentLevel', 93.68, []],
  ['tanks.freshWater.0.currentLevel', 0.3978, [['water_level_pct', 39.78, '0']]],
  ['tanks.wasteWater.0.currentLevel', 0.39912, [['waste_level_pct', 39.912, '0']]],
  ['tanks.blackWater.0.currentLevel', 0.12, [['waste_level_pct', 12, 'black-0']]],
  ['tanks.blackWater.0.currentLevel', null, []],
  ['tanks.undefined.0.currentLevel', 0.5, []],
  ['electrical.batteries.house.voltage', 12.84, [['battery_voltage', 12.84, 'house']]],
  ['electrical.batteries.house.capacity.stateOfCharge', 0.81, [['battery_soc_pct', 81, 'house']]],
  ['electrical.ac.0.phase.A.lineNeutralVoltage', 221, [['shore_power', 1, '0']]],
  ['electrical.ac.0.phase.A.lineNeutralVoltage', 1, [['shore_power', 0, '0']]],
  ['electrical.ac.4.A.acceptability', 'Good', [['shore_power', 1, '4']]],
  ['electrical.ac.4.A.acceptability', 'Bad Level', [['shore_power', 0, '4']]],
  ['electrical.ac.shore.acceptability', 'Good', [['shore_power', 1, 'shore']]],
  ['electrical.ac.4.A.acceptability', 'who knows', []],
  ['electrical.venus.acSource', 'grid', [['shore_power', 1]]],
  ['electrical.venus.acSource', 'battery', [['shore_power', 0]]],
  ['navigation.speedOverGround', 3.6, [['speed_over_ground', 6.998]]],
  ['navigation.speedOverGround', 655.34, []],
  ['environment.depth.belowTransducer', 11.9, [['depth', 11.9]]],
  ['environment.water.temperature', 305.07, [['water_temp', 31.92]]],
  ['environment.water.temperature', 249, []],
  [
    'navigation.position',
    { latitude: 14.0740021, longitude: -60.9503663 },
    [
      ['position_lat', 14.0740021],
      ['position_lon', -60.9503663],
    ],
  ],
  ['navigation.position', { latitude: 0, longitude: 0 }, []],
  ['navigation.position', { latitude: 54.1, longitude: null }, []],
  ['navigation.position', null, []],
  ['notifications.flooding', { state: 'alarm', message: 'Water!' }, [['bilge_water', 1]]],
  ['notifications.flooding.engineRoom', { state: 'emergency' }, [['bilge_water', 1, 'engineRoom']]],
  ['notifications.flooding.engineRoom', { state: 'normal' }, [['bilge_water', 0, 'engineRoom']]],
  ['notifications.flooding.engineRoom', null, [['bilge_water', 0, 'engineRoom']]],
  ['notifications.bilge.high', { state: 'alarm' }, [['bilge_water', 1, 'bilge.high']], alarm],
  ['notifications.bilge.high', null, [['bilge_water', 0, 'bilge.high']], alarm],
  [BANK, 1, []],
  [BANK, 1, [['bilge_water', 1, '0.3']], bilge],
  [BANK, true, [['bilge_water', 1, '0.3']], bilge],
  [BANK, 'off', [['bilge_water', 0, '0.3']], bilge],
  [BANK, null, [], bilge],
  [BANK, 7, [], bilge],
  ['electrical.switches.bilgePump.state', 1, [['bilge_pump_cycles', 1, 'bilgePump']], bilge],
  ['electrical.switches.shore.state', 1, [['shore_power', 1, 'shore']], shore],
  ['electrical.switches.shore.state', 231, [['shore_power', 1, 'shore']], shore],
  ['electrical.ac.0.phase.A.lineNeutralVoltage', 221, [], shore],
]

describe('a path and its value', () => {
  for (const [path, value, expected, options] of CASES)
    test(`${path} = ${JSON.stringify(value)}`, () => assert.deepEqual(map(path, value, options), expected))

  test('every metric but fault_code, which faults() says', () => {
    const covered = new Set(CASES.flatMap(([, , expected]) => expected.map(([metric]) => metric)))
    assert.deepEqual(
      METRIC_NAMES.filter((metric) => !covered.has(metric)),
      ['fault_code'],
    )
  })

  test('every path of a case is subscribed to', () => {
    for (const [path, , expected, options] of CASES)
      if (expected.length > 0)
        assert.ok(
          signalkPaths(options).some((pattern) => wildcard(pattern).test(path)),
          path,
        )
  })

  test('null, NaN, texts and other shapes are no measurement', () => {
    for (const [path, , expected, options] of CASES)
      if (expected.length > 0 && !path.startsWith('notifications.'))
        for (const nothing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 'abc', {}, [], [1]])
          assert.deepEqual(map(path, nothing, options), [], `${path} = ${nothing}`)
  })
})

test('the source is the device and its path', () => {
  const [observation] = signalkMapper().map(delta('environment.depth.belowTransducer', 2, 'nmea0183.II'), 17)
  assert.deepEqual([observation?.source, observation?.at], ['nmea0183.II/environment.depth.belowTransducer', 17])
})

test('coolantTemperature is preferred to temperature, volts to what an AC input says of itself', () => {
  const rank = (path: string, value: unknown) => signalkMapper().map(delta(path, value), 0)[0]?.rank ?? Number.NaN
  assert.ok(rank('propulsion.port.coolantTemperature', 350) < rank('propulsion.port.temperature', 350))
  assert.ok(rank('electrical.ac.0.A.voltage', 0) < rank('electrical.ac.0.A.acceptability', 'Good'))
})

test('a sea temperature of a sensor counts before what others pass on, though the server has one path for all', () => {
  const { map } = signalkMapper()
  const admit = admission()
  const temperature = ($source: string, pgn: unknown, kelvin: number, second: number) => {
    const update = {
      $source,
      source: { type: 'NMEA2000', pgn },
      values: [{ path: 'environment.water.temperature', value: kelvin }],
    }
    for (const observation of map({ updates: [update] }, second * 1000)) admit(observation)
  }
  const chosen = () => admit.seriesSeen()[0]?.chosen
  for (let second = 0; second < 100; second++) temperature('n2k.1', 130310, 281, second)
  assert.equal(chosen(), 'n2k.1/environment.water.temperature')
  for (let second = 100; second < 200; second++) {
    temperature('n2k.1', 130310, 281, second)
    temperature('n2k.36', 130316, 282, second)
  }
  assert.equal(chosen(), 'n2k.36/environment.water.temperature', 'a general message is a stopgap')
  const rank = (pgn: number) =>
    map(
      {
        updates: [
          { source: { type: 'NMEA2000', pgn }, values: [{ path: 'environment.water.temperature', value: 281 }] },
        ],
      },
      0,
    )[0]!.rank
  assert.ok(rank(130316) < rank(130312), "a plotter's copy is behind its sensor")
})

test('a pump is a switch whose starts are still to be counted', () => {
  const [pump] = signalkMapper(bilge).map(delta('electrical.switches.bilgePump.state', 1), 0)
  assert.equal(pump?.raw, 'switch')
})

test('a receiver that says it has no fix has none for a minute, one that says nothing known of it has', () => {
  const sent = (method: unknown, afterMs: number, source = 'n2k.7') => {
    const { map } = signalkMapper()
    map(delta('navigation.gnss.methodQuality', method, 'n2k.7'), 0)
    const position = map(delta('navigation.position', { latitude: 59, longitude: 24 }, source), afterMs)
    const speed = map(delta('navigation.speedOverGround', 3, source), afterMs)
    assert.equal(position.length, 2 * speed.length)
    return speed.length > 0
  }
  for (const method of ['no GPS', 'no GNSS', 'Estimated (DR) mode', 'Manual input', 'Simulator mode', 'Error']) {
    assert.equal(sent(method, 60_000), false, method)
    assert.equal(sent(method, 60_001), true)
    assert.equal(sent(method, 0, 'n2k.8'), true, 'another receiver')
  }
  for (const method of ['GNSS Fix', 'DGNSS fix', '3D', null, 1]) assert.equal(sent(method, 0), true)
})

describe('an empty tank', () => {
  test('is known by its capacity', () => assert.ok(signalkPaths().includes('tanks.*.capacity')))
  test('of no capacity is none, and is waited for', () => {
    const { map } = signalkMapper()
    const level = () => map(delta('tanks.fuel.11.currentLevel', 0), 0).length
    assert.equal(level(), 0)
    map(delta('tanks.fuel.11.capacity', 0), 0)
    assert.equal(level(), 0)
  })
  test('that has a capacity, or says so twice, is one', () => {
    const { map } = signalkMapper()
    const level = () => map(delta('tanks.fuel.11.currentLevel', 0), 0).map(said)
    assert.deepEqual(level(), [])
    assert.deepEqual(level(), [['fuel_level_pct', 0, '11']])
    map(delta('tanks.fuel.11.capacity', 0.2), 0)
    assert.deepEqual(level(), [['fuel_level_pct', 0, '11']])
  })
})

test('an empty tank that says so once, as a server remembers it, is one where its capacity is known', () => {
  const asked = signalkPaths()
  const place = (path: string) =>
    asked.indexOf(path.endsWith('capacity') ? 'tanks.*.capacity' : 'tanks.fuel.*.currentLevel')
  const remembered: [path: string, value: number][] = [
    ['tanks.fuel.11.currentLevel', 0],
    ['tanks.fuel.11.capacity', 0.2],
    ['tanks.fuel.12.currentLevel', 0],
    ['tanks.fuel.12.capacity', 0],
  ]
  const reasons: string[] = []
  const { map } = signalkMapper({ withhold: ({ series, reason }) => reasons.push(`${series} ${reason}`) })
  const told = remembered
    .toSorted(([one], [other]) => place(one) - place(other))
    .flatMap(([path, value]) => map(delta(path, value), 0).map(said))
  assert.deepEqual(told, [['fuel_level_pct', 0, '11']])
  assert.deepEqual(reasons, ['tanks.fuel.12 no_sender'])
})

describe('what the server remembered', () => {
  test('begins with whether the receiver has a fix: it is told in the order in which it was asked for', () => {
    const remembered: [path: string, value: unknown][] = [
      ['navigation.position', { latitude: 59, longitude: 24 }],
      ['navigation.speedOverGround', 3],
      ['navigation.gnss.methodQuality', 'Estimated (DR) mode'],
    ]
    const asked = signalkPaths()
    const { map } = signalkMapper()
    const told = remembered
      .toSorted(([one], [other]) => asked.indexOf(one) - asked.indexOf(other))
      .flatMap(([path, value]) => map(delta(path, value), 0))
    assert.deepEqual(told, [])
  })
  const now = Date.UTC(2026, 4, 1, 12)
  const at = (seconds: number) => new Date(now - seconds * 1000).toISOString()
  const heard = (path: string, value: unknown, seconds: number) =>
    signalkMapper().map(delta(path, value, 'x', at(seconds)), 0, now - 60_000).length
  test('does not count when it is old', () => {
    assert.equal(heard('environment.depth.belowTransducer', 5, 61), 0)
    assert.equal(heard('environment.depth.belowTransducer', 5, 59), 1)
  })
  test('is no witness of engine hours: each new connection tells the same', () =>
    assert.equal(heard('propulsion.port.runTime', 354_185 * 3600, 1), 0))
  test('but a notification holds until it is cleared', () =>
    assert.equal(heard('notifications.flooding', { state: 'alarm' }, 86_400), 1))
})

describe('faults', () => {
  const alarm = { state: 'alarm', method: [], message: 'Port Engine Low Oil Pressure' }
  const normal = { state: 'normal', method: [], message: 'Port Engine Low Oil Pressure is Normal' }
  function after(...told: [path: string, value: unknown][]): Said[] {
    const { map, faults } = signalkMapper()
    for (const [path, value] of told) map(delta(path, value), 0)
    return faults(1000).map(said)
  }

  test('of an engine, in the words of the bus', () =>
    assert.deepEqual(
      after(
        ['notifications.propulsion.port.lowOilPressure', alarm],
        ['notifications.propulsion.port.eGRSystem', alarm],
        ['notifications.propulsion.port.warningLevel1', alarm],
        ['notifications.propulsion.starboard.lowOilPressure', normal],
      ),
      [
        ['fault_code', 'Low Oil Pressure, EGR System, Warning Level 1', 'port'],
        ['fault_code', 'none', 'starboard'],
      ],
    ))
  test('end when they are normal, or removed', () => {
    const path = 'notifications.propulsion.port.lowOilPressure'
    assert.deepEqual(after([path, alarm], [path, normal]), [['fault_code', 'none', 'port']])
    assert.deepEqual(after([path, alarm], [path, null]), [['fault_code', 'none', 'port']])
  })
  test('of a zone that the owner has set, with its state', () =>
    assert.deepEqual(
      after(['notifications.propulsion.port.coolantTemperature', { state: 'warn', message: '97.2 C' }]),
      [['fault_code', 'Coolant Temperature: warn', 'port']],
    ))
  test('an NMEA 2000 alert with its text, until its own state says that it is over', () => {
    const path = 'notifications.nmea.alarm.technical.5.345'
    const alert = { state: 'alarm', message: 'Bilge high', alertType: 'Alarm', alertState: 'Active' }
    assert.deepEqual(after([path, alert]), [['fault_code', 'Alarm: Bilge high', 'alert-5.345']])
    assert.deepEqual(after([path, alert], [path, { ...alert, alertState: 'Normal' }]), [
      ['fault_code', 'none', 'alert-5.345'],
    ])
  })
  test('flooding', () =>
    assert.deepEqual(after(['notifications.flooding.bilge', { state: 'emergency', message: 'Water in the bilge' }]), [
      ['fault_code', 'Water in the bilge', 'flooding.bilge'],
    ]))
  test('no faults: our own alarms, what is no engine, and states that nobody knows', () =>
    assert.deepEqual(
      after(
        ['notifications.binnacle.bilge_water', alarm],
        ['notifications.propulsion.port.lowOilPressure', { state: 'sunny' }],
        ['notifications.propulsion', alarm],
        ['notifications', alarm],
        ['resources.propulsion.port.lowOilPressure', alarm],
      ),
      [],
    ))
})

describe('alarms of the boat', () => {
  const anchor = 'notifications.navigation.anchor'
  const said = (faults: Observation[]) => faults.map(({ instance, text_value }) => [instance, text_value])
  const told = (...states: [state: string, message?: string][]) => {
    const { map, faults } = signalkMapper()
    for (const [state, message] of states) map(delta(anchor, { state, method: ['sound'], message }), 0)
    return said(faults(1000))
  }
  test('of anything, with how urgent it is, until it is well', () => {
    assert.deepEqual(told(['alarm', 'Anchor  drags']), [['navigation.anchor', 'Alarm: Anchor drags']])
    assert.deepEqual(told(['warn', 'Close']), [['navigation.anchor', 'Warning: Close']])
    assert.deepEqual(told(['emergency']), [['navigation.anchor', 'Emergency alarm: Navigation Anchor']])
    for (const over of ['normal', 'nominal', 'alert'])
      assert.deepEqual(told(['alarm', 'Anchor drags'], [over]), [['navigation.anchor', 'none']])
  })
  test('a message that changes is told once; one that gets worse again', () => {
    assert.deepEqual(told(['warn', '30 m'], ['warn', '31 m'], ['alarm', '50 m'], ['alarm', '51 m']), [
      ['navigation.anchor', 'Alarm: 50 m'],
    ])
  })
  test('of a zone in which a value was never bad: nothing', () => assert.deepEqual(told(['normal']), []))
  test('paths that are cut to the same name are one', () => {
    const { map, faults } = signalkMapper()
    for (const end of ['Of', 'OfTheOther'])
      map(delta(`notifications.electrical.batteries.house.capacity.stateOfCharge${end}`, alarmOf(end)), 0)
    assert.deepEqual(said(faults(1000)), [['electrical.batteries.house.capacity.stat', 'Alarm: Of, Alarm: OfTheOther']])
  })
  test('that stood before a restart and are not told again end after a while', () => {
    const { map, faults } = signalkMapper({}, ['navigation.anchor', 'flooding.bilge'])
    assert.deepEqual(faults(1000), [])
    map(delta('notifications.flooding.bilge', { state: 'alarm' }), 0)
    assert.deepEqual(said(faults(2000)), [['flooding.bilge', 'Flooding']])
    assert.deepEqual(said(faults(32_000)), [
      ['navigation.anchor', 'none'],
      ['flooding.bilge', 'Flooding'],
    ])
  })
})

const alarmOf = (message: string) => ({ state: 'alarm', message })

const KNOWN_PATHS = [...signalkPaths(bilge), ...CASES.map(([path]) => path)].map((p) => p.replaceAll('*', 'port'))
const anyDelta = fc.oneof(
  fc.anything(),
  fc.record({ updates: fc.anything() }),
  fc.record({
    updates: fc.array(
      fc.record({
        $source: fc.anything(),
        timestamp: fc.oneof(fc.string(), fc.anything()),
        values: fc.array(
          fc.record({
            path: fc.oneof(fc.constantFrom(...KNOWN_PATHS), fc.string(), fc.anything()),
            value: fc.anything(),
          }),
        ),
      }),
    ),
  }),
)

test('whatever a plugin sends, every observation is plausible and nothing throws', () => {
  fc.assert(
    fc.property(fc.array(anyDelta), (deltas) => {
      const { map, faults } = signalkMapper({ ...bilge, ...shore })
      for (const observation of [...deltas.flatMap((d) => map(d, 0)), ...faults(0)]) {
        if (observation.metric === 'fault_code') assert.equal(typeof observation.text_value, 'string')
        else assert.ok(plausible(observation.metric, observation.value ?? Number.NaN), JSON.stringify(observation))
        assert.notEqual(observation.instance, '')
      }
    }),
  )
})

test('any SI value comes out in the unit of its metric', () => {
  const number = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(number, (x) => {
      const value = (path: string, si: number) => signalkMapper().map(delta(path, si), 0)[0]?.value ?? Number.NaN
      const near = (a: number, b: number) => assert.ok(Math.abs(a - b) <= 0.0005, `${a} for ${b}`)
      near(value('propulsion.p.revolutions', x * 100), x * 6000)
      near(value('propulsion.p.oilPressure', x * 1e6), x * 1000)
      near(value('environment.water.temperature', 273.15 + x * 30), x * 30)
      near(value('navigation.speedOverGround', x * 50), x * 50 * 1.943844492)
      near(value('electrical.batteries.0.capacity.stateOfCharge', x), x * 100)
    }),
  )
})

/** As the server matches them: * is anything. */
function wildcard(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
}
