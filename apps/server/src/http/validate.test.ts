import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeAjv } from './validate.ts'

const money = makeAjv().compile({ type: 'number', multipleOf: 0.01, minimum: -999_999_999.99, maximum: 999_999_999.99 })

test('every amount of whole cents is accepted', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => money(Number(`${cents}e-2`))),
  )
})

test('bad-input 15: an amount with a part of a cent is refused, however small, and nothing is rounded', () => {
  for (const amount of [0.005, 0.0100005, 0.011, 1.000001, 999_999_999.985, 1e15, 1e-9])
    assert.equal(money(amount), false, String(amount))
})
