import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fix, fixesOf, legsOf, near, ticksOf } from './track.ts'

const HOUR = 3_600_000
const fix = (hours: number, lat: number, lon: number): Fix => ({ at: hours * HOUR, lat, lon })
const columns = (...fixes: Fix[]) =>
  [fixes.map(({ at }) => at), fixes.map(({ lat }) => lat), fixes.map(({ lon }) => lon)] as const

const lengths = (fixes: Fix[], gaps: [number[], number[]]) => legsOf(fixes, gaps).pieces.map(({ length }) => length)

test('a gap is a leg of which only the ends are known', () => {
  const fixes = [fix(0, 54, 10), fix(1, 54.1, 10), fix(100, 55, 10), fix(101, 55.1, 10)]
  const legs = legsOf(fixes, [[HOUR], [100 * HOUR]])
  assert.deepEqual(legs.pieces, [fixes.slice(0, 2), fixes.slice(2)])
  assert.deepEqual(legs.unknown, [[fixes[1], fixes[2]]])
})

test('a gap that began before the range, and a leg that only begins as one does, are drawn as they are', () => {
  const fixes = [fix(0, 54, 10), fix(24, 56, 10), fix(30, 56, 11)]
  assert.deepEqual(lengths(fixes, [[-5 * HOUR], [0]]), [3])
  assert.deepEqual(lengths(fixes, [[0], [5 * HOUR]]), [3])
  assert.deepEqual(
    lengths(fixes, [
      [0, 24 * HOUR],
      [24 * HOUR, 30 * HOUR],
    ]),
    [1, 1, 1],
  )
})

test('no fix, and one', () => {
  assert.deepEqual(legsOf([], [[], []]), { pieces: [], unknown: [] })
  assert.deepEqual(lengths([fix(0, 54, 10)], [[], []]), [1])
})

test('a line over the date line goes the short way', () => {
  const fixes = fixesOf(columns(fix(0, -17, 179.9), fix(1, -17, -179.9), fix(2, -17, 179.8)))
  assert.deepEqual(
    fixes.map(({ lon }) => Math.round(lon * 10) / 10),
    [179.9, 180.1, 179.8],
  )
})

test('a place is drawn on the copy of the world on which the track ends', () => {
  const lons = [
    [-179.9, 180.05],
    [179.9, -180.05],
    [10, 11],
    [-179.9, 540.1],
  ].map(([lon, end]) => near({ lat: -17, lon: lon! }, end).lon)
  assert.deepEqual(
    lons.map((lon) => Math.round(lon * 10) / 10),
    [180.1, -180.1, 10, 540.1],
  )
  assert.deepEqual(near({ lat: -17, lon: -179.9 }, undefined), { lat: -17, lon: -179.9 })
})

test('ticks are at round hours on both sides of the change to summer time', () => {
  const change = Date.UTC(2026, 2, 29, 1)
  const offsetOf = (at: number) => (at < change ? HOUR : 2 * HOUR)
  const fixes = Array.from({ length: 100 }, (_, n) => fix(Date.UTC(2026, 2, 27) / HOUR + n, 54, 10))
  const hours = ticksOf(fixes, offsetOf).map(({ at }) => new Date(at + offsetOf(at)).getUTCHours())
  assert.deepEqual([...new Set(hours)].sort(), [0, 12])
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
