import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADVISORY_LOCKS } from './advisory-locks.ts'

test('each lock has a number of its own', () => {
  const numbers = Object.values(ADVISORY_LOCKS)
  assert.equal(new Set(numbers).size, numbers.length)
})
