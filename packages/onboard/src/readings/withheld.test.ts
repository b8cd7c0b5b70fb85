import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AdmissionOptions, admission } from '../admit/admit.ts'
import { mapPgn } from '../n2k/map.ts'
import type { Pgn } from '../n2k/pgn.ts'
import { messageReader } from '../n2k/reader.ts'
import { nmea0183Reader } from '../nmea0183/reader.ts'
import { signalkMapper, signalkPaths } from '../signalk/map.ts'
import { venusReader } from '../victron/reader.ts'

/** What an onboard device makes of messages of an NMEA 2000 bus: what is sent, and what is withheld. */
function device(messages: Pgn[], stepMs = 1_000, chosen: AdmissionOptions = {}) {
  const admit = admission(chosen)
  const options = { withhold: admit.withhold }
  const sent = messages.flatMap((message, i) => mapPgn(message, i * stepMs, options).flatMap((o) => admit(o) ?? []))
  return { sent, withheld: admit.withheld() }
}

const sea = (kelvin: number): Pgn => ({ pgn: 130310, src: 35, fields: { waterTemperature: kelvin } })
const tank = (src: number, type: string | number, level: number): Pgn => ({
  pgn: 127505,
  src,
  fields: { instance: 0, type, level, capacity: 100 },
})
const hours = (text: string): Pgn => ({
  pgn: 127489,
  src: 2,
  fields: { instance: 'Single Engine or Dual Engine Port', totalEngineHours: text },
})

test('sea water of 39 degrees is counted, each time, with its newest value', () => {
  const { sent, withheld } = device([sea(312.15), sea(285.15), sea(312.4)])
  assert.deepEqual(
    sent.map(({ value }) => value),
    [12],
  )
  const [{ value, ...counted } = assert.fail(), ...more] = withheld
  assert.deepEqual(counted, { series: 'water_temp', source: '35/130310', reason: 'implausible', count: 2 })
  assert.ok(Math.abs(Number(value) - 39.25) < 1e-9)
  assert.deepEqual(more, [])
})

test('a petrol tank with the number of a diesel tank is counted and not mixed with it, from one device or two', () => {
  for (const petrol of [40, 41]) {
    const { sent, withheld } = device(
      [tank(40, 'Fuel', 80), tank(petrol, 6, 20), tank(40, 'Fuel', 79), tank(petrol, 6, 20)],
      70_000,
    )
    assert.deepEqual(
      sent.map(({ value }) => value),
      [80, 79],
    )
    assert.deepEqual(withheld, [
      { series: 'fuel_level_pct/0', source: `${petrol}/127505/petrol`, reason: 'same_number', value: 20, count: 2 },
    ])
  }
})

test('nor does it take the place of a diesel tank that has fallen silent, unless the owner lists it', () => {
  const levels = [tank(40, 'Fuel', 80), ...Array<Pgn>(6).fill(tank(41, 6, 20))]
  const { sent, withheld } = device(levels, 70_000)
  assert.deepEqual(
    sent.map(({ value }) => value),
    [80],
  )
  assert.deepEqual(
    withheld.map(({ reason, count }) => [reason, count]),
    [['same_number', 6]],
  )
  const listed = device(levels, 70_000, { sources: { 'fuel_level_pct/0': ['41'] } })
  assert.equal(listed.sent.at(-1)?.value, 20)
})

test('a petrol tank alone is sent', () => {
  const { sent, withheld } = device([tank(40, 6, 20)])
  assert.deepEqual([sent.map(({ instance, value }) => [instance, value]), withheld], [[['0', 20]], []])
})

test('hours that contradict those before are counted; those that only wait to be confirmed are not', () => {
  const { sent, withheld } = device([...Array<Pgn>(6).fill(hours('270:00:00')), hours('354185:00:00')])
  assert.deepEqual(
    sent.map(({ value }) => value),
    [270],
  )
  assert.deepEqual(withheld, [
    { series: 'engine_hours/port', source: '2/127489', reason: 'hours', value: 354185, count: 1 },
  ])
})

test('hours that too few others confirmed are counted, once that is certain', () => {
  const { sent, withheld } = device([hours('354185:00:00'), ...Array<Pgn>(6).fill(hours('270:00:00'))])
  assert.deepEqual(
    sent.map(({ value }) => value),
    [270],
  )
  assert.deepEqual(withheld, [
    { series: 'engine_hours/port', source: '2/127489', reason: 'few', value: 354185, count: 1 },
  ])
})

test('tanks.undefined of Signal K is asked for and counted', () => {
  assert.ok(signalkPaths().includes('tanks.undefined.*.currentLevel'))
  const admit = admission()
  const mapper = signalkMapper({ withhold: admit.withhold })
  const values = [{ path: 'tanks.undefined.0.currentLevel', value: 0.5 }]
  assert.deepEqual(mapper.map({ updates: [{ $source: 'n2k.40', values }] }, 0), [])
  assert.deepEqual(
    admit.withheld().map(({ series, reason, value, count }) => [series, reason, value, count]),
    [['tanks.undefined.0', 'unknown_tank', 50, 1]],
  )
})

test('what cannot be true is counted on NMEA 0183, Signal K and Victron too', () => {
  const admit = admission()
  const { withhold } = admit
  const read = nmea0183Reader({ n2k: { withhold } })
  read('$IIMTW,39.2,C', 0)
  read('$IIXDR,U,900,V,BATTERY#1', 0)
  const values = [{ path: 'environment.water.temperature', value: 312.15 }]
  signalkMapper({ withhold }).map({ updates: [{ $source: 'n2k.35', values }] }, 0)
  const venus = venusReader({ withhold })
  venus.complete()
  venus.take('N/abc/battery/0/Soc', '{"value":140}', 0)
  assert.deepEqual(
    admit.withheld().map(({ series, reason, value }) => [series, reason, Math.round(Number(value))]),
    [
      ['water_temp', 'implausible', 39],
      ['battery_voltage/1', 'implausible', 900],
      ['water_temp', 'implausible', 39],
      ['battery_soc_pct/0', 'implausible', 140],
    ],
  )
})

test('a position of Signal K that cannot be true is counted, and none of its halves is told', () => {
  const admit = admission()
  const mapper = signalkMapper({ withhold: admit.withhold })
  for (const value of [
    { latitude: 95, longitude: 10 },
    { latitude: 54, longitude: 215 },
  ]) {
    const values = [{ path: 'navigation.position', value }]
    assert.deepEqual(mapper.map({ updates: [{ $source: 'n2k.35', values }] }, 0), [])
  }
  assert.deepEqual(
    admit.withheld().map(({ series, reason, value }) => [series, reason, value]),
    [
      ['position_lat', 'implausible', 95],
      ['position_lon', 'implausible', 215],
    ],
  )
})

test('engine hours below zero are counted; those of a controller that starts are not there yet', () => {
  const admit = admission()
  const mapper = signalkMapper({ withhold: admit.withhold })
  for (const value of [0, null, -3600]) {
    const values = [{ path: 'propulsion.port.runTime', value }]
    assert.deepEqual(mapper.map({ updates: [{ $source: 'n2k.35', values }] }, 0), [])
  }
  assert.deepEqual(
    admit.withheld().map(({ series, reason, value, count }) => [series, reason, value, count]),
    [['engine_hours/port', 'implausible', -1, 1]],
  )
})

test('hours of an engine that then says nothing more are counted: after ten minutes, or at the end of a recording', () => {
  const told = (...seconds: number[]) => {
    const admit = admission()
    const few = () => admit.withheld().map(({ reason, count }) => [reason, count])
    const say = (second: number) =>
      admit({
        metric: 'engine_hours',
        instance: 'port',
        value: 354185,
        at: second * 1_000,
        source: 'n2k/2/127489',
        rank: 0,
      })
    const fewBy = (second: number) => {
      admit.overdue(second * 1_000)
      return few()
    }
    for (const second of seconds) say(second)
    return { say, few, fewBy }
  }
  const pair = told(0, 1)
  assert.deepEqual(pair.fewBy(600), [])
  assert.deepEqual(pair.fewBy(602), [['few', 2]])
  pair.say(700)
  assert.deepEqual(pair.few(), [['few', 2]], 'once')
  const seldom = told(0, 600)
  assert.deepEqual(seldom.fewBy(3_000), [], 'it may be told once in an hour')
  assert.deepEqual(seldom.fewBy(Number.POSITIVE_INFINITY), [['few', 2]])
  assert.deepEqual(told(0, 3, 6).fewBy(Number.POSITIVE_INFINITY), [])
})

test('a tank that does not say what it holds, and one without a sender, are counted; oil is none of the metrics', () => {
  const empty = { ...tank(40, 'Fuel', 0), fields: { instance: 2, type: 'Fuel', level: 0, capacity: 0 } }
  const { sent, withheld } = device([tank(40, 14, 50), tank(40, 'Oil', 50), empty])
  assert.deepEqual(sent, [])
  assert.deepEqual(
    withheld.map(({ series, reason, value }) => [series, reason, value]),
    [
      ['tanks.0', 'unknown_tank', 50],
      ['tanks.2', 'no_sender', 0],
    ],
  )
  const admit = admission()
  const mapper = signalkMapper({ withhold: admit.withhold })
  const values = ['capacity', 'currentLevel', 'currentLevel'].map((end) => ({ path: `tanks.fuel.2.${end}`, value: 0 }))
  assert.deepEqual(mapper.map({ updates: [{ $source: 'n2k.40', values }] }, 0), [])
  assert.deepEqual(
    admit.withheld().map(({ series, reason, value }) => [series, reason, value]),
    [['tanks.fuel.2', 'no_sender', 0]],
  )
})

test('a receiver without a fix is counted, on each network', () => {
  const admit = admission()
  const { withhold } = admit
  const bus = messageReader({ withhold })
  const heard = [
    bus({ pgn: 129029, src: 7, fields: { method: 'no GNSS', latitude: 59, longitude: 24 } }, 0).observations,
    bus({ pgn: 129025, src: 7, fields: { latitude: 59, longitude: 24 } }, 1_000).observations,
    bus({ pgn: 129026, src: 7, fields: { sog: 3 } }, 1_000).observations,
  ]
  const read = nmea0183Reader({ n2k: { withhold } })
  for (const line of [
    '$GPRMC,195719,V,,,,,,,160414,,,N',
    '$GPGLL,,,,,,V,N',
    '$GPVTG,,T,,M,,N,,K,N',
    '$GPVTG,,T,,M,6.2,N,,K,A',
  ])
    heard.push(read(line, 0)!.observations)
  assert.deepEqual(
    heard.flat().map(({ metric }) => metric),
    ['speed_over_ground'],
  )
  const server = signalkMapper({ withhold })
  for (const [path, value] of [
    ['navigation.gnss.methodQuality', 'Simulator mode'],
    ['navigation.position', { latitude: 59, longitude: 24 }],
    ['navigation.speedOverGround', 3],
  ])
    assert.deepEqual(server.map({ updates: [{ $source: 'n2k.7', values: [{ path, value }] }] }, 0), [])
  const venus = venusReader({ withhold })
  for (const [path, value] of Object.entries({ Fix: 0, 'Position/Latitude': 59, 'Position/Longitude': 24, Speed: 3 }))
    assert.deepEqual(venus.take(`N/abc/gps/0/${path}`, JSON.stringify({ value }), 0), [])
  assert.ok(admit.withheld().every(({ reason }) => reason === 'no_fix'))
  assert.deepEqual(
    admit
      .withheld()
      .map(({ series, source }) => `${series} ${source}`)
      .sort(),
    [
      'position 7/129025',
      'position 7/129029',
      'position GP/GLL',
      'position GP/RMC',
      'position gps/0/Fix',
      'position gps/0/Position',
      'position n2k.7/navigation.position',
      'speed_over_ground 7/129026',
      'speed_over_ground GP/VTG',
      'speed_over_ground gps/0/Speed',
      'speed_over_ground n2k.7/navigation.speedOverGround',
    ],
  )
})

test('a receiver that is in the Gulf of Guinea, where no boat is, has no fix, on each network', () => {
  const admit = admission()
  const { withhold } = admit
  const place = { latitude: 0, longitude: 0 }
  const bus = messageReader({ withhold })
  const read = nmea0183Reader({ n2k: { withhold } })
  const venus = venusReader({ withhold })
  const values = [{ path: 'navigation.position', value: place }]
  const heard = [
    bus({ pgn: 129025, src: 7, fields: place }, 0).observations,
    read('$GPRMC,195719,A,0000.00,N,00000.00,E,0.0,0.0,160527,0.7,E,A', 0)!.observations,
    read('$GPGLL,0000.00,N,00000.00,E,195719,A,A', 0)!.observations,
    signalkMapper({ withhold }).map({ updates: [{ $source: 'n2k.7', values }] }, 0),
    ...Object.entries({ Fix: 1, 'Position/Latitude': 0, 'Position/Longitude': 0 }).map(
      ([path, value]) => venus.take(`N/abc/gps/0/${path}`, JSON.stringify({ value }), 0) ?? [],
    ),
  ]
  assert.deepEqual(heard.flat(), [])
  assert.deepEqual(
    admit.withheld().map(({ series, source, reason }) => `${series} ${source} ${reason}`),
    ['7/129025', 'GP/RMC', 'GP/GLL', 'n2k.7/navigation.position', 'gps/0/Position'].map(
      (source) => `position ${source} no_fix`,
    ),
  )
})

test('garbage does not fill the memory', () => {
  const admit = admission()
  for (let i = 0; i < 1_000; i++)
    admit.withhold({ series: `tanks.undefined.${i}`, source: 'x', reason: 'unknown_tank' })
  assert.equal(admit.withheld().length, 200)
})
