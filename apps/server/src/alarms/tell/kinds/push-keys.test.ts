import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pushKeys } from './push-keys.ts'

test('the same secret gives the same keys, the current one first; a rotated one gives another', () => {
  const [old] = pushKeys({ current: 'a'.repeat(32), former: [] })
  const keys = pushKeys({ current: 'b'.repeat(32), former: ['a'.repeat(32)] })
  assert.deepEqual(keys[1], old)
  assert.notDeepEqual(keys[0], old)
  for (const { publicKey, privateKey } of keys) assert.deepEqual([publicKey.length, privateKey.length], [87, 43])
})
