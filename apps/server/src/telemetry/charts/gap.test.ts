import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../rollups/day/time-grid.ts'
import { gapOf } from './gap.ts'

const MINUTE_MS = 60_000

test('two heartbeats of the onboard programs missed are a gap', () => {
  assert.equal(gapOf([MINUTE_MS, MINUTE_MS]), 35 * MINUTE_MS)
  assert.equal(gapOf([]), 35 * MINUTE_MS)
})

test('a source that speaks rarely has wider gaps; a pause does not make one that speaks often rare', () => {
  assert.equal(gapOf([2 * HOUR_MS, 2 * HOUR_MS]), 6 * HOUR_MS)
  assert.equal(gapOf([DAY_MS]), 3 * DAY_MS)
  assert.equal(gapOf([5 * MINUTE_MS, 3 * DAY_MS, 5 * MINUTE_MS]), 35 * MINUTE_MS)
})
