import assert from 'node:assert/strict'
import { test } from 'node:test'
import { justReadSince } from './just-read.ts'

test('what was read as the page opened is not read again; what an earlier visit read is', () => {
  assert.equal(justReadSince(10_000, 3_000), 8_000)
  assert.equal(justReadSince(10_000, 9_500), 9_500)
})
