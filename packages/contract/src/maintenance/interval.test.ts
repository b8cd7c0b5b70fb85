import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { daysOfMonths, monthsOfDays } from './interval.ts'

test('the months that people say are the days that they mean', () => {
  assert.deepEqual([1, 3, 6, 12, 24, 60, 120].map(daysOfMonths), [30, 91, 183, 365, 730, 1825, 3650])
})

test('days that are no whole months are not called months', () => {
  assert.deepEqual([1, 14, 29, 100, 366].map(monthsOfDays), [null, null, null, null, null])
})

test('property: months that became days are the same months again', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1_200 }), (months) => monthsOfDays(daysOfMonths(months)) === months))
})

test('property: days are shown as months only where these are the same days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 36_500 }), (days) => {
      const months = monthsOfDays(days)
      return months === null || daysOfMonths(months) === days
    }),
  )
})
