import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Position } from './positions.ts'
import { metresBetween, withoutErrors } from './track-errors.ts'

const MINUTE_MS = 60_000
/** Six knots to the north, a position a minute. */
const sailing = (count: number, from = 0): Position[] =>
  Array.from({ length: count }, (_, i) => ({ at: (from + i) * MINUTE_MS, lat: 54 + (from + i) / 600, lon: 10 }))

test('metres on a sphere: a minute of latitude is a sea mile, and the date line is no obstacle', () => {
  assert.ok(Math.abs(metresBetween({ at: 0, lat: 54, lon: 10 }, { at: 0, lat: 54 + 1 / 60, lon: 10 }) - 1853) < 2)
  assert.ok(metresBetween({ at: 0, lat: 0, lon: 179.999 }, { at: 0, lat: 0, lon: -179.999 }) < 250)
})

test('what a boat can have sailed stays', () => {
  assert.deepEqual(withoutErrors(sailing(100)), sailing(100))
  assert.deepEqual(withoutErrors([]), [])
  assert.deepEqual(withoutErrors(sailing(1)), sailing(1))
})

test('a jump to another place and back is left out, also at the ends', () => {
  const jump = (at: number): Position => ({ at: at * MINUTE_MS, lat: 20, lon: 10 })
  const track = sailing(20)
  assert.deepEqual(withoutErrors(track.with(10, jump(10))), track.toSpliced(10, 1))
  assert.deepEqual(withoutErrors(track.with(10, jump(10)).with(11, jump(11))), track.toSpliced(10, 2))
  assert.deepEqual(withoutErrors(track.with(0, jump(0))), track.slice(1))
  assert.deepEqual(withoutErrors(track.with(19, jump(19))), track.slice(0, 19))
})

test('of two receivers that disagree the one that says more is believed', () => {
  const stuck = sailing(5).map(({ at }) => ({ at: at * 4 + 30_000, lat: 20, lon: 10 }))
  const both = [...sailing(20), ...stuck].sort((a, b) => a.at - b.at)
  assert.deepEqual(withoutErrors(both), sailing(20))
})

test('a boat that went by road, or was off for a while, is where it says that it is', () => {
  const there = sailing(10, 24 * 60).map((position) => ({ ...position, lat: position.lat - 10 }))
  assert.deepEqual(withoutErrors([...sailing(10), ...there]), [...sailing(10), ...there])
  const atOnce = sailing(10, 10).map((position) => ({ ...position, lat: position.lat - 10 }))
  assert.deepEqual(withoutErrors([...sailing(10), ...atOnce]), [...sailing(10), ...atOnce], 'both were long')
})
