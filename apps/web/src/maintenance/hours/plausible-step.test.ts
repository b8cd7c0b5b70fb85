import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLargeStep, isPlausibleStep, readingBefore } from './plausible-step.ts'

const DAY_MS = 86_400_000
const now = Date.parse('2026-05-14T12:00:00Z')
const reading = (hours: number, daysAgo: number) => ({
  hours,
  logged_at: new Date(now - daysAgo * DAY_MS).toISOString(),
})

test('an engine runs at most 24 h a day since the last reading', () => {
  assert.equal(isPlausibleStep(reading(412, 10), 999_999, now), false)
  assert.equal(isPlausibleStep(reading(412, 10), 412 + 240, now), true)
  assert.equal(isPlausibleStep(reading(412, 10), 412 + 265, now), false)
  assert.equal(isPlausibleStep(reading(412, 0), 430, now), true)
})

test('the reading before a time', () => {
  const readings = [reading(300, 300), reading(400, 20), reading(412, 1)]
  assert.equal(readingBefore(readings, now)?.hours, 412)
  assert.equal(readingBefore(readings, now - 10 * DAY_MS)?.hours, 400)
  assert.equal(readingBefore(readings, 0), undefined)
})

test('a small step, and a first reading, are not asked about', () => {
  assert.deepEqual([isLargeStep(412, 436), isLargeStep(412, 437), isLargeStep(null, 5_000)], [false, true, false])
})
