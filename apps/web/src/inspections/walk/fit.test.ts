import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitWithin } from './fit.ts'

test('a picture keeps its form and fits; a small one stays', () => {
  assert.deepEqual(fitWithin(4000, 3000, 1600), { width: 1600, height: 1200 })
  assert.deepEqual(fitWithin(3000, 4000, 1600), { width: 1200, height: 1600 })
  assert.deepEqual(fitWithin(640, 480, 1600), { width: 640, height: 480 })
  assert.deepEqual(fitWithin(10_000, 2, 1600), { width: 1600, height: 1 })
})
