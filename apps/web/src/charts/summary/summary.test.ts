import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summarise } from './summary.ts'

const widths = { bucket_ms: 10, gap_ms: 30 }

test('least, mean, most and last', () => {
  const points = [
    [10, 20],
    [1, 2],
    [3, 8],
    [2, 4],
    [3, 5],
  ] as [number[], number[], number[], number[], number[]]
  assert.deepEqual(
    summarise(points, widths, () => true),
    { min: 1, mean: 3, max: 8, last: 5, lastAt: 20 },
  )
})

test('what cannot be true is not summed up', () => {
  const values = [5, 1e300]
  assert.deepEqual(
    summarise([[10, 20], values, values, values, values], widths, (value) => value < 100),
    { min: 5, mean: 5, max: 5, last: 5, lastAt: 10 },
  )
})

test('nothing to sum up', () => {
  assert.equal(
    summarise([[], [], [], [], []], widths, () => true),
    null,
  )
})

test('the mean is over time, not over readings; a silence counts for nothing', () => {
  const at = [0, 60, 120, 130, 140, 150, 160, 170]
  const values = [1, 1, 1, 7, 7, 7, 7, 7]
  const { mean } = summarise([at, values, values, values, values], { bucket_ms: 10, gap_ms: 60 }, () => true)!
  assert.ok(Math.abs(mean - (130 * 1 + 50 * 7) / 180) < 1e-12)
  const two = [1, 5]
  assert.equal(summarise([[0, 1000], two, two, two, two], widths, () => true)?.mean, (30 * 1 + 10 * 5) / 40)
})
