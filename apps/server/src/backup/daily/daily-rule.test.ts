import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBackupDue } from './daily-rule.ts'

const now = new Date('2026-05-14T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const due = (made: number | null, failed: number | null) =>
  isBackupDue(
    { made_at: made === null ? null : hoursAgo(made), failed_at: failed === null ? null : hoursAgo(failed) },
    now,
  )

test('the first backup is due at once', () => assert.equal(due(null, null), true))

test('the next is due a day later', () => {
  assert.equal(due(23.9, null), false)
  assert.equal(due(24, null), true)
})

test('one that failed is tried again after an hour', () => {
  assert.equal(due(30, 0.5), false)
  assert.equal(due(30, 1), true)
  assert.equal(due(null, 0.5), false)
})

test('a clock that was ahead for a while stops no backup', () => {
  assert.equal(due(-1000, null), true)
  assert.equal(due(25, -1000), true)
})
