import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Aggregate } from './aggregate.ts'
import { decodeBuckets, encodeBuckets, summary } from './encoded-buckets.ts'
import { SLOT_MS } from './time-grid.ts'

const DAY = Date.parse('2026-05-14T00:00:00Z')
const one = (slot: number, value: number): Aggregate => {
  return { count: 1, min: value, max: value, mean: value, last: value, lastAt: DAY + slot * SLOT_MS }
}
const slots = new Map<number, Aggregate>([
  [0, one(0, 12.5)],
  [3, { count: 4, min: -1, max: 2, mean: 0.25, last: 1, lastAt: DAY + 3 * SLOT_MS }],
  [287, one(287, 1e300)],
])

test('encoded slots come back as they were', () => {
  assert.deepEqual(decodeBuckets(encodeBuckets(slots), DAY), slots)
  assert.deepEqual(decodeBuckets(encodeBuckets(new Map()), DAY), new Map())
})

test('a mean has seven digits, and is between least and greatest all the same', () => {
  const count = 2
  const [min, max] = [1234567.81, 1234567.89]
  const encoded = encodeBuckets(new Map([[0, { count, min, max, mean: 1234567.85, last: max, lastAt: DAY }]]))
  const { mean } = decodeBuckets(encoded, DAY).get(0)!
  assert.equal(mean, max)
})

test('the summary of a day', () => {
  assert.equal(summary(new Map()), null)
  const day = summary(slots)!
  assert.deepEqual([day.count, day.min, day.max, day.last], [6, -1, 1e300, 1e300])
})
