import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Position } from '../rollups/day/positions.ts'
import { simplify } from './simplify.ts'

const at = (points: [lat: number, lon: number][]): Position[] => points.map(([lat, lon], i) => ({ at: i, lat, lon }))

test('points on a line go, corners and ends stay', () => {
  const track = at([
    [54, 10],
    [54, 10.1],
    [54, 10.2],
    [54.1, 10.2],
    [54.2, 10.2],
  ])
  assert.deepEqual(simplify(track, 2000), [track[0], track[2], track[4]])
})

test('a boat at its berth is two points at most', () => {
  assert.equal(simplify(at(Array.from({ length: 500 }, () => [54.5, 10.5])), 2000).length, 2)
  assert.deepEqual(simplify([], 2000), [])
  assert.equal(simplify(at([[54, 10]]), 2000).length, 1)
})

test('with few points to spend, the largest bend is shown first', () => {
  const track = at([
    [54, 10],
    [54.01, 10.1],
    [54, 10.2],
    [55, 10.3],
    [54, 10.4],
  ])
  assert.deepEqual(simplify(track, 3), [track[0], track[3], track[4]])
})

test('the date line is no detour', () => {
  const track = at([
    [0, 179.8],
    [0, 179.9],
    [0, -179.9],
    [0, -179.8],
  ])
  assert.deepEqual(simplify(track, 2000), [track[0], track[3]])
})

test('never more than asked for, in order, and only what was there', () => {
  const point = fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
  fc.assert(
    fc.property(fc.array(point, { maxLength: 200 }), fc.integer({ min: 2, max: 50 }), (points, most) => {
      const track = at(points as [number, number][])
      const kept = simplify(track, most)
      assert.ok(kept.length <= most)
      assert.deepEqual(
        kept,
        track.filter((position) => kept.includes(position)),
      )
      assert.deepEqual([kept[0], kept.at(-1)], [track[0], track.at(-1)])
    }),
  )
})

test('what is fixed stays, on a line and at one place', () => {
  const track = at([
    [54, 10],
    [54, 10],
    [54, 10.1],
    [54, 10.2],
    [54, 10.3],
  ])
  assert.deepEqual(simplify(track, 2000, new Set([track[1]!, track[3]!])), [track[0], track[1], track[3], track[4]])
  assert.deepEqual(simplify(track, 3, new Set([track[3]!])), [track[0], track[3], track[4]])
})

test('half a million positions are looked at in a moment', () => {
  const track = Array.from({ length: 500_000 }, (_, i): Position => {
    const angle = i / 1000
    return { at: i, lat: 54 + Math.sin(angle) * (i / 500_000), lon: 10 + Math.cos(angle * 1.7) }
  })
  assert.equal(simplify(track, 2000).length, 2000)
})
