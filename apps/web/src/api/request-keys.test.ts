import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestKeys, randomKey } from './request-keys.ts'

test('one content has one key until it is answered; another content has another', () => {
  const keys = new RequestKeys()
  const first = keys.of('a')
  assert.equal(keys.of('a'), first)
  assert.notEqual(keys.of('b'), first)
  keys.answered('a')
  assert.notEqual(keys.of('a'), first)
})

test('a key fits the header and is never the same', () => {
  const keys = Array.from({ length: 100 }, randomKey)
  assert.equal(new Set(keys).size, keys.length)
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/)
})
