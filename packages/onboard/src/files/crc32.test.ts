import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 as ofZlib } from 'node:zlib'
import fc from 'fast-check'
import { crc32 } from './crc32.ts'

test('as in zlib', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => assert.equal(crc32(bytes), ofZlib(bytes))))
})
