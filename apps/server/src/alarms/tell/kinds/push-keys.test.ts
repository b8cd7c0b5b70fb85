import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { test } from 'node:test'
import { pushKeys } from './push-keys.ts'

function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return pair.getPublicKey('base64url')
}

test('the same secret gives the same keys, the current one first; a rotated one gives another', () => {
  const [old] = pushKeys({ current: 'a'.repeat(32), former: [] })
  const keys = pushKeys({ current: 'b'.repeat(32), former: ['a'.repeat(32)] })
  assert.deepEqual(keys[1], old)
  assert.notDeepEqual(keys[0], old)
  for (const { publicKey, privateKey } of keys) assert.deepEqual([publicKey.length, privateKey.length], [87, 43])
})

test('a private key belongs to its public one, whatever it begins with', () => {
  const keys = Array.from({ length: 1_000 }, (_, i) => pushKeys({ current: String(i), former: [] })[0]!)
  for (const { publicKey, privateKey } of keys) assert.equal(publicKeyOf(privateKey), publicKey)
  assert.ok(keys.some(({ privateKey }) => Buffer.from(privateKey, 'base64url')[0] === 0))
})
