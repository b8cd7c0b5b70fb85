import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Metric } from '@binnacle/contract'
import { METRIC_NAMES } from '@binnacle/contract'
import { alertText, type MapOptions, mapPgn, messageStanding } from './map.ts'

type Fields = Record<string, unknown>
type Row = [metric: Metric, value: number | string, instance?: string]

const PORT = 'Single Engine or Dual Engine Port'
const STARBOARD = 'Dual Engine Starboard'

function map(pgn: number, fields: Fields, options?: MapOptions, src = 7): Row[] {
  return mapPgn({ pgn, src, fields }, 0, options).map(({ metric, value, text_value, instance }) =>
    instance === undefined
      ? [metric, text_value ?? value ?? Number.NaN]
      : [metric, text_value ?? value ?? Number.NaN, instance],
  )
}

const bilge: MapOptions = { bilgeWater: [{ bank: 1, indicator: 3 }], bilgePumps: [{ bank: 1, indicator: 4 }] }

const CASES: [name: string, pgn: number, fields: Fields, expected: Row[], options?: MapOptions][] = [
  ['rpm of the only or port engine', 127488, { instance: PORT, speed: 804.5 }, [['engine_rpm', 804.5, 'port']]],
  ['rpm of the starboard engine', 127488, { instance: STARBOARD, speed: 0 }, [['engine_rpm', 0, 'starboard']]],
  ['engines beyond two by number', 127488, { instance: 11, speed: 1500 }, [['engine_rpm', 1500, '11']]],
  ['an engine that does not say which', 127488, { speed: 1500 }, []],
  ['rpm not ready', 127488, { instance: PORT, speed: Number.NaN }, []],
  ['rpm 0xFFFE', 127488, { instance: PORT, speed: 16383.5 }, []],
  [
    'engine dynamics in h, C, kPa, l/h',
    127489,
    { instance: 11, totalEngineHours: '4274:54:00', temperature: 311.61, oilPressure: 158300, fuelRate: 12.3 },
    [
      ['engine_hours', 4274.9, '11'],
      ['engine_coolant_temp', 38.46, '11'],
      ['engine_oil_pressure', 158.3, '11'],
      ['fuel_rate', 12.3, '11'],
    ],
  ],
  [
    'no fuel rate below zero, no load of -1, no pressure of 0xFFFF',
    127489,
    { instance: PORT, fuelRate: -0.1, engineLoad: -1, oilPressure: 6553500, temperature: 655.34 },
    [],
  ],
  [
    'hours cut, not rounded up to the next whole one',
    127489,
    { instance: PORT, totalEngineHours: '412:59:59' },
    [['engine_hours', 412.999, 'port']],
  ],
  ['zero hours while the ECU starts', 127489, { instance: PORT, totalEngineHours: '00:00:00' }, []],
  [
    'faults',
    127489,
    { instance: PORT, discreteStatus1: ['Over Temperature', 'Low Oil Pressure'], discreteStatus2: ['Warning Level 1'] },
    [['fault_code', 'Over Temperature, Low Oil Pressure, Warning Level 1', 'port']],
  ],
  [
    'no fault',
    127489,
    { instance: STARBOARD, discreteStatus1: [], discreteStatus2: [] },
    [['fault_code', 'none', 'starboard']],
  ],
  ['trip fuel', 127497, { instance: STARBOARD, tripFuelUsed: 321 }, [['fuel_used', 321, 'starboard']]],
  ['trip fuel not available', 127497, { instance: STARBOARD, tripFuelUsed: 65535 }, []],
  [
    'fuel tank',
    127505,
    { instance: 4, type: 'Fuel', level: 95.568, capacity: 3160.8 },
    [['fuel_level_pct', 95.568, '4']],
  ],
  [
    'petrol tank, whose type canboat leaves a number',
    127505,
    { instance: 1, type: 6, level: 50 },
    [['fuel_level_pct', 50, '1']],
  ],
  ['water tank', 127505, { instance: 0, type: 'Water', level: 39.78 }, [['water_level_pct', 39.78, '0']]],
  ['grey tank', 127505, { instance: 0, type: 'Gray water', level: 39.912 }, [['waste_level_pct', 39.912, '0']]],
  [
    'black tank beside a grey one of the same number',
    127505,
    { instance: 0, type: 'Black water', level: 12 },
    [['waste_level_pct', 12, 'black-0']],
  ],
  ['an oil tank is no metric', 127505, { instance: 0, type: 'Oil', level: 50 }, []],
  ['tank level not available', 127505, { instance: 0, type: 'Fuel', level: -0.004 }, []],
  ['an empty tank of no capacity is no tank', 127505, { instance: 11, type: 'Fuel', level: 0, capacity: 0 }, []],
  ['an empty tank', 127505, { instance: 1, type: 'Fuel', level: 0, capacity: 200 }, [['fuel_level_pct', 0, '1']]],
  [
    'a full tank whose sender overshoots',
    127505,
    { instance: 1, type: 'Fuel', level: 101.2 },
    [['fuel_level_pct', 100, '1']],
  ],
  ['a level that cannot be', 127505, { instance: 1, type: 'Fuel', level: 131 }, []],
  ['battery voltage', 127508, { instance: 1, voltage: 26.6, current: 2.5 }, [['battery_voltage', 26.6, '1']]],
  ['battery voltage 0xFFFE', 127508, { instance: 1, voltage: -0.02 }, []],
  ['state of charge', 127506, { instance: 1, dcType: 'Battery', stateOfCharge: 87 }, [['battery_soc_pct', 87, '1']]],
  ['state of charge without a type', 127506, { instance: 3, stateOfCharge: 100 }, [['battery_soc_pct', 100, '3']]],
  ['an alternator has no state of charge', 127506, { instance: 1, dcType: 'Alternator', stateOfCharge: 87 }, []],
  ['state of charge 0xFE', 127506, { instance: 1, stateOfCharge: 254 }, []],
  [
    'bilge contact closed, pump off',
    127501,
    { instance: 1, indicator3: 'On', indicator4: 'Off' },
    [
      ['bilge_water', 1, '1.3'],
      ['bilge_pump_cycles', 0, '1.4'],
    ],
    bilge,
  ],
  ['bilge contact open', 127501, { instance: 1, indicator3: 'Off' }, [['bilge_water', 0, '1.3']], bilge],
  ['another bank', 127501, { instance: 2, indicator3: 'On', indicator4: 'On' }, [], bilge],
  ['switches nobody named', 127501, { instance: 1, indicator3: 'On' }, []],
  [
    "Maretron's counter of the pump",
    130836,
    { instance: 1, indicatorNumber: 4, onCounter: 41 },
    [['bilge_pump_cycles', 41, '1.4']],
    bilge,
  ],
  ["Maretron's counter of something else", 130836, { instance: 1, indicatorNumber: 5, onCounter: 41 }, [], bilge],
  [
    'shore power',
    127503,
    { instance: 4, list: [{ line: 'Line 1', acceptability: 'Good', voltage: 225.95 }] },
    [['shore_power', 1, '4']],
  ],
  [
    'shore power without volts',
    127503,
    { instance: 0, list: [{ acceptability: 'Bad level' }, { acceptability: 'Good' }] },
    [['shore_power', 1, '0']],
  ],
  [
    'shore power bad',
    127503,
    { instance: 0, list: [{ acceptability: 'Bad level', voltage: 170 }] },
    [['shore_power', 0, '0']],
  ],
  [
    '"Good" that is only all bits set',
    127503,
    { instance: 0, list: [{ acceptability: 'Good', voltage: 0 }] },
    [['shore_power', 0, '0']],
  ],
  ['shore power not said', 127503, { instance: 0, list: [{ voltage: 230 }] }, []],
  ['shore volts', 65014, { lineNeutralAcRmsVoltage: 221 }, [['shore_power', 1]]],
  ['no shore volts', 65014, { lineNeutralAcRmsVoltage: 3 }, [['shore_power', 0]]],
  [
    'position',
    129025,
    { latitude: 14.0740582, longitude: -60.950393 },
    [
      ['position_lat', 14.0740582],
      ['position_lon', -60.950393],
    ],
  ],
  [
    'position of a GNSS message',
    129029,
    { latitude: 52.53177592114053, longitude: 5.441094351323136, method: 'GNSS fix' },
    [
      ['position_lat', 52.5317759],
      ['position_lon', 5.4410944],
    ],
  ],
  ['a GNSS message without a fix', 129029, { latitude: 52.5, longitude: 5.4, method: 'no GNSS' }, []],
  ...['Estimated (DR) mode', 'Manual Input', 'Simulate mode', 9].map((method): [string, number, Fields, Row[]] => [
    `a position by ${method}`,
    129029,
    { latitude: 52.5, longitude: 5.4, method },
    [],
  ]),
  ['the position of no fix', 129025, { latitude: 0, longitude: 0 }, []],
  ['half a position', 129025, { latitude: 52.5 }, []],
  ['depth', 128267, { depth: 1.61, offset: 1.31 }, [['depth', 1.61]]],
  ['depth not available', 128267, { depth: 42949672.94 }, []],
  ['speed in knots', 129026, { sog: 3.47, cog: 1 }, [['speed_over_ground', 6.745]]],
  ['speed 0xFFFE', 129026, { sog: 655.34 }, []],
  ['water temperature', 130310, { waterTemperature: 305.07 }, [['water_temp', 31.92]]],
  [
    'sea temperature, 130311',
    130311,
    { temperatureSource: 'Sea Temperature', temperature: 280.72 },
    [['water_temp', 7.57]],
  ],
  [
    'sea temperature, 130312',
    130312,
    { instance: 1, source: 'Sea Temperature', actualTemperature: 271.62 },
    [['water_temp', -1.53]],
  ],
  [
    'sea temperature, 130316',
    130316,
    { instance: 0, source: 'Sea Temperature', temperature: 281.828 },
    [['water_temp', 8.678]],
  ],
  ['a sea of 249 K', 130312, { source: 'Sea Temperature', actualTemperature: 249.02 }, []],
  ['a sea of 313 K', 130311, { temperatureSource: 'Sea Temperature', temperature: 313.15 }, []],
  ['the air', 130311, { temperatureSource: 'Outside Temperature', temperature: 290 }, []],
  ['the freezer', 130312, { source: 'Freezer Temperature', actualTemperature: 273.5 }, []],
  ['the exhaust', 130316, { source: 'Exhaust Gas Temperature', temperature: 300 }, []],
  [
    'an alert',
    126983,
    {
      alertType: 'Alarm',
      alertSystem: 1,
      alertSubSystem: 2,
      alertId: 345,
      alertOccurrenceNumber: 0,
      alertState: 'Active',
    },
    [['fault_code', 'Alarm: 1.2.345.0', 'alert-1.2.345.0']],
  ],
  [
    'an alert with its text',
    126983,
    {
      alertType: 'Warning',
      alertSystem: 1,
      alertSubSystem: 2,
      alertId: 345,
      alertOccurrenceNumber: 0,
      alertState: 'Acknowledged',
    },
    [['fault_code', 'Warning: Bilge high', 'alert-1.2.345.0']],
    { alertTexts: new Map([['1.2.345.0', 'Bilge high']]) },
  ],
  [
    'an alert that is over',
    126983,
    {
      alertType: 'Alarm',
      alertSystem: 1,
      alertSubSystem: 2,
      alertId: 345,
      alertOccurrenceNumber: 0,
      alertState: 'Normal',
    },
    [['fault_code', 'none', 'alert-1.2.345.0']],
  ],
  ['trouble codes', 65226, { troubleCodes: ['SPN 100 FMI 1'] }, [['fault_code', 'SPN 100 FMI 1', '7']]],
  ['no trouble codes', 65226, { troubleCodes: [] }, [['fault_code', 'none', '7']]],
  ['a message of no interest', 127250, { heading: 1 }, []],
]

for (const [name, pgn, fields, expected, options] of CASES)
  test(`${pgn}: ${name}`, () => assert.deepEqual(map(pgn, fields, options), expected))

test('every metric has a message that fills it', () => {
  const filled = new Set(CASES.flatMap(([, , , rows]) => rows.map(([metric]) => metric)))
  assert.deepEqual([...METRIC_NAMES].sort(), [...filled].sort())
})

test('a fault text is cut to 120 code points', () => {
  const [[, text] = []] = map(127489, { instance: PORT, discreteStatus1: Array(30).fill('🔥 fire') })
  assert.equal([...String(text)].length, 120)
})

test('DM1 comes from the engine whose address it has', () => {
  assert.deepEqual(map(65226, { troubleCodes: [] }, {}, 0), [['fault_code', 'none', 'port']])
  assert.deepEqual(map(65226, { troubleCodes: [] }, {}, 1), [['fault_code', 'none', 'starboard']])
})

test('a text is known by the same key as its alert', () => {
  const alert = { alertSystem: 1, alertSubSystem: 2, alertId: 345, alertOccurrenceNumber: 0 }
  assert.deepEqual(alertText({ pgn: 126985, src: 7, fields: { ...alert, alertTextDescription: 'Bilge high' } }), {
    key: '1.2.345.0',
    text: 'Bilge high',
  })
  assert.equal(alertText({ pgn: 126983, src: 7, fields: alert }), undefined)
})

test('of two messages of one device the upper row of the table is preferred', () => {
  const rank = (pgn: number, fields: Fields) => mapPgn({ pgn, src: 1, fields }, 0)[0]?.rank ?? Number.NaN
  const place = { latitude: 1, longitude: 2 }
  assert.ok(rank(129025, place) < rank(129029, place))
  assert.ok(
    rank(130312, { source: 'Sea Temperature', actualTemperature: 280 }) < rank(130310, { waterTemperature: 280 }),
  )
})

test('a sea temperature in a general message is a stopgap, that of a sensor or of its copy is none', () => {
  const stopgaps = [130310, 130311, 130312, 130316].filter((pgn) => messageStanding(pgn, 'water_temp')?.stopgap)
  assert.deepEqual(stopgaps, [130310, 130311])
})
