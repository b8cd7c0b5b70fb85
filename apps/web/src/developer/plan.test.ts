import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLANS, PLANS_WITH_KEYS } from '../../../../packages/contract/src/common/plans.ts'
import { planHasKeys } from './plan.ts'

test('the app and the service agree on the plans with keys', () => {
  assert.deepEqual(PLANS.filter(planHasKeys), PLANS_WITH_KEYS)
})
