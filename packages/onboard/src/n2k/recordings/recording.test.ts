import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import type { Metric } from '@binnacle/contract'
import { seriesOf } from '../../readings/reading.ts'
import { endingAt, type Recording, readRecording } from './recording.ts'
import { framesOf } from './recording-file.ts'

const DATA = new URL('../../../../../../shared/data/n2k/', import.meta.url)
const skip = existsSync(DATA) ? false : `no recordings at ${DATA.pathname}`
const linesOf = (file: string) => readFileSync(new URL(file, DATA), 'utf8').split(/\r?\n/)

/**
 * Readings of one series straight from the bytes of canboat lines, without canboatjs, by "time value". The layouts are
 * canboat's documentation of each PGN.
 */
function fromBytes(lines: string[], pgn: number, read: (data: Buffer, src: number) => number | undefined): Set<string> {
  return new Set(
    lines.flatMap((line) => {
      const [time, , number, src, , , ...hex] = line.split(',')
      if (Number(number) !== pgn || time === undefined) return []
      const value = read(Buffer.from(hex.join(''), 'hex'), Number(src))
      const at = Date.parse(time.includes('T') ? time : `${time.slice(0, 10)}T${time.slice(11)}Z`)
      return value === undefined ? [] : [`${at} ${value.toFixed(5)}`]
    }),
  )
}

/** Every reading of the series is in the recording's bytes, at its time and with its value. */
function assertRecorded(
  recording: Recording,
  metric: Metric,
  instance: string | undefined,
  bytes: Set<string>,
  count: number,
) {
  const readings = recording.readings.filter((r) => r.metric === metric && r.instance === instance)
  assert.equal(readings.length, count)
  for (const { at, value = Number.NaN } of readings)
    assert.ok(bytes.has(`${at} ${value.toFixed(5)}`), `${metric} ${value} at ${at}`)
}

const values = (recording: Recording, metric: Metric, instance?: string) =>
  recording.readings.filter((r) => r.metric === metric && r.instance === instance).map((r) => r.value ?? r.text_value)
const series = (recording: Recording) => [...new Set(recording.readings.map(seriesOf))].sort()

describe('dirona: two engines, tanks and batteries', { skip }, () => {
  const lines = skip ? [] : linesOf('dirona-actisense-serial.raw')
  let recording: Recording
  before(async () => {
    recording = await readRecording(() => framesOf(lines))
  })

  test('what it holds', () => {
    assert.equal(recording.unreadable, 0)
    assert.ok(recording.dated)
    assert.deepEqual(series(recording), [
      'battery_soc_pct/1',
      'battery_soc_pct/10',
      'battery_soc_pct/3',
      'battery_voltage/1',
      'battery_voltage/11',
      'battery_voltage/12',
      'battery_voltage/3',
      'depth/',
      'engine_coolant_temp/11',
      'engine_coolant_temp/12',
      'engine_hours/11',
      'engine_hours/12',
      'engine_oil_pressure/11',
      'engine_oil_pressure/12',
      'fault_code/11',
      'fault_code/12',
      'fuel_level_pct/2',
      'fuel_level_pct/3',
      'fuel_level_pct/4',
      'fuel_level_pct/5',
      'fuel_level_pct/8',
      'fuel_level_pct/9',
      'position_lat/',
      'position_lon/',
      'shore_power/',
      'speed_over_ground/',
      'waste_level_pct/0',
      'water_level_pct/0',
      'water_temp/',
    ])
  })

  test('engine hours 4274.9 and 728.3', () => {
    assert.deepEqual(values(recording, 'engine_hours', '11'), [4274.9, 4274.9])
    assert.deepEqual(values(recording, 'engine_hours', '12'), [728.3, 728.3])
    for (const instance of [11, 12]) {
      const sent = fromBytes(lines, 127489, (d) => (d[0] === instance ? d.readUInt32LE(11) / 3600 : undefined))
      assertRecorded(recording, 'engine_hours', String(instance), sent, 2)
    }
  })

  test('coolant', () => {
    for (const instance of [11, 12]) {
      const celsius = fromBytes(lines, 127489, (d) =>
        d[0] === instance ? d.readUInt16LE(5) / 100 - 273.15 : undefined,
      )
      assertRecorded(recording, 'engine_coolant_temp', String(instance), celsius, 4)
    }
  })

  test('tanks', () => {
    const tank = (type: number, number: number) =>
      fromBytes(lines, 127505, (d) => (d[0] === (type << 4) + number ? d.readInt16LE(1) / 250 : undefined))
    for (const number of [2, 3, 4, 5, 8, 9])
      assertRecorded(recording, 'fuel_level_pct', String(number), tank(0, number), 3)
    assertRecorded(recording, 'water_level_pct', '0', tank(1, 0), 3)
    assertRecorded(recording, 'waste_level_pct', '0', tank(2, 0), 3)
  })

  test('batteries', () => {
    for (const instance of [1, 3, 11, 12]) {
      const volts = fromBytes(lines, 127508, (d) => (d[0] === instance ? d.readInt16LE(1) / 100 : undefined))
      assertRecorded(recording, 'battery_voltage', String(instance), volts, 4)
    }
    for (const instance of [1, 3, 10]) {
      const percent = fromBytes(lines, 127506, (d) => (d[1] === instance ? d[3] : undefined))
      assertRecorded(recording, 'battery_soc_pct', String(instance), percent, 3)
    }
  })

  /** Of the receiver with 12 satellites. The other one was heard first. */
  const fromReceiver = (pgn: number, read: (data: Buffer) => number) => {
    const of = (address: number) => fromBytes(lines, pgn, (d, src) => (src === address ? read(d) : undefined))
    return new Set([...[...of(7)].slice(0, 1), ...of(33)])
  }

  test('depth, speed, sea temperature', () => {
    assertRecorded(
      recording,
      'depth',
      undefined,
      fromBytes(lines, 128267, (d) => d.readUInt32LE(1) / 100),
      8,
    )
    const knots = fromReceiver(129026, (d) => Math.round(d.readUInt16LE(4) * 19.43844) / 1000)
    assertRecorded(recording, 'speed_over_ground', undefined, knots, 8)
    const celsius = (pgn: number, offset: number) =>
      fromBytes(lines, pgn, (d, src) => (src === 36 ? d.readUInt16LE(offset) / 100 - 273.15 : undefined))
    // Its sensor's own message takes the place of the general one.
    assertRecorded(recording, 'water_temp', undefined, new Set([...celsius(130310, 1), ...celsius(130312, 3)]), 4)
  })

  test('position', () => {
    const degrees = (offset: number) => fromReceiver(129025, (d) => d.readInt32LE(offset) / 1e7)
    assertRecorded(recording, 'position_lat', undefined, degrees(0), 8)
    assertRecorded(recording, 'position_lon', undefined, degrees(4), 8)
  })

  test('shore power, from 221 V', () => assert.deepEqual(values(recording, 'shore_power'), [1, 1, 1]))
  test('nothing twice, though the recording is', () => {
    const told = recording.readings.map((r) => `${seriesOf(r)} ${r.at}`)
    assert.equal(new Set(told).size, told.length)
  })
})

describe('susteranna: rpm and faults', { skip }, () => {
  const lines = skip ? [] : linesOf('susteranna-actisense-serial.raw')
  let recording: Recording
  before(async () => {
    recording = await readRecording(() => framesOf(lines))
  })

  test('rpm, hours, oil pressure', () => {
    // A quarter of a revolution, which canboatjs rounds to a tenth.
    assertRecorded(
      recording,
      'engine_rpm',
      'port',
      fromBytes(lines, 127488, (d) => Math.round(d.readUInt16LE(1) * 2.5) / 10),
      5,
    )
    assertRecorded(
      recording,
      'engine_oil_pressure',
      'port',
      fromBytes(lines, 127489, (d) => d.readUInt16LE(1) / 10),
      3,
    )
    const hours = fromBytes(lines, 127489, (d) => Math.floor(d.readUInt32LE(11) / 3.6) / 1000)
    assertRecorded(recording, 'engine_hours', 'port', hours, 2)
  })
  test('its faults once', () =>
    assert.deepEqual(values(recording, 'fault_code', 'port'), ['Over Temperature, Low Oil Pressure']))
  test('not the sea of 249 K', () => assert.deepEqual(values(recording, 'water_temp'), [-1.53, -1.53]))
  test('two lines cut off are counted', () => assert.equal(recording.unreadable, 2))
})

describe('can0-3: an engine start with everything wrong', { skip }, () => {
  let recording: Recording
  before(async () => {
    recording = await readRecording(() => framesOf(skip ? [] : linesOf('can0-3.candump')))
  })

  test('270 h and never 354185 h', () => assert.deepEqual(values(recording, 'engine_hours', 'port'), [270, 270]))
  test('rpm, fuel level and pressure not before they are there', () => {
    assert.deepEqual(values(recording, 'engine_rpm', 'port'), [0, 0])
    assert.deepEqual(values(recording, 'fuel_level_pct', '0'), [])
    assert.deepEqual(values(recording, 'engine_coolant_temp', 'port'), [11.85, 10.85])
  })
  test('one of three depths', () => {
    const depths = values(recording, 'depth')
    assert.equal(depths.length, 7)
    // The others say 0.4 to 1.8 m, and 61.7 m.
    assert.deepEqual(depths.slice(-1), [2.04])
  })
  test('shore power', () => assert.deepEqual(values(recording, 'shore_power', '4'), [1, 1]))
  test('recorded in November 2022', () => {
    assert.ok(recording.dated)
    assert.match(new Date(recording.readings[0]?.at ?? 0).toISOString(), /^2022-11-30T12:02:/)
  })
})

describe('the other recordings', { skip }, () => {
  const read = (file: string) => readRecording(() => framesOf(linesOf(file)))

  test('aava: ten minutes, without its sea of 40 C', async () => {
    const recording = await read('aava-n2k.data')
    assert.deepEqual(series(recording), [
      'battery_voltage/1',
      'depth/',
      'position_lat/',
      'position_lon/',
      'speed_over_ground/',
    ])
    assert.equal(values(recording, 'position_lat').length, 61)
  })

  test('pgn127489: the fault comes and goes', async () => {
    assert.deepEqual(values(await read('pgn127489.txt'), 'fault_code', 'port'), ['Low System Voltage', 'none'])
  })

  test('Yacht Devices: four batteries and an engine, without a date', async () => {
    const recording = await read('sample-YDWG02-2.txt')
    assert.equal(recording.dated, false)
    const volts = ['0', '1', '2', '3'].flatMap((instance) => values(recording, 'battery_voltage', instance))
    // 19F21400 00 76 0A .. and 03 14 05 ..: 0x0A76 and 0x0514 hundredths of a volt; an open input, at 0.21 V, is no battery.
    assert.deepEqual(volts, [26.78, 52.1, 13])
    assert.deepEqual(values(recording, 'engine_rpm', 'port'), [0])
  })

  test('J1939: read to the end, an engine without a fault', async () => {
    const recording = await read('j1939-engine-start.candump')
    assert.deepEqual(
      { unreadable: recording.unreadable, readings: recording.readings },
      { unreadable: 0, readings: [] },
    )
    assert.equal(recording.messages, 11)
  })
})

test('an alert carries the text that was announced', async () => {
  const { readings } = await readRecording(() =>
    framesOf([
      // system 1, sub-system 2, id 345, occurrence 1: the text, in English, then the alert, active
      '2026-05-01T12:00:00.000Z,2,126985,9,255,39,12,01,02,59,01,00,00,00,00,00,00,00,00,00,00,01,00,0c,01,42,69,6c,67,65,20,68,69,67,68,02,01',
      '2026-05-01T12:00:01.000Z,2,126983,9,255,28,12,01,02,59,01,00,00,00,00,00,00,00,00,00,00,01,00,00,00,00,00,00,00,00,00,00,00,02',
    ]),
  )
  assert.deepEqual(
    readings.map((r) => [r.metric, r.instance, r.text_value]),
    [['fault_code', 'alert-1.2.345.1', 'Alarm: Bilge high']],
  )
})

test('what was held back arrives before a silence and at the end, at its own time, and what a pump did', async () => {
  const line = (second: number, rest: string) =>
    `${new Date(Date.UTC(2026, 4, 1, 12) + second * 1_000).toISOString()},3,${rest}`
  const depth = (second: number, centimetres: string) =>
    line(second, `128267,36,255,8,16,${centimetres},00,00,00,1e,05,ff`)
  // Contact 1 of bank 1: off, on, off, on.
  const pump = (second: number, state: '0' | '1') => line(second, `127501,40,255,8,01,f${state},ff,ff,ff,ff,ff,ff`)
  const { readings } = await readRecording(
    () =>
      framesOf([
        ...[depth(0, 'a1'), depth(4, 'aa'), depth(60, 'b4'), depth(63, 'be')],
        ...[pump(64, '0'), pump(70, '1'), pump(71, '0'), pump(72, '1')],
      ]),
    { bilgePumps: [{ bank: 1, indicator: 1 }] },
  )
  assert.deepEqual(
    readings.map(({ metric, value, at }) => [metric, value, (at - Date.UTC(2026, 4, 1, 12)) / 1_000]),
    [
      ['depth', 1.61, 0],
      ['depth', 1.7, 4],
      ['depth', 1.8, 60],
      ['depth', 1.9, 63],
      ['bilge_pump_cycles', 1, 70],
      ['bilge_pump_cycles', 1, 72],
    ],
  )
})

test('moved in time, the newest is now and the distances stay', () => {
  const readings = [5_000, 9_000, 7_000].map((at) => ({ metric: 'depth', value: 1, at }) as const)
  assert.deepEqual(
    endingAt(100_000, readings).map((r) => r.at),
    [96_000, 100_000, 98_000],
  )
  assert.deepEqual(endingAt(100_000, []), [])
})
