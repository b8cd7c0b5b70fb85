import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { clipRing } from './clip.ts'
import { type LandTopology, type Ring, ringsOf } from './land.ts'
import { landTiles } from './land-tiles.ts'
import { mercatorX, mercatorY } from './mercator.ts'

const worldOf = (scale: string) => {
  const file = createRequire(import.meta.url).resolve(`world-atlas/land-${scale}.json`)
  return ringsOf(JSON.parse(readFileSync(file, 'utf8')) as LandTopology)
}
const world = worldOf('50m')

/** The even-odd rule, as the canvas fills. */
function isInside(rings: Ring[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    }
  return inside
}
const isLand = (lat: number, lon: number, rings = world) => isInside(rings, mercatorX(lon), mercatorY(lat))

test('the coastline knows land from sea', () => {
  assert.ok(isLand(52.5, 13.4)) // Berlin
  assert.ok(isLand(-33.5, 150)) // west of Sydney
  assert.ok(!isLand(54.6, 10.6)) // Kiel Bight
  assert.ok(!isLand(0, -30)) // the Atlantic
  assert.ok(!isLand(42, 51)) // the Caspian, cut out of the land
})

for (const scale of ['110m', '50m', '10m'])
  test(`land over the date line goes on beyond it, and not round the world: ${scale}`, () => {
    const world = worldOf(scale)
    for (const ring of world)
      for (let i = 2; i < ring.length; i += 2) {
        const atBottom = ring[i + 1] === 1 && ring[i - 1] === 1
        assert.ok(atBottom || Math.abs(ring[i]! - ring[i - 2]!) < 0.5)
      }
    assert.ok(!isLand(67.5, 3, world)) // the Norwegian Sea, between the latitudes at which Chukotka meets the date line
    assert.ok(isLand(67.5, 20, world)) // Lapland
    assert.ok(isLand(67, 179.5, world) && isLand(67, -179.5, world)) // Chukotka, on both sides
    assert.ok(!isLand(-16.6, 100, world)) // the Indian Ocean, north of Fiji's latitude
    assert.ok(isLand(-83, 0, world) && isLand(-80, 100, world)) // Antarctica
    assert.ok(!isLand(-62, 100, world))
  })

test('a tile has the land of the world, at every zoom', () => {
  const landOf = landTiles(world)
  for (const [lat, lon] of [
    [52.5, 13.4],
    [54.6, 10.6],
    [55.4, 10.4],
    [36.4, 25.4],
    [-41.3, 174.8],
    [67, 179.5],
    [67, -179.5],
    [-83, 0],
  ] as const)
    for (const z of [1, 4, 7, 10]) {
      const x = Math.floor(mercatorX(lon) * 2 ** z)
      const y = Math.floor(mercatorY(lat) * 2 ** z)
      assert.equal(isLand(lat, lon, landOf(z, x, y)), isLand(lat, lon), `${lat} ${lon} in ${z}/${x}/${y}`)
    }
})

test('a close tile is small, however long its coast goes on', () => {
  const landOf = landTiles(world)
  const points = landOf(10, Math.floor(mercatorX(10.2) * 1024), Math.floor(mercatorY(54.4) * 1024)).flatMap((ring) => [
    ...ring,
  ])
  assert.ok(points.length < 200, `${points.length}`)
})

test('clipping: inside, outside, across and around', () => {
  const square = (from: number, to: number) => Float64Array.from([from, from, to, from, to, to, from, to])
  const box = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 }
  const inside = square(0.3, 0.6)
  assert.equal(clipRing(inside, box), inside)
  assert.equal(clipRing(square(0.8, 0.9), box), null)
  assert.deepEqual([...clipRing(square(0, 1), box)!].sort(), [0.25, 0.25, 0.25, 0.25, 0.75, 0.75, 0.75, 0.75])
  assert.ok(isInside([clipRing(square(0.5, 1), box)!], 0.7, 0.7))
  assert.ok(!isInside([clipRing(square(0.5, 1), box)!], 0.8, 0.8))
})
