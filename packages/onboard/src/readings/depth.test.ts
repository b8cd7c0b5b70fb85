import assert from 'node:assert/strict'
import { test } from 'node:test'
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
      assert.deepEqual(below(reference, { below: said }), [reference === said ? 8.7 : undefined, []])
})

test('what is no depth is left as it is', () => {
  const { withhold } = withheldCounter()
  const other: Observation = { metric: 'water_temp', value: 8, at: 0, source: 'bus/36/130312', rank: 0 }
  assert.equal(depthBelow('keel', withhold)(other), other)
})
