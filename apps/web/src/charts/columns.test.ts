import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isolated, type Points, refusedOf, toLine, within } from './columns.ts'

const MINUTE = 60_000
const same = (value: number) => value
const any = () => true
const pointsAt = (at: number[], values = at.map(() => 1)): Points => [at, values, values, values, values]

test('a line breaks where rows are too far apart', () => {
  const line = toLine(pointsAt([0, 10 * MINUTE, 20 * MINUTE, 60 * MINUTE]), 30 * MINUTE, any, same)
  assert.deepEqual(line.at, [0, 600, 1200, 2400, 3600])
  assert.deepEqual(line.mean, [1, 1, 1, null, 1])
})

test('a value that cannot be true is a gap and is counted', () => {
  const points = pointsAt([0, 1, 2], [1, 1e300, 3])
  const line = toLine(points, MINUTE, (value) => value < 100, same)
  assert.deepEqual(line.max, [1, null, 3])
  assert.equal(
    refusedOf(points, (value) => value < 100),
    1,
  )
})

test('values in the reader’s unit', () => {
  const line = toLine([[0], [1], [3], [2], [3]], MINUTE, any, (value) => value * 10)
  assert.deepEqual([line.min, line.max, line.mean, line.last], [[10], [30], [20], [30]])
})

test('one point, and none', () => {
  assert.deepEqual(toLine(pointsAt([5000]), MINUTE, any, same).at, [5])
  assert.deepEqual(toLine(pointsAt([]), MINUTE, any, same).at, [])
})

test('thousands of gaps', () => {
  const at = Array.from({ length: 2000 }, (_, n) => n * (n % 2 ? 1 : 1.9) * 120 * MINUTE).sort((a, b) => a - b)
  assert.equal(toLine(pointsAt(at), MINUTE, any, same).mean.filter((value) => value !== null).length, 2000)
})

test('the rows of a window', () => {
  assert.deepEqual(within(pointsAt([1, 2, 3, 4], [10, 20, 30, 40]), { from: 2, to: 3 })[1], [20, 30])
  assert.deepEqual(within(pointsAt([1, 2]), { from: 5, to: 9 })[0], [])
  assert.deepEqual(within(pointsAt([7, 8]), { from: 5, to: 6 })[0], [])
})

test('lone points are dots, not those that another series’ times part', () => {
  assert.deepEqual(isolated([1, null, 2, 3, null, 4]), [0, 5])
  assert.deepEqual(isolated([1, undefined, 2]), [])
  assert.deepEqual(isolated([undefined, 1, undefined]), [1])
})
