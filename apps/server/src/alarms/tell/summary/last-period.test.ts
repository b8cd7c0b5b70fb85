import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atSameClockTime, lastPeriod } from './last-period.ts'

const period = (summary: 'weekly' | 'monthly', timeZone: string, now: string) => {
  const { firstDay, lastDay, from, until } = lastPeriod(summary, timeZone, new Date(now))
  return [firstDay, lastDay, from.toISOString(), until.toISOString()]
}

test('a week is told on Monday from seven on by local time, a month on its first day', () => {
  const may = ['2026-05-25', '2026-05-31', '2026-05-24T22:00:00.000Z', '2026-05-31T22:00:00.000Z']
  const before = ['2026-05-18', '2026-05-24', '2026-05-17T22:00:00.000Z', '2026-05-24T22:00:00.000Z']
  assert.deepEqual(period('weekly', 'Europe/Berlin', '2026-06-01T04:59:59Z'), before)
  assert.deepEqual(period('weekly', 'Europe/Berlin', '2026-06-01T05:00:00Z'), may)
  assert.deepEqual(period('weekly', 'Europe/Berlin', '2026-06-08T04:59:59Z'), may)
  assert.deepEqual(period('monthly', 'UTC', '2026-03-01T06:59:59Z').slice(0, 2), ['2026-01-01', '2026-01-31'])
  assert.deepEqual(period('monthly', 'UTC', '2026-03-01T07:00:00Z').slice(0, 2), ['2026-02-01', '2026-02-28'])
})

test('days without seven o’clock, of 23 hours and on the other side of the world', () => {
  // The week in which clocks go forward has an hour less.
  const [, , from, until] = period('weekly', 'Europe/Berlin', '2026-03-30T05:00:00Z')
  assert.equal(Date.parse(until!) - Date.parse(from!), (7 * 24 - 1) * 3_600_000)
  // Apia left out 30 December 2011, a Friday.
  assert.deepEqual(period('weekly', 'Pacific/Apia', '2012-01-01T18:00:00Z').slice(0, 2), ['2011-12-26', '2012-01-01'])
  assert.deepEqual(period('monthly', 'Pacific/Kiritimati', '2026-05-31T17:00:00Z').slice(0, 2), [
    '2026-05-01',
    '2026-05-31',
  ])
})

test('what was midnight in one time zone is midnight in the other', () => {
  const moved = (at: string, from: string, to: string) => atSameClockTime(new Date(at), from, to).toISOString()
  assert.equal(moved('2026-06-01T00:00:00Z', 'UTC', 'America/New_York'), '2026-06-01T04:00:00.000Z')
  assert.equal(moved('2026-06-01T04:00:00Z', 'America/New_York', 'Pacific/Kiritimati'), '2026-05-31T10:00:00.000Z')
})
