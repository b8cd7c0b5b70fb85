import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graticule, lineLabel } from './graticule.ts'
import { scaleBar } from './scale.ts'

test('lines at round minutes, apart from each other', () => {
  const { lats, lons, step } = graticule({ south: 54.1, west: 9.9, north: 54.9, east: 10.6, pxPerDegree: 400 })
  assert.equal(step, 20 / 60)
  assert.deepEqual(
    lats.map((lat) => lineLabel(lat, 'lat', step)),
    ['54°20′N', '54°40′N'],
  )
  assert.deepEqual(
    lons.map((lon) => lineLabel(lon, 'lon', step)),
    ['10°00′E', '10°20′E'],
  )
})

test('the whole world, and beyond its edge', () => {
  const { lats, lons } = graticule({ south: -90, west: -200, north: 90, east: 200, pxPerDegree: 1 })
  assert.deepEqual(lats, [-45, 0, 45])
  assert.equal(lineLabel(lons[0]!, 'lon', 45), '180°W')
  assert.equal(lineLabel(190, 'lon', 10), '170°W')
})

test('labels are as exact as the lines are close', () => {
  assert.equal(lineLabel(54.341666, 'lat', 0.1 / 60), '54°20.5′N')
  assert.equal(lineLabel(-0.05, 'lat', 1 / 60), '0°03′S')
  assert.equal(lineLabel(0, 'lat', 1), '0°')
  assert.equal(lineLabel(9.99999999, 'lon', 1 / 60), '10°00′E')
})

test('a scale in round nautical miles', () => {
  const { nm, px } = scaleBar(54.4, 10, 120)
  assert.equal(nm, 5)
  assert.ok(px <= 120 && px > 48)
  assert.equal(scaleBar(0, 3, 120).nm, 1000)
  assert.equal(scaleBar(54.4, 18, 120).nm, 0.02)
})
