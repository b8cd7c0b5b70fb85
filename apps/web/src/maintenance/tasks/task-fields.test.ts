import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '@binnacle/contract'
import { hasInterval, newTask, taskFields, taskOf } from './task-fields.ts'

const now = new Date(2026, 4, 14, 14, 30)
const task: Task = {
  ...{ id: 'a', title: 'Oil', interval_days: 100, interval_hours: 250, lead_days: 14, lead_hours: 0, start_hours: 400 },
  ...{ start_at: new Date(2026, 4, 1, 7).toISOString(), created_at: now.toISOString() },
  ...{ safety: true, once: false, finding_id: null },
}

test('a task that is opened and saved is what it was', () => {
  const { id: _id, created_at: _at, once: _once, finding_id: _finding, ...same } = task
  assert.deepEqual(taskOf(taskFields(task), now, task), same)
})

test('months in the form are days for the service', () => {
  const fields = { ...newTask(412, now), title: ' Oil ', time: { amount: 12, unit: 'months' as const } }
  assert.deepEqual(taskOf(fields, now), {
    ...{ title: 'Oil', interval_days: 365, interval_hours: null, lead_days: 30, lead_hours: 25 },
    ...{ start_at: now.toISOString(), start_hours: 412, safety: false },
  })
})

test('hours to count from may be empty: the first that becomes known', () => {
  assert.equal(taskOf(newTask(null, now), now).start_hours, null)
  assert.equal(taskOf(taskFields({ ...task, start_hours: null }), now, task).start_hours, null)
})

test('leads that were emptied are the usual ones', () => {
  const { lead_days, lead_hours } = taskOf({ ...taskFields(task), lead_days: '', lead_hours: '' }, now, task)
  assert.deepEqual([lead_days, lead_hours], [30, 25])
})

test('time or hours, or both; but not neither', () => {
  const none = newTask(null, now)
  assert.equal(hasInterval(none), false)
  assert.equal(hasInterval({ ...none, interval_hours: 250 }), true)
  assert.equal(hasInterval({ ...none, time: { amount: 1, unit: 'days' } }), true)
})
