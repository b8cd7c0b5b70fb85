import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayRetry, retryDelay } from './retry.ts'

const now = Date.parse('2026-05-01T12:00:00Z')

test('what the server says is kept, with up to a tenth more', () => {
  assert.equal(retryDelay('7', 1, now, 0), 7_000)
  assert.equal(retryDelay('7', 1, now, 1), 7_700)
  assert.equal(retryDelay('Fri, 01 May 2026 12:00:30 GMT', 1, now, 0), 30_000)
  assert.equal(retryDelay('Fri, 01 May 2026 11:00:00 GMT', 1, now, 0.9), 0)
})

test('but for an hour at most: the clock that reads a date may be wrong by years', () => {
  assert.equal(retryDelay('Fri, 01 May 2026 12:00:30 GMT', 1, 0, 0), 3_600_000)
  assert.equal(retryDelay('99999999', 1, now, 0), 3_600_000)
})

test('otherwise the wait doubles up to a minute, and is shorter at random', () => {
  assert.deepEqual(
    [1, 2, 3, 7, 40].map((tried) => retryDelay(null, tried, now, 0)),
    [1_000, 2_000, 4_000, 60_000, 60_000],
  )
  assert.equal(retryDelay('soon', 2, now, 1), 1_000)
})

test('what waiting can cure', () => {
  assert.deepEqual(
    [400, 401, 403, 404, 408, 413, 415, 422, 425, 429, 500, 503].filter(mayRetry),
    [408, 425, 429, 500, 503],
  )
})
