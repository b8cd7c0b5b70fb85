import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declutter } from './declutter.ts'

test('labels that would cover one before them are left out', () => {
  const spots = [
    { x: 0, y: 0 },
    { x: 50, y: 5 },
    { x: 110, y: 5 },
    { x: 50, y: 30 },
  ]
  assert.deepEqual(declutter(spots, 80, 20), [true, false, true, true])
})
