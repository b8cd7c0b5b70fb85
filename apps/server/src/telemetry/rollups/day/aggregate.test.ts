import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAggregate, addReading, type Buckets, merge } from './aggregate.ts'
import { HOUR_MS, SLOT_MS } from './time-grid.ts'

const of = (...readings: [at: number, value: number][]) => {
  const buckets: Buckets = new Map()
  for (const [at, value] of readings) addReading(buckets, HOUR_MS, at, value)
  return buckets.get(0)!
}

test('least, greatest, mean and last, in whatever order readings come', () => {
  const expected = { count: 3, min: 1, max: 6, mean: 3, last: 2, lastAt: 30 }
  assert.deepEqual(of([10, 1], [20, 6], [30, 2]), expected)
  assert.deepEqual(of([30, 2], [10, 1], [20, 6]), expected)
})

test('of several readings at one time the greatest is last', () => {
  assert.equal(of([10, 1], [10, 5], [10, 3]).last, 5)
})

test('readings as large as doubles go have a mean', () => {
  assert.equal(of([10, Number.MAX_VALUE], [20, Number.MAX_VALUE]).mean, Number.MAX_VALUE)
  assert.ok(Math.abs(of([10, Number.MAX_VALUE], [20, -Number.MAX_VALUE], [30, 3]).mean) < 1e300)
})

test('two aggregates as one: the later five minutes have the last word, in the same ones the greater', () => {
  const [early, later] = [of([10, 1], [20, 3]), of([SLOT_MS, 8])]
  assert.deepEqual(merge(early, later), { count: 3, min: 1, max: 8, mean: 4, last: 8, lastAt: SLOT_MS })
  assert.deepEqual(merge(later, early).last, 8)
  assert.equal(merge(of([10, 2]), of([20, 1])).last, 2)
  assert.equal(merge(of([20, 1]), of([10, 2])).last, 2)
})

test('aggregates of narrower buckets go into wider ones, and are not changed', () => {
  const buckets: Buckets = new Map()
  const part = of([10, 1])
  addAggregate(buckets, HOUR_MS, 0, part)
  addAggregate(buckets, HOUR_MS, SLOT_MS, { ...part, lastAt: SLOT_MS, last: 5, max: 5 })
  assert.deepEqual([buckets.size, buckets.get(0)?.count, buckets.get(0)?.last], [1, 2, 5])
  assert.equal(part.count, 1)
})
