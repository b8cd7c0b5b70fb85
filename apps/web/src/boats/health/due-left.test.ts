import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueItem, DueStatus } from '@binnacle/contract'
import { dueLeft } from './due-left.ts'

const now = Date.parse('2026-05-14T12:00:00Z')
const [PAST, AHEAD] = ['2026-05-01T00:00:00Z', '2027-05-01T00:00:00Z']
const item = (status: DueStatus, due_date: string | null, due_hours: number | null): DueItem => ({
  task_id: 'x',
  title: 'Oil',
  status,
  due_date,
  due_hours,
})

test('hours are counted from the meter; without one they are not known', () => {
  assert.deepEqual(dueLeft(item('ok', AHEAD, 500), 412, now), { date: AHEAD, hours: 88 })
  assert.deepEqual(dueLeft(item('ok', AHEAD, 500), null, now), { date: AHEAD, hours: null })
  assert.deepEqual(dueLeft(item('ok', null, 500), 412, now), { date: null, hours: 88 })
})

test('of an overdue item only what tripped is told', () => {
  assert.deepEqual(dueLeft(item('overdue', AHEAD, 400), 412, now), { date: null, hours: -12 })
  assert.deepEqual(dueLeft(item('overdue', PAST, 500), 412, now), { date: PAST, hours: null })
  assert.deepEqual(dueLeft(item('overdue', PAST, 412), 412, now), { date: PAST, hours: 0 })
  assert.deepEqual(dueLeft(item('overdue', PAST, null), 412, now), { date: PAST, hours: null })
})
