import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryInMs } from './retry.ts'

test('twice as long after each failure, up to half a minute', () => {
  assert.deepEqual(
    [1, 2, 3, 5, 6, 100, 5000].map((failures) => retryInMs(failures, 0.5)),
    [1_000, 2_000, 4_000, 16_000, 30_000, 30_000, 30_000],
  )
})

test('spread from half to one and a half', () => {
  assert.deepEqual([retryInMs(2, 0), retryInMs(2, 1)], [1_000, 3_000])
})
