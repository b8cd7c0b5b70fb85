import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SPARK, sparkPath } from './spark.ts'

const hour = { from: 0, to: 60 }

test('a line from left to right, least at the bottom', () => {
  assert.equal(
    sparkPath(
      [
        [0, 10],
        [30, 20],
        [60, 10],
      ],
      hour,
      40,
    ),
    'M0.0 26.0L60.0 2.0L120.0 26.0',
  )
})

test('equal values lie in the middle, gaps are gaps, what is outside is left out', () => {
  assert.equal(
    sparkPath(
      [
        [-5, 99],
        [0, 5],
        [60, 5],
      ],
      hour,
      40,
    ),
    `M0.0 ${SPARK.height / 2}.0M120.0 ${SPARK.height / 2}.0`,
  )
})

test('one point is no line', () => {
  assert.equal(sparkPath([[10, 1]], hour, 40), '')
})
