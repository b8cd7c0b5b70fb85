import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey } from './address-key.ts'

test('all addresses of an IPv6 /64 are one, however they are written; the next /64 is another', () => {
  const key = '2001:db8:1:2::/64'
  const same = ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::1%eth0']
  for (const ip of same) assert.equal(addressKey(ip), key, ip)
  assert.equal(addressKey('2001:db8:1:3::1'), '2001:db8:1:3::/64')
  assert.equal(addressKey('::1'), '0:0:0:0::/64')
})

test('an IPv4 address counts by itself, also as IPv6', () => {
  assert.equal(addressKey('192.0.2.1'), '192.0.2.1')
  assert.equal(addressKey('::ffff:192.0.2.1'), '192.0.2.1')
})

test('what a trusted proxy wrote wrongly counts as it is', () => {
  assert.equal(addressKey('unknown'), 'unknown')
})
