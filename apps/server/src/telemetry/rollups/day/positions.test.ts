import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Columns } from './columns.ts'
import { addPosition, coarse, decodeTrack, encodeTrack, type Fixes, type Position, positionsOf } from './positions.ts'
import { SLOT_MS } from './time-grid.ts'

const lat = (at: number, value: number, instance: string | null = null) => ({
  metric: 'position_lat',
  at,
  value,
  instance,
})
const lon = (at: number, value: number, instance: string | null = null) => ({
  metric: 'position_lon',
  at,
  value,
  instance,
})

const columns = (readings: ReturnType<typeof lat>[]): Columns => ({
  series: readings.map(({ metric, instance }) => [metric, null, instance]),
  of: readings.map((_, i) => i),
  at: readings.map(({ at }) => at),
  value: readings.map(({ value }) => value),
  text: null,
})

test('a latitude and a longitude of one time and instance are a position, whichever comes first', () => {
  const found = [
    ...positionsOf(columns([lon(1, 10), lat(1, 54), lat(2, 54.1), lon(3, 10.1), lat(4, 55, 'a'), lon(4, 11, 'b')])),
  ]
  assert.deepEqual(found, [['', { at: 1, lat: 54, lon: 10 }]])
})

test('0/0 and what is on no globe is no position; 0 of one of them is', () => {
  const of = (north: number, east: number) => [...positionsOf(columns([lat(1, north), lon(1, east)]))].length
  assert.deepEqual([of(0, 0), of(0.0004, -0.0002), of(90.1, 10), of(54, 180.5), of(1e300, 1e300)], [0, 0, 0, 0, 0])
  assert.deepEqual([of(0, 9.5), of(51.47, 0), of(-90, 180)], [1, 1, 1])
})

test('the newest position of each part of time stays, whatever the order', () => {
  const [a, b]: Position[] = [
    { at: 1000, lat: 1, lon: 1 },
    { at: 2000, lat: 2, lon: 2 },
  ] as const
  for (const order of [
    [a!, b!],
    [b!, a!],
  ]) {
    const fixes: Fixes = new Map()
    for (const position of order) addPosition(fixes, SLOT_MS, position)
    assert.deepEqual([...fixes], [[0, b]])
  }
})

test('a encoded track comes back, to a second and a metre', () => {
  const day = Date.parse('2026-05-14T00:00:00Z')
  const track = [
    { at: day + 1234, lat: 54.123456, lon: 10.987654 },
    { at: day + SLOT_MS, lat: -33.1, lon: -179.99999 },
    { at: day + 2 * SLOT_MS + 999, lat: 54.12346, lon: 179.99999 },
  ].map(coarse)
  assert.deepEqual(track[0], { at: day + 1000, lat: 54.12346, lon: 10.98765 })
  const encoded = encodeTrack(track, day)
  assert.deepEqual(decodeTrack(encoded, day), track)
  assert.deepEqual(decodeTrack(encoded, day, 2 * SLOT_MS), track.slice(1), 'the last of each ten minutes')
})
