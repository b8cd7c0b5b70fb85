import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueForecast } from '@binnacle/contract'
import { usedShare } from './used-share.ts'

const now = Date.parse('2026-05-14T12:00:00Z')
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()

const item = (given: Partial<DueForecast>): DueForecast => ({
  ...{ task_id: 'a', title: 'Oil', status: 'ok', due_date: null, due_hours: null, interval_days: null },
  ...{
    interval_hours: null,
    once: false,
    days_left: null,
    hours_left: null,
    trips_by: 'date',
    predicted_date: null,
    last_service: null,
  },
  ...given,
})

test('of the interval of which more is used', () => {
  const half = { due_date: inDays(50), interval_days: 100 }
  assert.equal(usedShare(item(half), now), 0.5)
  assert.equal(usedShare(item({ ...half, hours_left: 10, interval_hours: 100 }), now), 0.9)
  assert.equal(usedShare(item({ ...half, hours_left: 90, interval_hours: 100 }), now), 0.5)
})

test('never more than all of it, nor less than none', () => {
  assert.equal(usedShare(item({ due_date: inDays(-50), interval_days: 100 }), now), 1)
  assert.equal(usedShare(item({ hours_left: 120, interval_hours: 100 }), now), 0)
})

test('unknown without a meter', () => {
  assert.equal(usedShare(item({ hours_left: null, interval_hours: 100 }), now), null)
})
