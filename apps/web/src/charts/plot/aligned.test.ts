import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line } from '../columns.ts'
import { aligned, dotsOf, lastValue, lineColumn, valueNear } from './aligned.ts'

const line = (at: number[], values: (number | null)[]): Line => ({
  at,
  min: values,
  max: values,
  mean: values,
  last: values.map((value) => value && value * 10),
})

test('lines with their own times share one column of times', () => {
  const data = aligned([line([1, 3, 5], [10, null, 30]), line([2, 3], [7, 8])], false)
  assert.deepEqual(data[0], [1, 2, 3, 5])
  assert.deepEqual(data[lineColumn(0)], [10, undefined, null, 30])
  assert.deepEqual(data[lineColumn(1)], [undefined, 7, 8, undefined])
  assert.deepEqual(dotsOf(data)[lineColumn(0)], [0, 3])
  assert.deepEqual(dotsOf(data)[lineColumn(1)], [])
})

test('a switch is drawn as it last was', () => {
  assert.deepEqual(aligned([line([1], [2])], true)[lineColumn(0)], [20])
})

test('nothing to draw', () => {
  assert.deepEqual(aligned([], false), [[]])
  assert.deepEqual(aligned([line([], [])], false)[0], [])
})

test('what the cursor tells', () => {
  const at = (row: number) => ({ row, at: row * 60 })
  const times = [0, 60, 120, 180]
  assert.equal(valueNear(times, [10, undefined, undefined, 40], at(1), 300), 10)
  assert.equal(valueNear(times, [10, undefined, undefined, 40], at(2), 300), 40)
  assert.equal(valueNear(times, [10, null, 40], at(1), 300), null)
  assert.equal(valueNear([], [], at(0), 300), null)
})

test('the cursor tells no value of hours before or after', () => {
  const HOUR = 3600
  const times = [0, HOUR, 2 * HOUR, 20 * HOUR]
  const column = [undefined, undefined, undefined, 7]
  assert.equal(valueNear(times, column, { row: 1, at: HOUR }, 2 * HOUR), null, 'before the first value')
  assert.equal(valueNear(times, column, { row: 3, at: 12 * HOUR }, 2 * HOUR), null, 'the nearest row is far away')
  assert.equal(valueNear(times, column, { row: 3, at: 19 * HOUR }, 2 * HOUR), 7)
})

test('the last value seen', () => {
  assert.equal(lastValue([1, 2, 3, 4], [10, 20, null, 40], 3), 20)
  assert.equal(lastValue([1, 2], [undefined, null], 9), null)
})
