import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourlyFixes } from './hourly-fixes.ts'
import { HOUR_MS, SLOT_MS } from './time-grid.ts'

const MINUTE_MS = 60_000

test('the last position of each five minutes, in order of time, and never one that no boat reached', () => {
  const track = Array.from({ length: 10 }, (_, i) => ({ at: i * MINUTE_MS, lat: 54 + i / 1000, lon: 10 }))
  const wrong = { at: 9.5 * MINUTE_MS, lat: 51, lon: 10 }
  assert.deepEqual(hourlyFixes([wrong, ...track.toReversed()]), [track[4], track[9]])
})

test('each hour is judged by itself, so that it can be rolled up by itself', () => {
  const here = [0, 1, 2].map((i) => ({ at: i * SLOT_MS, lat: 54, lon: 10 }))
  const far = { at: HOUR_MS, lat: 20, lon: 10 }
  assert.deepEqual(hourlyFixes([...here, far]), [...here, far])
  assert.deepEqual(hourlyFixes([]), [])
})

test('where so few are at odds that nobody can tell which is wrong, all are kept for who reads the day', () => {
  const [jump, here] = [1, 9].map((minute, i) => ({ at: minute * MINUTE_MS, lat: i ? 54 : 44, lon: 10 }))
  assert.deepEqual(hourlyFixes([jump!, here!]), [jump, here])
})
