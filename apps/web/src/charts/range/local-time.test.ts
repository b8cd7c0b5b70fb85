import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromField, toField } from './local-time.ts'

test('a time goes through a field and comes back, to the minute', () => {
  const at = new Date(2026, 2, 4, 5, 6, 7).getTime()
  assert.equal(toField(at), '2026-03-04T05:06')
  assert.equal(fromField(toField(at)), new Date(2026, 2, 4, 5, 6).getTime())
})

test('an empty field is no time', () => assert.ok(Number.isNaN(fromField(''))))
