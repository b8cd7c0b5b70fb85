import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typed } from './draft.ts'

test('a draft is what was typed: what the form began with is not of it, nor what is no number', () => {
  const initial = { title: '', day: '2026-05-14', hours: 412, time: { amount: '', unit: 'months' } }
  assert.deepEqual(typed(initial, initial), {})
  assert.deepEqual(
    typed(initial, { ...initial, title: 'Oil', hours: Number.NaN, time: { amount: 6, unit: 'months' } }),
    {
      title: 'Oil',
      time: { amount: 6, unit: 'months' },
    },
  )
})
