import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Observation, seriesOf } from '../readings/reading.ts'
import { nmea0183Reader } from './reader.ts'
import { checksumOf } from './sentence.ts'

const DATA = new URL('../../../../../shared/data/nmea0183/', import.meta.url)
const skip = existsSync(DATA) ? false : `no recordings at ${DATA.pathname}`
const linesOf = (file: string) => readFileSync(new URL(file, DATA), 'utf8').split(/\r?\n/)

const wrap = (body: string) => `$${body}*${checksumOf(`$${body}`).toString(16).padStart(2, '0').toUpperCase()}`

test('$PCDIN: a whole NMEA 2000 message, of the device on the bus', () => {
  const heard = nmea0183Reader()('$PCDIN,01F211,00065D6A,72,034E46FFFFFFFFFF*50', 5)
  assert.deepEqual(
    heard?.observations.map(({ rank, ...o }) => o),
    [{ metric: 'fuel_level_pct', value: 71.992, instance: '3', at: 5, source: '114/127505' }],
  )
})

test("$MXPGN: ShipModul's order of bytes, the last first", () => {
  const { observations } = nmea0183Reader()('$MXPGN,01F801,2801,C1308AC40C5DE343*19', 0) ?? assert.fail()
  assert.deepEqual(
    observations.map(({ metric, value, source }) => [metric, value, source]),
    [
      ['position_lat', 20.7479619, '1/129025'],
      ['position_lon', -105.3783356, '1/129025'],
    ],
  )
})

test('$MXPGN in the order of the bus, where the gateway is set so', () => {
  const read = nmea0183Reader({ mxpgnOrder: 'as-on-the-bus' })
  const { observations } = read('$MXPGN,01F211,6872,034E46FFFFFFFFFF*6E', 0) ?? assert.fail()
  assert.deepEqual(
    observations.map(({ metric, value, instance }) => [metric, value, instance]),
    [['fuel_level_pct', 71.992, '3']],
  )
})

test('$MXPGN: a message of four frames is put together', () => {
  // can0-3.candump, PGN 127489 at the engine start: 972000 s, 285 K.
  const frames = ['201A00FEFFFFFF54', '216F7A03FF7FE0D4', '220E00FEFFFEFFFF', '2348010000FFFFFF']
  const read = nmea0183Reader()
  const heard = frames.map((data) => {
    const reversed = Buffer.from(data, 'hex').reverse().toString('hex').toUpperCase()
    return read(wrap(`MXPGN,01F201,2800,${reversed}`), 0)?.observations ?? assert.fail()
  })
  assert.deepEqual(heard.slice(0, 3), [[], [], []])
  assert.deepEqual(
    heard[3]?.slice(0, 2).map(({ metric, value, instance }) => [metric, value, instance]),
    [
      ['engine_hours', 270, 'port'],
      ['engine_coolant_temp', 11.85, 'port'],
    ],
  )
})

test('a speed without a mode is none while RMC or GLL of its receiver says that there is no fix, unless GGA has one', () => {
  const speed = '$GPVTG,54.7,T,34.4,M,5.5,N,10.2,K'
  const heard = (...before: string[]) => {
    const read = nmea0183Reader()
    for (const line of before) read(line, 0)
    return read(speed, 1_000)?.observations.length
  }
  const [noFix = '', fix = ''] = ['V', 'A'].map(
    (status) => `$GPRMC,090000,${status},5400.0,N,01000.0,E,5.5,54.7,271126,,`,
  )
  const gga = (quality: number) => `$GPGGA,090000,5400.0,N,01000.0,E,${quality},08,1.0,0,M,0,M,,`
  assert.equal(heard(noFix), 0)
  assert.equal(heard('$GPGLL,5400.0,N,01000.0,E,090000,V'), 0)
  assert.equal(heard(noFix, fix), 1)
  assert.equal(heard(noFix.replace('GP', 'II')), 1, 'another talker')
  assert.equal(heard(noFix, gga(1)), 1)
  assert.equal(heard(fix, gga(6)), 0)
})

test('$MXPGN that is to be sent was not heard', () => {
  assert.deepEqual(nmea0183Reader()(wrap('MXPGN,01F801,A801,C1308AC40C5DE343'), 0)?.observations, [])
})

test('contacts of a wrapped switch bank', () => {
  const read = nmea0183Reader({ n2k: { bilgeWater: [{ bank: 1, indicator: 3 }] } })
  // PGN 127501, bank 1: two bits an indicator, the third on
  const { observations } = read(wrap('PCDIN,01F20D,00000000,20,01D0FFFFFFFFFFFF'), 0) ?? assert.fail()
  assert.deepEqual(
    observations.map(({ metric, value, instance }) => [metric, value, instance]),
    [['bilge_water', 1, '1.3']],
  )
})

test('a sentence that has lost its end, and its checksum with it, says nothing', () => {
  const read = nmea0183Reader()
  const depths = (line: string) => read(line, 0)?.observations.map(({ value }) => value)
  assert.deepEqual(depths('$SDDPT,1'), [1], 'old instruments send no checksum')
  assert.deepEqual(depths(wrap('SDDPT,124.5,0.0')), [124.5])
  assert.equal(depths('$SDDPT,1'), undefined)
  assert.deepEqual(depths('$SDDBT,,f,8.7,M,,F'), [8.7], 'another instrument')
})

test('the time of the receiver comes with the position', () => {
  const heard = nmea0183Reader()(wrap('GPRMC,195719,A,5310.8,N,00525.7,E,0.0,0.0,160527,0.7,E,A'), 0)
  assert.equal(heard?.gpsTime, Date.UTC(2027, 4, 16, 19, 57, 19))
  assert.equal(heard?.observations.length, 3)
})

test('the time of a wrapped NMEA 2000 message: satellites tell it, a crystal does not', () => {
  // PGN 126992, 2027-05-16 19:57:19: days since 1970, ten-thousandths of a second since midnight; the source is the first half
  const time = (source: number) => {
    const data = Buffer.alloc(8)
    data.writeUInt8(0xf0 + source, 1)
    data.writeUInt16LE(Date.UTC(2027, 4, 16) / 86_400_000, 2)
    data.writeUInt32LE((19 * 3600 + 57 * 60 + 19) * 10_000, 4)
    return nmea0183Reader()(wrap(`PCDIN,01F010,00000000,20,${data.toString('hex').toUpperCase()}`), 0)?.gpsTime
  }
  assert.deepEqual([time(0), time(5)], [Date.UTC(2027, 4, 16, 19, 57, 19), undefined])
})

/** All observations of a recording, and how many of its lines are sentences. */
function readAll(lines: string[]): { observations: Observation[]; sentences: number } {
  const read = nmea0183Reader()
  const heard = lines.flatMap((line, i) => read(line, i) ?? [])
  return { observations: heard.flatMap((h) => h.observations), sentences: heard.length }
}

const valuesOf = (observations: Observation[], metric: string) =>
  observations.filter((o) => o.metric === metric).map((o) => o.value)

test('a receiver of before NMEA 2.3 has no fix while its GGA says so: none, estimated, entered or simulated', () => {
  const old = {
    RMC: '$GPRMC,195719,A,5310.8115,N,00525.7025,E,6.2,0.0,160414,0.7,E',
    GLL: '$GPGLL,5310.8115,N,00525.7025,E,195719,A',
    VTG: '$GPVTG,0.0,T,,M,6.2,N,11.5,K',
  }
  const gga = (quality: number) => `$GPGGA,195719,5310.8115,N,00525.7025,E,${quality},05,1.10,-2,M,,M,,`
  const heard = (quality: number, line: string, afterMs: number) => {
    const read = nmea0183Reader()
    read(gga(quality), 0)
    return read(line, afterMs)!.observations.length > 0
  }
  for (const line of Object.values(old)) {
    for (const quality of [0, 6, 7, 8]) assert.equal(heard(quality, line, 60_000), false, `${line} after ${quality}`)
    assert.equal(heard(1, line, 60_000), true)
    assert.equal(heard(0, line, 60_001), true, 'it may have a fix again')
    assert.equal(heard(0, line.replace('GP', 'GN'), 0), true, 'another receiver')
  }
  assert.equal(heard(0, `${old.RMC},A`, 0), true, 'one that says it itself')
})

test('plaka.log: four hours of position, speed and depth', { skip }, () => {
  const lines = linesOf('plaka.log')
  const { observations, sentences } = readAll(lines)
  assert.equal(sentences, 116_000)
  assert.deepEqual(
    new Set(observations.map(seriesOf)),
    new Set(['speed_over_ground/', 'depth/', 'position_lat/', 'position_lon/']),
  )
  // The same without this code: the fields as they stand in the file.
  const fields = (formatter: string, at: number) =>
    lines.filter((line) => line.startsWith(formatter)).map((line) => line.split(',')[at] ?? '')
  assert.deepEqual(valuesOf(observations, 'depth'), fields('$IIDBT', 3).map(Number))
  assert.deepEqual(valuesOf(observations, 'speed_over_ground'), fields('$IIVTG', 5).map(Number))
  const latitudes = fields('$GPGLL', 1).map((text) => Number(text.slice(0, 2)) + Number(text.slice(2)) / 60)
  assert.deepEqual(
    valuesOf(observations, 'position_lat'),
    latitudes.map((latitude) => Number(latitude.toFixed(7))),
  )
})

test('gofree-merrimac.log: survives its malformed XDR and VLW', { skip }, () => {
  const { observations } = readAll(linesOf('gofree-merrimac.log'))
  const first = new Map(observations.toReversed().map((o) => [`${o.metric} ${o.source}`, o.value]))
  assert.deepEqual(Object.fromEntries([...first].sort()), {
    'depth SD/DBT': 0.5,
    'depth SD/DPT': 0.5,
    'position_lat GP/GGA': 53.1801917,
    'position_lat GP/GLL': 53.1801917,
    'position_lat GP/RMC': 53.1801917,
    'position_lon GP/GGA': 5.428375,
    'position_lon GP/GLL': 5.428375,
    'position_lon GP/RMC': 5.428375,
    'speed_over_ground GP/RMC': 0,
    'speed_over_ground GP/VTG': 0,
    'water_temp SD/MTW': 12.6,
  })
})
