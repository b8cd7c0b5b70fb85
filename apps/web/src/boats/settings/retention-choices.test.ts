import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShorter, keptDays, retentionChoices } from './retention-choices.ts'

test('an owner can choose up to the operator’s limit, and what is set stays a choice', () => {
  assert.deepEqual(retentionChoices({ keep_days: null, operator_days: null }), [92, 183, 366, 731, 1827])
  assert.deepEqual(retentionChoices({ keep_days: null, operator_days: 366 }), [92, 183, 366])
  assert.deepEqual(retentionChoices({ keep_days: 400, operator_days: 100 }), [92, 400])
})

test('the shorter limit holds, and a shorter one is asked about', () => {
  assert.equal(keptDays({ keep_days: 400, operator_days: 100 }), 100)
  assert.equal(keptDays({ keep_days: null, operator_days: null }), null)
  const unlimited = { keep_days: null, operator_days: null }
  assert.equal(isShorter(unlimited, 366), true)
  assert.equal(isShorter({ keep_days: 92, operator_days: null }, 366), false)
  assert.equal(isShorter({ keep_days: 92, operator_days: 366 }, null), false)
})
