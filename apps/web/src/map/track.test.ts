import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceNm, distanceSailed, type Fix, fixesOf, legsOf, ticksOf } from './track.ts'

const HOUR = 3_600_000
const fix = (hours: number, lat: number, lon: number): Fix => ({ at: hours * HOUR, lat, lon })
const columns = (...fixes: Fix[]) =>
  [fixes.map(({ at }) => at), fixes.map(({ lat }) => lat), fixes.map(({ lon }) => lon)] as const

test('a minute of latitude is a nautical mile; Kiel to Copenhagen', () => {
  assert.ok(Math.abs(distanceNm(fix(0, 54, 10), fix(0, 55, 10)) - 60) < 0.1)
  assert.ok(Math.abs(distanceNm(fix(0, 54.3233, 10.1228), fix(0, 55.6761, 12.5683)) - 117.4) < 0.5)
  assert.equal(distanceNm(fix(0, 54, 10), fix(0, 54, 10)), 0)
  assert.ok(Math.abs(distanceNm(fix(0, 0, 0), fix(0, 0, 180)) - Math.PI * 3440.0691) < 1e-6)
})

const lengths = (fixes: Fix[]) => legsOf(fixes).pieces.map(({ length }) => length)

test('an onboard device that was off leaves a leg of which nobody knows; it is not counted as sailed', () => {
  const legs = legsOf([fix(0, 54, 10), fix(1, 54.1, 10), fix(100, 55, 10), fix(101, 55.1, 10)])
  assert.deepEqual(
    legs.pieces.map(({ length }) => length),
    [2, 2],
  )
  assert.deepEqual(legs.unknown, [[fix(1, 54.1, 10), fix(100, 55, 10)]])
  assert.ok(Math.abs(distanceSailed(legs) - 12) < 0.05)
})

test('a straight passage of a day and a week at the berth are known', () => {
  assert.deepEqual(lengths([fix(0, 54, 10), fix(24, 56, 10)]), [2])
  assert.deepEqual(lengths([fix(0, 54, 10), fix(168, 54.01, 10), fix(169, 54.1, 10)]), [3])
})

test('no fix, and one', () => {
  assert.deepEqual(legsOf([]), { pieces: [], unknown: [] })
  assert.equal(distanceSailed(legsOf([])), 0)
  assert.equal(distanceSailed(legsOf([fix(0, 54, 10)])), 0)
})

test('a line over the date line goes the short way', () => {
  const fixes = fixesOf(columns(fix(0, -17, 179.9), fix(1, -17, -179.9), fix(2, -17, 179.8)))
  assert.deepEqual(
    fixes.map(({ lon }) => Math.round(lon * 10) / 10),
    [179.9, 180.1, 179.8],
  )
  assert.ok(distanceSailed(legsOf(fixes)) < 40)
})

test('ticks at round hours of the reader’s clock, at most a dozen', () => {
  const fixes = Array.from({ length: 101 }, (_, n) => fix(10.5 + n / 10, 54, 10))
  assert.deepEqual(
    ticksOf(fixes).map(({ at }) => at / HOUR),
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
  )
  assert.ok(ticksOf(Array.from({ length: 2000 }, (_, n) => fix(n * 5, 54, 10))).length <= 13)
  assert.deepEqual(ticksOf([]), [])
  assert.deepEqual(ticksOf([fix(1, 54, 10)]), [])
})
