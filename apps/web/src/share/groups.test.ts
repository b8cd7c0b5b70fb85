import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHARE_TOGGLES } from '../../../../packages/contract/src/share/share.ts'
import { TOGGLE_GROUPS } from './groups.ts'

test('every toggle of the contract is in one group', () => {
  assert.deepEqual(Object.values(TOGGLE_GROUPS).flat().sort(), Object.keys(SHARE_TOGGLES).sort())
})
