import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clip, dayOf, hourOf, spansOf } from './time-grid.ts'

const H = 3_600_000

test('hours and days count on through 1970', () => {
  assert.deepEqual([hourOf(-1), dayOf(-1), hourOf(H - 1), dayOf(24 * H)], [-1, -1, 0, 1])
})

test('hours that follow each other are one span, up to the end of a day', () => {
  assert.deepEqual(spansOf([5, 3, 4, 9]), [
    { from: 3 * H, to: 6 * H },
    { from: 9 * H, to: 10 * H },
  ])
  assert.deepEqual(spansOf([23, 24]), [
    { from: 23 * H, to: 24 * H },
    { from: 24 * H, to: 25 * H },
  ])
  assert.deepEqual(spansOf([]), [])
})

test('spans are cut to what is asked for', () => {
  const spans = spansOf([1, 2, 9])
  assert.deepEqual(clip(spans, { from: 2 * H, to: 9 * H }), [{ from: 2 * H, to: 3 * H }])
})
