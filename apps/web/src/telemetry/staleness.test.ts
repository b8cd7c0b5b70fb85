import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStale, STALE_MS } from './staleness.ts'

const now = Date.parse('2026-05-14T09:30:00Z')

test('old after two missed heartbeats, not before', () => {
  assert.equal(isStale('depth', now - STALE_MS, now), false)
  assert.equal(isStale('depth', now - STALE_MS - 1, now), true)
})

test('what is told only when it happens is never old', () => {
  assert.equal(isStale('fault_code', now - 100 * STALE_MS, now), false)
  assert.equal(isStale('bilge_pump_cycles', now - 100 * STALE_MS, now), false)
})
