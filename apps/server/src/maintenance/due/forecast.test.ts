import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { now, task } from '../testing/due-task.ts'
import type { Pattern } from '../usage/usage.ts'
import { type DueTask, dueFeed } from './due.ts'
import { forecastFeed } from './forecast.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)

/** An hour a day, all the year. */
const DAILY: Pattern = {
  basis: 'year',
  from: inDays(-365).getTime(),
  to: now.getTime(),
  stretches: [{ from: inDays(-365).getTime(), to: now.getTime(), hours: 365 }],
  hours: 365,
}

const forecast = (given: Partial<DueTask>, meter: number | null = 400, pattern: Pattern | null = DAILY) =>
  forecastFeed([task(given)], meter, pattern, now)[0]!

test('by hours: the day on which they will have been run', () => {
  const one = forecast({ interval_hours: 100 }, 440)
  assert.deepEqual(one, {
    task_id: task({}).id,
    title: 'Engine oil',
    status: 'ok',
    due_date: null,
    due_hours: 500,
    interval_days: null,
    interval_hours: 100,
    once: false,
    days_left: null,
    hours_left: 60,
    trips_by: 'hours',
    predicted_date: inDays(60).toISOString(),
    last_service: null,
  })
})

test('by date: that date, whatever the engine does', () => {
  const one = forecast({ interval_days: 90 })
  assert.deepEqual(
    [one.predicted_date, one.trips_by, one.days_left, one.hours_left],
    [inDays(90).toISOString(), 'date', 90, null],
  )
})

test('by both: the earlier of the two', () => {
  const both = { interval_days: 90, interval_hours: 100 }
  const early = forecast(both, 440)
  assert.deepEqual([early.trips_by, early.predicted_date], ['hours', inDays(60).toISOString()])
  const late = forecast(both, 400)
  assert.deepEqual([late.trips_by, late.predicted_date], ['date', inDays(90).toISOString()])
})

test('without a pattern, or one in which nothing ran: the date alone is known', () => {
  for (const pattern of [null, { ...DAILY, hours: 0, stretches: [] }]) {
    assert.equal(forecast({ interval_hours: 100 }, 440, pattern).predicted_date, null)
    const both = forecast({ interval_days: 90, interval_hours: 100 }, 400, pattern)
    assert.deepEqual([both.predicted_date, both.trips_by], [inDays(90).toISOString(), 'date'])
  }
})

test('of what is not overdue the next date comes first, whatever trips it; without a date it is last', () => {
  const tasks = {
    'in 50 days, by hours': { interval_hours: 90 },
    'in 45 days, by date': { interval_days: 45, lead_days: 0 },
    'in 300 days': { interval_days: 300 },
    'nobody knows': { interval_hours: 500, start_hours: null },
    'late since 20 days': { interval_days: 10, start_at: inDays(-30) },
    'late since 5 days': { interval_days: 10, start_at: inDays(-15) },
    'soon, in 9 days': { interval_days: 365, start_at: inDays(-356) },
    'soon, in 4 days by hours': { interval_hours: 100, start_hours: 344 },
  }
  const given = Object.entries(tasks).map(([title, one]) => task({ ...one, title, id: title }))
  assert.deepEqual(
    forecastFeed(given, 440, DAILY, now).map(({ title }) => title),
    [
      'late since 20 days',
      'late since 5 days',
      'soon, in 4 days by hours',
      'soon, in 9 days',
      'in 45 days, by date',
      'in 50 days, by hours',
      'in 300 days',
      'nobody knows',
    ],
  )
})

test('a meter that is not known: no hours left, no prediction by hours', () => {
  const one = forecast({ interval_days: 90, interval_hours: 100 }, null)
  assert.deepEqual([one.hours_left, one.trips_by, one.predicted_date], [null, 'date', inDays(90).toISOString()])
})

test('what is overdue has tripped: no prediction, and what tripped it', () => {
  const byHours = forecast({ interval_days: 90, interval_hours: 100 }, 500)
  assert.deepEqual(
    [byHours.predicted_date, byHours.trips_by, byHours.hours_left, byHours.days_left],
    [null, 'hours', 0, 90],
  )
  const byDate = forecast({ interval_days: 90, interval_hours: 100, start_at: inDays(-100) })
  assert.deepEqual([byDate.predicted_date, byDate.trips_by, byDate.days_left], [null, 'date', -10])
})

test('a begun day counts as one that is left', () => {
  const leftAfter = (ago: number) => forecast({ interval_days: 10, start_at: inDays(-ago) }).days_left
  assert.deepEqual([0, 0.5, 9.5, 10, 10.5, 11].map(leftAfter), [10, 10, 1, 0, 0, -1])
})

test('the service that it counts from is told', () => {
  const { last_service } = forecast({ interval_days: 90, served_at: inDays(-3), served_hours: 397 })
  assert.deepEqual(last_service, { done_at: inDays(-3).toISOString(), engine_hours: 397 })
})

const anyTask = fc
  .record({
    id: fc.uuid(),
    interval_days: fc.option(fc.integer({ min: 1, max: 36_500 })),
    interval_hours: fc.option(fc.integer({ min: 1, max: 2_000 })),
    start_at: fc.integer({ min: -800, max: 10 }).map(inDays),
    start_hours: fc.nat(2_000),
    served_at: fc.option(fc.integer({ min: -800, max: 1 }).map(inDays)),
    served_hours: fc.option(fc.nat(2_000)),
  })
  .filter((one) => one.interval_days !== null || one.interval_hours !== null)
  .map(task)

const sorted = <T>(items: T[]): string[] => items.map((item) => JSON.stringify(item)).sort()

test('property: the items of the due feed of /v1, by the next date, with predictions that are to come and not after the due date', () => {
  fc.assert(
    fc.property(fc.array(anyTask), fc.option(fc.nat(4_000)), fc.boolean(), (tasks, meter, known) => {
      const items = forecastFeed(tasks, meter, known ? DAILY : null, now)
      assert.deepEqual(
        sorted(
          items.map(({ task_id, title, status, due_date, due_hours }) => ({
            task_id,
            title,
            status,
            due_date,
            due_hours,
          })),
        ),
        sorted(dueFeed(tasks, meter, now)),
      )
      for (const status of ['due_soon', 'ok']) {
        const dates = items.filter((item) => item.status === status).map((item) => item.predicted_date ?? '~')
        assert.deepEqual(dates, dates.toSorted())
      }
      for (const { status, due_date, predicted_date, hours_left, due_hours } of items) {
        assert.equal(predicted_date === null || predicted_date > now.toISOString(), true)
        assert.equal(status !== 'overdue' || predicted_date === null, true)
        if (predicted_date && due_date) assert.ok(predicted_date <= due_date)
        assert.equal(hours_left, due_hours === null || meter === null ? null : due_hours - meter)
      }
    }),
  )
})
