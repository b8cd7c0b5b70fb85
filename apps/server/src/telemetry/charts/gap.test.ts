import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../rollups/day/time-grid.ts'
import { gapOf } from './gap.ts'

const MINUTE_MS = 60_000
const every = (ms: number, count = 10) => Array.from({ length: count }, (_, i) => i * ms)

test('two heartbeats of the onboard programs missed are a gap', () => {
  assert.equal(gapOf(every(MINUTE_MS), MINUTE_MS), 35 * MINUTE_MS)
  assert.equal(gapOf([], 1000), 35 * MINUTE_MS)
})

test('a source that speaks rarely has wider gaps, and wide buckets have theirs', () => {
  assert.equal(gapOf(every(2 * HOUR_MS), 30_000), 6 * HOUR_MS)
  assert.equal(gapOf(every(DAY_MS), DAY_MS), 3 * DAY_MS)
  assert.equal(gapOf([0], DAY_MS), 2 * DAY_MS)
})
