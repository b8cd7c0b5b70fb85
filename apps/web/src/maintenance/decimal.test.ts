import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalText, hasDecimals, isWhole, parseDecimal, parseWhole } from './decimal.ts'

test('a point and a comma are the same', () => {
  assert.deepEqual(
    ['129,9', '129.9', ' 129,90 ', '.5', ',5', '-12,5', '−1'].map(parseDecimal),
    [129.9, 129.9, 129.9, 0.5, 0.5, -12.5, -1],
  )
})

test('groups are groups where the decimals are plain', () => {
  assert.deepEqual(
    ['1.234,50', '1,234.50', "1'234.50", '1 234,50', '1,234,567'].map(parseDecimal),
    [1234.5, 1234.5, 1234.5, 1234.5, 1_234_567],
  )
})

test('nothing is null, and what is no number is none', () => {
  assert.equal(parseDecimal(' '), null)
  for (const text of ['x', '1e3', '0x10', '1-2', '--1', '.', '-', '12 EUR'])
    assert.ok(Number.isNaN(parseDecimal(text)), text)
})

test('cents are two decimals', () => {
  assert.deepEqual(
    [129.99, 0.07, null, 0.005, Number.NaN].map((value) => hasDecimals(value, 2)),
    [true, true, true, false, false],
  )
})

test('property: a number that is shown and read again is the same, in every language', () => {
  const number = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((thousandths) => thousandths / 1_000)
  fc.assert(
    fc.property(number, fc.constantFrom('en-GB', 'de', 'de-CH', 'fr', 'sv'), (value, locale) => {
      assert.equal(parseDecimal(decimalText(value, locale)), value === 0 ? 0 : value)
    }),
  )
})

test('whole hours: groups are groups, decimals are cut', () => {
  assert.deepEqual(['412', ' 2,090', '2.090', '1 234', '412.5', '412,59', '0', ''].map(parseWhole), [
    412,
    2_090,
    2_090,
    1_234,
    412,
    412,
    0,
    null,
  ])
  for (const text of ['-1', 'x', '1e3', '.', '4 h']) assert.ok(Number.isNaN(parseWhole(text)), text)
})

test('a field of a whole number is empty or one', () => {
  assert.deepEqual([isWhole(''), isWhole(412), isWhole(Number.NaN)], [true, true, false])
})
