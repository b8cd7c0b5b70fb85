import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nmea0183Clock } from './recorder-clock.ts'

const DEPTH = '$IIDBT,034.25,f,010.44,M,005.64,F'
const START = Date.UTC(2019, 6, 3, 23, 59, 50)

/** RMC with a fix, or without, and ZDA, so many seconds after START. */
const clock = (seconds: number) => new Date(START + seconds * 1000).toISOString()
const hms = (seconds: number) => clock(seconds).slice(11, 19).replaceAll(':', '')
const dmy = (seconds: number) =>
  `${clock(seconds).slice(8, 10)}${clock(seconds).slice(5, 7)}${clock(seconds).slice(2, 4)}`
const rmc = (seconds: number, status = 'A', talker = 'GP') =>
  `$${talker}RMC,${hms(seconds)},${status},5310.8,N,00525.7,E,6.2,0.0,${dmy(seconds)},0.7,E,A`
const zda = (seconds: number) => `$GPZDA,${hms(seconds)},${clock(seconds).slice(8, 10)},07,2019,00,00`

/** Seconds after START at each line. */
const times = (lines: string[]) => {
  const timeOf = nmea0183Clock()
  return lines.map(timeOf).map((ms) => Math.round((ms - START) / 10) / 100)
}

test('a busy recording of 20 s, over midnight, lasts 20 s and not as long as 4800 baud would take', () => {
  const second = (i: number) => [rmc(i), ...Array<string>(40).fill(DEPTH)]
  const all = times(Array.from({ length: 21 }, (_, i) => second(i)).flat())
  const told = all.filter((_, i) => i % 41 === 0)
  assert.deepEqual(
    told,
    Array.from({ length: 21 }, (_, i) => i),
  )
  // The lines after a sentence come within its second, as those before them did.
  const [from, ...between] = all.slice(41 * 10, 41 * 11)
  assert.ok(from === 10 && between.every((at) => at > 10 && at < 11), String(between))
})

test('ZDA tells the time where there is no RMC with a fix', () => {
  assert.deepEqual(
    times([rmc(500, 'V'), zda(1), zda(2), rmc(501, 'V'), zda(3)]).filter((_, i) => i !== 0 && i !== 3),
    [1, 2, 3],
  )
})

test('the receiver that tells it first is the one', () => {
  const [first, other, second] = times([rmc(10), rmc(4000, 'A', 'GN'), rmc(11)])
  assert.deepEqual([first, second], [10, 11])
  assert.ok(Number(other) < 12)
})

/** ZDA and GLL as receivers of the nineties tell it: the time of the day, without a date. */
const oldZda = (seconds: number) => `$GPZDA,${hms(seconds)},,,,00,`
const gll = (seconds: number, status = 'A') => `$GPGLL,6005.071,N,02332.346,E,${hms(seconds)},${status}`
const gga = (seconds: number, quality = 1) => `$GPGGA,${hms(seconds)},6005.071,N,02332.346,E,${quality},9,1,5,M,,M,,`
/** Since the first line. */
const passed = (lines: string[]) => {
  const [first = 0, ...rest] = times(lines)
  return [0, ...rest.map((at) => Math.round((at - first) * 100) / 100)]
}

test('a time of the day without a date does too, over midnight', () => {
  for (const sentence of [oldZda, gll, gga])
    assert.deepEqual(passed([0, 2, 8, 12, 14].map((s) => sentence(s))), [0, 2, 8, 12, 14], sentence(0))
})

test('but not of a position without a fix, nor beside a time with a date', () => {
  const [, , after] = passed([gll(0), gll(4000, 'V'), gll(2)])
  assert.equal(after, 2)
  assert.equal(passed([gga(0), gga(4000, 0), gga(2)])[2], 2)
  const [, first, , second] = times([oldZda(0), rmc(10), oldZda(4000), rmc(12)])
  assert.deepEqual([first, second], [10, 12])
  const [, without] = times([zda(1), oldZda(4000), zda(3)])
  assert.ok(Number(without) >= 1 && Number(without) <= 3, `${without}`)
})

test('before the first time, and where there is none, as 4800 baud carries it', () => {
  const timeOf = nmea0183Clock()
  const took = Array.from({ length: 48 }, () => timeOf('12345678')).at(-1)
  assert.equal(Math.round(took ?? 0), 1000)
})

test('a pause says nothing of how fast the lines came', () => {
  const lines = [rmc(0), DEPTH, rmc(1), DEPTH, rmc(2), rmc(3_602), DEPTH, rmc(3_603)]
  const all = times(lines)
  assert.deepEqual([all[0], all[2], all[4], all[5], all[7]], [0, 1, 2, 3602, 3603])
  assert.ok(all[6]! > 3602 && all[6]! < 3603, String(all[6]))
})
