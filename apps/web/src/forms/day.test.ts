import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayOf, timeOfDay } from './day.ts'

const now = new Date(2026, 4, 14, 9, 30)

test('today is now, another day is its noon, and a day that was not changed keeps its time', () => {
  assert.equal(timeOfDay('2026-05-14', now), now.toISOString())
  assert.equal(timeOfDay('2026-05-01', now), new Date(2026, 4, 1, 12).toISOString())
  const kept = new Date(2026, 4, 1, 7, 15).toISOString()
  assert.equal(timeOfDay('2026-05-01', now, kept), kept)
  assert.equal(timeOfDay('2026-05-02', now, kept), new Date(2026, 4, 2, 12).toISOString())
})

test('property: a time is of the day that was given', () => {
  const date = fc.date({ min: new Date('0001-01-02T12:00'), max: new Date(2100, 0, 1), noInvalidDate: true })
  fc.assert(fc.property(date, (at) => dayOf(new Date(timeOfDay(dayOf(at), now))) === dayOf(at)))
})
