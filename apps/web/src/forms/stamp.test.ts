import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stampOf, unlessSent } from './stamp.ts'

test('content that is sent again is the same request; changed, it is another', () => {
  const sent = { title: 'Oil', cost: '12' }
  const again = unlessSent({ ...sent }, sent)
  assert.equal(stampOf(again), stampOf(sent))
  const changed = unlessSent({ ...sent, cost: '13' }, sent)
  assert.notEqual(stampOf(changed).key, stampOf(sent).key)
  assert.equal(unlessSent(sent, null), sent)
})
