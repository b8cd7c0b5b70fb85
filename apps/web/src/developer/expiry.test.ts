import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryDate, keyState } from './expiry.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test('a key works for the days chosen, or for ever', () => {
  assert.equal(expiryDate('month', now)?.toISOString(), '2026-12-21T12:00:00.000Z')
  assert.equal(expiryDate('year', now)?.toISOString(), '2027-11-21T12:00:00.000Z')
  assert.equal(expiryDate('never', now), null)
})

test('a key expires at its time, says so two weeks before, and is paused by a plan without keys', () => {
  const states = (hasKeys: boolean) =>
    ['2026-11-21T12:00:00Z', '2026-12-05T11:59:00Z', '2026-12-05T12:00:00Z', null].map((at) =>
      keyState(at, hasKeys, now),
    )
  assert.deepEqual(states(true), ['expired', 'soon', 'active', 'active'])
  assert.deepEqual(states(false), ['expired', 'paused', 'paused', 'paused'])
})
