import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { daysOfTime, timeOfDays } from './interval.ts'

test('a year is twelve months; a fortnight is fourteen days; none is none', () => {
  assert.deepEqual(timeOfDays(365), { amount: 12, unit: 'months' })
  assert.deepEqual(timeOfDays(14), { amount: 14, unit: 'days' })
  assert.deepEqual([timeOfDays(null).amount, daysOfTime(timeOfDays(null))], ['', null])
})

test('property: what is opened and saved is what it was', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 36_500 }), (days) => daysOfTime(timeOfDays(days)) === days))
})
