import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InspectionSummary } from '@binnacle/contract'
import { scoredOf, trendOf } from './trend.ts'

const inspection = (completed_at: string | null, score: number | null) => ({ completed_at, score }) as InspectionSummary

test('only finished inspections with a score count, oldest first', () => {
  const scored = scoredOf([
    inspection(null, null),
    inspection('2026-05-03T00:00:00Z', 90),
    inspection('2026-05-02T00:00:00Z', null),
    inspection('2026-05-01T00:00:00Z', 60),
  ])
  assert.deepEqual(
    scored.map(({ score }) => score),
    [60, 90],
  )
})

test('the line goes by time, and up with the score', () => {
  const day = 86_400_000
  const scored = [
    { at: 0, score: 50 },
    { at: day, score: 100 },
    { at: 4 * day, score: 0 },
  ]
  assert.deepEqual(trendOf(scored), [
    { x: 0, y: 50 },
    { x: 25, y: 0 },
    { x: 100, y: 100 },
  ])
})

test('two at one time are no division by nothing', () => {
  for (const { x } of trendOf([
    { at: 5, score: 1 },
    { at: 5, score: 2 },
  ]))
    assert.equal(x, 0)
})
