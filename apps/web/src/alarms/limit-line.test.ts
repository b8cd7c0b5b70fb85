import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitLine } from './limit-line.ts'

const span = { from: 0, to: 240 }

test('the limit is among the values, highest at the top', () => {
  const line = limitLine(
    [
      [0, 80],
      [120, 104],
    ],
    98,
    span,
    1000,
  )!
  assert.equal(line.path, 'M0.0 54.0L120.0 6.0')
  assert.equal(line.limitY, 18)
})

test('a gap breaks the line; what is one point is none', () => {
  assert.equal(
    limitLine(
      [
        [0, 80],
        [120, 104],
      ],
      98,
      span,
      100,
    )!.path,
    'M0.0 54.0M120.0 6.0',
  )
  assert.equal(
    limitLine(
      [
        [0, 80],
        [500, 104],
      ],
      98,
      span,
      100,
    ),
    null,
  )
})

test('values that are all the limit itself are a line', () =>
  assert.equal(
    limitLine(
      [
        [0, 98],
        [120, 98],
      ],
      98,
      span,
      1000,
    )!.path,
    'M0.0 54.0L120.0 54.0',
  ))
