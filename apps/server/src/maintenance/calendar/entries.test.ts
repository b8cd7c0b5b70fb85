import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueForecast } from '@binnacle/contract'
import { entriesOf } from './entries.ts'

const NOW = new Date('2026-05-14T09:30:00Z')
const item = (change: Partial<DueForecast>): DueForecast => ({
  ...{
    task_id: 'a',
    title: 'Oil',
    status: 'ok',
    due_date: null,
    due_hours: 500,
    interval_days: null,
    interval_hours: 100,
  },
  ...{ once: false, days_left: null, hours_left: 40, trips_by: 'hours', predicted_date: null, last_service: null },
  ...change,
})

test('an entry has the predicted day, in UTC; what is overdue has today', () => {
  const entries = entriesOf(
    [
      item({ task_id: 'late', status: 'overdue' }),
      item({ task_id: 'soon', predicted_date: '2026-06-01T23:59:00.000Z' }),
      item({ task_id: 'unknown' }),
      item({ task_id: 'far', predicted_date: '2030-01-01T00:00:00.000Z' }),
    ],
    NOW,
  )
  assert.deepEqual(
    entries.map(({ taskId, day, isOverdue }) => [taskId, day.toISOString(), isOverdue]),
    [
      ['late', '2026-05-14T00:00:00.000Z', true],
      ['soon', '2026-06-01T00:00:00.000Z', false],
    ],
  )
})
