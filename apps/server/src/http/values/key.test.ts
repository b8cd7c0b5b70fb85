import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hashKey, isWellFormedKey, makeKey } from './key.ts'

test('a key has its prefix, 43 characters of base62 and 6 of checksum; only its hash is to be stored', () => {
  for (const prefix of ['bnk_', 'ct_'] as const) {
    const made = makeKey(prefix)
    assert.match(made.key, new RegExp(`^${prefix}[0-9A-Za-z]{49}$`))
    assert.equal(made.prefix, made.key.slice(0, prefix.length + 6))
    assert.deepEqual(made.hash, hashKey(made.key))
    assert.ok(isWellFormedKey(made.key, prefix))
  }
})

test('a key with one character changed is told without asking the database', () => {
  const place = fc.nat({ max: 48 })
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-!')
  fc.assert(
    fc.property(place, character, (at, other) => {
      const { key } = makeKey('ct_')
      const changed = `${key.slice(0, 3 + at)}${other}${key.slice(4 + at)}`
      assert.equal(isWellFormedKey(changed, 'ct_'), changed === key)
    }),
  )
})

test('a key of one kind is none of the other, and no other text is a key', () => {
  assert.equal(isWellFormedKey(makeKey('ct_').key, 'bnk_'), false)
  fc.assert(
    fc.property(fc.string(), (text) => !isWellFormedKey(text, 'ct_') && !isWellFormedKey(`bnk_${text}`, 'bnk_')),
  )
})
