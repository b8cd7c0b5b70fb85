import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relativeTime } from './relative-time.ts'

const DAY = 86_400_000

test('spans of time in the words that people use', () => {
  const words = new Intl.RelativeTimeFormat('en')
  const cases: [number, string][] = [
    [2 * 365 * DAY - 60_000, 'in 2 years'],
    [729 * DAY, 'in 2 years'],
    [700 * DAY, 'in 23 months'],
    [-365 * DAY, '12 months ago'],
    [61 * DAY, 'in 2 months'],
    [59.9 * DAY, 'in 2 months'],
    [-21 * DAY, '3 weeks ago'],
    [13.7 * DAY, 'in 2 weeks'],
    [-10 * DAY, '10 days ago'],
    [23.9 * 3_600_000, 'in 1 day'],
    [-59.8 * 60_000, '1 hour ago'],
    [-59_000, 'in 0 seconds'],
  ]
  for (const [ms, expected] of cases) {
    const [value, unit] = relativeTime(ms)
    assert.equal(words.format(value, unit), expected, String(ms))
  }
})
