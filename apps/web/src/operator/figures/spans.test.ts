import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrafficSpan } from '@binnacle/contract'
import { barsOf, most } from './spans.ts'

const now = Date.parse('2026-11-21T12:34:56Z')
const span = (from: string, readings: number) => ({ from, readings }) as TrafficSpan

test('the last 24 hours are all there, also those in which nothing came', () => {
  const bars = barsOf([span('2026-11-20T13:00:00.000Z', 5), span('2026-11-21T12:00:00.000Z', 7)], 'hour', now)
  assert.equal(bars.length, 24)
  assert.deepEqual([bars[0]?.readings, bars[1]?.readings, bars[23]?.readings], [5, 0, 7])
  assert.equal(new Date(bars[0]!.from).toISOString(), '2026-11-20T13:00:00.000Z')
})

test('days are those of UTC, as the service counts them', () => {
  const bars = barsOf([span('2026-11-21T00:00:00.000Z', 3), span('2026-01-01T00:00:00.000Z', 9)], 'day', now)
  assert.deepEqual([bars.length, bars[29]?.readings], [30, 3])
  assert.equal(new Date(bars[0]!.from).toISOString(), '2026-10-23T00:00:00.000Z')
})

test('the bar with the most is named, and none where all are empty', () => {
  const bars = barsOf([span('2026-11-21T11:00:00.000Z', 5), span('2026-11-21T12:00:00.000Z', 7)], 'hour', now)
  assert.equal(most(bars, 'readings')?.readings, 7)
  assert.equal(most(barsOf([], 'hour', now), 'readings'), null)
})
