import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueStatus } from '@binnacle/contract'
import fc from 'fast-check'
import { now, task } from '../testing/due-task.ts'
import { type DueTask, dueFeed, lastServedAt } from './due.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)

const due = (given: Partial<DueTask>, meter: number | null = 400, at = now) => dueFeed([task(given)], meter, at)[0]!
const statusByDate = (daysAgo: number, given: Partial<DueTask> = {}) =>
  due({ interval_days: 365, start_at: inDays(-daysAgo), ...given }).status
const statusByHours = (meter: number | null, given: Partial<DueTask> = {}) =>
  due({ interval_hours: 100, ...given }, meter).status

test('by time: ok, due_soon from lead_days before, overdue from the date itself', () => {
  assert.equal(statusByDate(335 - 1e-6), 'ok')
  assert.equal(statusByDate(335), 'due_soon')
  assert.equal(statusByDate(365 - 1e-6), 'due_soon')
  assert.equal(statusByDate(365), 'overdue')
})

test('by hours: ok, due_soon from lead_hours before, overdue from the meter itself', () => {
  assert.deepEqual(
    [474, 475, 499, 500].map((meter) => statusByHours(meter)),
    ['ok', 'due_soon', 'due_soon', 'overdue'],
  )
})

test('a lead of more than half the interval counts as half', () => {
  assert.equal(statusByDate(4.9, { interval_days: 10 }), 'ok')
  assert.equal(statusByDate(5, { interval_days: 10 }), 'due_soon')
  assert.deepEqual(
    [419, 420].map((meter) => statusByHours(meter, { interval_hours: 40 })),
    ['ok', 'due_soon'],
  )
  assert.equal(statusByHours(400, { interval_hours: 1 }), 'ok')
})

test('without a lead a task is never due soon', () => {
  assert.deepEqual(
    [499, 500].map((meter) => statusByHours(meter, { lead_hours: 0 })),
    ['ok', 'overdue'],
  )
})

test('time or hours, whichever comes first', () => {
  const both = { interval_days: 365, interval_hours: 100 }
  assert.equal(due({ ...both, start_at: inDays(-400) }, 400).status, 'overdue')
  assert.equal(due({ ...both, start_at: inDays(-400) }, 480).status, 'overdue')
  assert.equal(due(both, 500).status, 'overdue')
  assert.equal(due(both, 480).status, 'due_soon')
  assert.equal(due({ ...both, start_at: inDays(-340) }, 400).status, 'due_soon')
})

test('due_date and due_hours are null without that interval', () => {
  assert.deepEqual(due({ interval_days: 10 }), {
    task_id: task({}).id,
    title: 'Engine oil',
    status: 'ok',
    due_date: '2026-05-24T12:00:00.000Z',
    due_hours: null,
  })
  const byHours = due({ interval_hours: 250 })
  assert.deepEqual([byHours.due_date, byHours.due_hours], [null, 650])
})

test('a service is the anchor; its hours are its own, else those logged by then, else the start', () => {
  const served = { interval_days: 10, interval_hours: 100, served_at: inDays(-1) }
  assert.equal(due(served).due_date, inDays(9).toISOString())
  assert.equal(due({ ...served, served_hours: 390 }).due_hours, 490)
  assert.equal(due({ ...served, served_hours: 0 }).due_hours, 100)
  assert.equal(due(served).due_hours, 500)
})

test('a service counts from a day ahead on, no further: a wrong year does not silence a task', () => {
  assert.deepEqual(lastServedAt(now), inDays(1))
})

test('a meter that is not known trips nothing', () => assert.equal(statusByHours(null, { start_hours: 0 }), 'ok'))

test('without hours to count from there are no due hours, and nothing trips by them', () => {
  const unknown = due({ interval_hours: 100, start_hours: null }, 5_000)
  assert.deepEqual([unknown.status, unknown.due_hours], ['ok', null])
  assert.equal(due({ interval_hours: 100, start_hours: null, served_hours: 300 }, 395).status, 'due_soon')
})

test('a task that is done once is due soon for all of its lead', () => {
  assert.equal(statusByDate(0, { interval_days: 7, lead_days: 7, once: true }), 'due_soon')
  assert.equal(statusByDate(0, { interval_days: 7, lead_days: 7 }), 'ok')
})

test('a date past the year 9999 and hours past an integer are cut, and stay ok', () => {
  const far = { interval_days: 36_500, interval_hours: 1_000_000, start_at: new Date('9999-12-31T00:00:00Z') }
  const item = due({ ...far, start_hours: 2_147_483_647 }, 2_147_483_647)
  assert.deepEqual([item.status, item.due_date, item.due_hours], ['ok', '9999-12-31T23:59:59.999Z', 2_147_483_647])
})

test('most urgent first: overdue, due_soon, ok, then the nearest, an hour weighing 1.2 days', () => {
  const tasks = {
    'ok in 100 days': { interval_days: 100 },
    'ok in 80 hours': { interval_hours: 80 },
    'ok in 90 days': { interval_days: 90 },
    'soon in 9 days': { interval_days: 365, start_at: inDays(-356) },
    'soon in 8 hours': { interval_hours: 100, start_hours: 308 },
    'soon in 10 days': { interval_days: 365, start_at: inDays(-355) },
    'overdue since 10 days': { interval_days: 10, start_at: inDays(-20) },
    'overdue since 10 hours': { interval_hours: 10, start_hours: 380 },
  }
  const feed = dueFeed(
    Object.entries(tasks).map(([title, given], id) => task({ ...given, title, id: String(id) })),
    400,
    now,
  )
  assert.deepEqual(
    feed.map(({ title }) => title),
    [
      'overdue since 10 hours',
      'overdue since 10 days',
      'soon in 9 days',
      'soon in 8 hours',
      'soon in 10 days',
      'ok in 90 days',
      'ok in 80 hours',
      'ok in 100 days',
    ],
  )
})

const anyTask = fc
  .record({
    id: fc.uuid(),
    interval_days: fc.option(fc.integer({ min: 1, max: 36_500 })),
    interval_hours: fc.option(fc.integer({ min: 1, max: 2_000 })),
    lead_days: fc.nat(400),
    lead_hours: fc.nat(400),
    start_at: fc.integer({ min: -800, max: 10 }).map(inDays),
    start_hours: fc.nat(2_000),
    served_at: fc.option(fc.integer({ min: -800, max: 1 }).map(inDays)),
    served_hours: fc.option(fc.nat(2_000)),
  })
  .map(task)
const meters = fc.option(fc.nat(4_000))
const urgency = (status: DueStatus) => ['ok', 'due_soon', 'overdue'].indexOf(status)

/** The rule said once more in the plainest way: step through the time or the hours that are left. */
function naiveStatus(one: DueTask, meter: number | null): DueStatus {
  const days =
    one.interval_days &&
    Math.round(((one.served_at ?? one.start_at).getTime() - now.getTime()) / DAY_MS) + one.interval_days
  const hours =
    one.interval_hours && meter !== null && (one.served_hours ?? one.start_hours)! + one.interval_hours - meter
  const left: [unknown, number, number][] = [
    [days, one.lead_days, one.interval_days!],
    [hours, one.lead_hours, one.interval_hours!],
  ]
  const known = left.filter((each): each is [number, number, number] => typeof each[0] === 'number')
  if (known.some(([rest]) => rest <= 0)) return 'overdue'
  if (known.some(([rest, lead, interval]) => rest <= lead && 2 * rest <= interval)) return 'due_soon'
  return 'ok'
}

test('property: the status is that of a naive model', () => {
  fc.assert(
    fc.property(anyTask, meters, (one, meter) => {
      assert.equal(dueFeed([one], meter, now)[0]!.status, naiveStatus(one, meter))
    }),
    { numRuns: 2_000 },
  )
})

test('property: time, engine hours and a longer lead never make a task less urgent', () => {
  fc.assert(
    fc.property(anyTask, fc.nat(4_000), fc.nat(500), (one, meter, more) => {
      const status = urgency(dueFeed([one], meter, now)[0]!.status)
      const longer = { ...one, lead_days: one.lead_days + more, lead_hours: one.lead_hours + more }
      assert.ok(urgency(dueFeed([one], meter, inDays(more))[0]!.status) >= status)
      assert.ok(urgency(dueFeed([one], meter + more, now)[0]!.status) >= status)
      assert.ok(urgency(dueFeed([longer], meter, now)[0]!.status) >= status)
    }),
  )
})

test('property: right after its service a task is ok', () => {
  fc.assert(
    fc.property(anyTask, fc.nat(4_000), (one, meter) => {
      const [item] = dueFeed([{ ...one, served_at: now, served_hours: meter }], meter, now)
      assert.equal(item!.status, 'ok')
    }),
  )
})

test('property: the feed has each task once, by urgency, and does not depend on the order of the tasks', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyTask, { selector: ({ id }) => id }), meters, (tasks, meter) => {
      const feed = dueFeed(tasks, meter, now)
      assert.deepEqual(dueFeed(tasks.toReversed(), meter, now), feed)
      assert.deepEqual(feed.map((item) => item.task_id).sort(), tasks.map(({ id }) => id).sort())
      const order = feed.map(({ status }) => -urgency(status))
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      )
      for (const status of ['ok', 'due_soon', 'overdue']) {
        const dates = feed.filter((item) => item.status === status && item.due_hours === null && item.due_date !== null)
        assert.deepEqual(
          dates,
          dates.toSorted((a, b) => Date.parse(a.due_date!) - Date.parse(b.due_date!)),
        )
      }
    }),
  )
})
