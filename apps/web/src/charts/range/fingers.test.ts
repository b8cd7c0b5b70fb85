import assert from 'node:assert/strict'
import { test } from 'node:test'
import { follow } from './fingers.ts'

const window = { from: 1e12, to: 1e12 + 1e9 }

test('one finger pans', () => {
  assert.deepEqual(follow(window, [0.5], [0.6]), { from: 1e12 - 1e8, to: 1e12 + 9e8 })
})

test('two fingers keep the times under them', () => {
  const { from, to } = follow(window, [0.4, 0.6], [0.2, 0.8])
  assert.ok(Math.abs(from + 0.2 * (to - from) - (1e12 + 4e8)) < 2)
  assert.ok(Math.abs(from + 0.8 * (to - from) - (1e12 + 6e8)) < 2)
})

test('fingers that meet or cross do not tear the chart', () => {
  for (const after of [
    [0.5, 0.5],
    [0.6, 0.4],
  ] as const) {
    const { from, to } = follow(window, [0.4, 0.6], after)
    assert.equal(to - from, 1e9)
  }
})
