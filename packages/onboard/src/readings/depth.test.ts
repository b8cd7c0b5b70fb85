import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrame } from '../n2k/frame.ts'
import { n2kReader } from '../n2k/reader.ts'
import { nmea0183Reader } from '../nmea0183/reader.ts'
import { signalkMapper } from '../signalk/map.ts'
import { DEPTH_REFERENCES, depthBelow } from './depth.ts'
import type { DepthReference, MeasuredDepth, Observation } from './reading.ts'
import { type WithheldCount, withheldCounter } from './withheld.ts'

function below(wanted: DepthReference, depth?: MeasuredDepth): [number | undefined, WithheldCount[]] {
  const { withhold, counts } = withheldCounter()
  const heard: Observation = { metric: 'depth', value: 8.7, at: 0, source: 'bus/36/128267', rank: 0, depth }
  return [depthBelow(wanted, withhold)(heard)?.value, counts()]
}
const withheld = [{ series: 'depth', source: 'bus/36/128267', reason: 'no_offset', value: 8.7, count: 1 }]

test('a depth below the transducer is reckoned to the keel or the surface with the offset of its sounder', () => {
  assert.deepEqual(below('keel', { below: 'transducer', offset: -3 }), [5.7, []])
  assert.deepEqual(below('surface', { below: 'transducer', offset: 0.6 }), [9.3, []])
  for (const offset of [-3, 0.6, 0, undefined])
    assert.deepEqual(below('transducer', { below: 'transducer', offset }), [8.7, []])
})

test('without that offset nothing is sent, and it is said why', () => {
  for (const offset of [0.6, 0, undefined])
    assert.deepEqual(below('keel', { below: 'transducer', offset }), [undefined, withheld])
  for (const offset of [-3, 0, undefined])
    assert.deepEqual(below('surface', { below: 'transducer', offset }), [undefined, withheld])
  assert.deepEqual(below('keel'), [undefined, withheld])
})

test('what says itself what it is below counts only for that', () => {
  for (const reference of DEPTH_REFERENCES)
    for (const said of ['keel', 'surface'] as const)
      assert.deepEqual(
        below(reference, { below: said }),
        reference === said ? [8.7, []] : [undefined, [{ ...withheld[0], reason: 'other_depth' }]],
      )
})

test('it is no loss beside one that counts', () => {
  const { withhold, counts } = withheldCounter()
  const wanted = depthBelow('transducer', withhold)
  for (const depth of [undefined, { below: 'surface' }] as const)
    wanted({ metric: 'depth', value: 8.7, at: 0, source: 'line/SD/DBS', rank: 0, depth })
  assert.deepEqual(counts(), [])
})

test('it is one again when that has fallen silent', () => {
  const { withhold, counts } = withheldCounter()
  const wanted = depthBelow('transducer', withhold)
  const heard = (at: number, depth?: MeasuredDepth) =>
    wanted({ metric: 'depth', value: 8.7, at, source: 'line/SD/DBK', rank: 0, depth })
  heard(0)
  for (const at of [1_000, 30_000, 31_000, 32_000]) heard(at, { below: 'keel' })
  assert.deepEqual(
    counts().map(({ reason, count }) => [reason, count]),
    [['other_depth', 2]],
  )
})

test('each network says what its depth is below, and its offset', () => {
  const options = { withhold: () => assert.fail('it is said what it is below') }
  const bus = n2kReader(options)
  const line = nmea0183Reader()
  const server = signalkMapper(options)
  // PGN 128267: 8.7 m, 3 m from the transducer to the keel.
  const frame = readFrame('2026-05-14T09:30:05.000Z,3,128267,36,255,8,00,66,03,00,00,48,f4,ff')
  const said = (depths: Observation[] = []) => depths.map(({ value, depth }) => ({ value, ...depth }))
  const belowPath = (path: string) =>
    said(server.map({ updates: [{ $source: 'a', values: [{ path: `environment.depth.${path}`, value: 8.7 }] }] }, 0))
  assert.deepEqual(said(bus(frame!, 0)?.observations), [{ value: 8.7, below: 'transducer', offset: -3 }])
  assert.deepEqual(said(line('$SDDPT,8.7,-3.0,100', 0)?.observations), [
    { value: 8.7, below: 'transducer', offset: -3 },
  ])
  assert.deepEqual(said(line('$SDDBT,,f,8.7,M,,F', 0)?.observations), [{ value: 8.7 }])
  assert.deepEqual(said(line('$SDDBK,,f,8.7,M,,F', 0)?.observations), [{ value: 8.7, below: 'keel' }])
  assert.deepEqual(said(line('$SDDBS,,f,8.7,M,,F', 0)?.observations), [{ value: 8.7, below: 'surface' }])
  assert.deepEqual(belowPath('belowTransducer'), [{ value: 8.7 }])
  assert.deepEqual(belowPath('belowKeel'), [{ value: 8.7, below: 'keel' }])
  assert.deepEqual(belowPath('belowSurface'), [{ value: 8.7, below: 'surface' }])
})

test('what is no depth is left as it is', () => {
  const { withhold } = withheldCounter()
  const other: Observation = { metric: 'water_temp', value: 8, at: 0, source: 'bus/36/130312', rank: 0 }
  assert.equal(depthBelow('keel', withhold)(other), other)
})
