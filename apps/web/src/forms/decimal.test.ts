import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalText, hasDecimals, isSurprising, isWhole, parseDecimal, parseWhole } from './decimal.ts'

test('a point and a comma are the same', () => {
  assert.deepEqual(
    ['129,9', '129.9', ' 129,90 ', '.5', ',5', '-12,5', '−1'].map((text) => parseDecimal(text)),
    [129.9, 129.9, 129.9, 0.5, 0.5, -12.5, -1],
  )
})

test('a limit of 0 °F opens as 0: kept in °C, it comes back a little below', () => {
  assert.deepEqual(
    [-0, -0.0004, -0.5].map((value) => decimalText(value, 'en')),
    ['0', '0', '-0.5'],
  )
})

test('groups are groups where the decimals are plain', () => {
  assert.deepEqual(
    ['1.234,50', '1,234.50', "1'234.50", '1 234,50', '1,234,567', '1.234.567,8'].map((text) => parseDecimal(text)),
    [1234.5, 1234.5, 1234.5, 1234.5, 1_234_567, 1_234_567.8],
  )
  for (const text of ['1.234.5', '12,34,567', '1,234,56', '1.2.3', '1,23.456,7'])
    assert.ok(Number.isNaN(parseDecimal(text)), text)
})

test('three digits behind one separator are a group where three decimals cannot be', () => {
  for (const locale of ['en', 'de'])
    assert.deepEqual(
      ['1,234', '1.234', '0,123', '1234,567'].map((text) => parseDecimal(text, 2, locale)),
      [1234, 1234, 0.123, 1234.567],
    )
})

test('where three decimals can be, the language decides: 1,234 l is a lot in English and a little in German', () => {
  assert.deepEqual(
    ['en', 'de'].flatMap((locale) => ['1,234', '1.234'].map((text) => parseDecimal(text, 3, locale))),
    [1234, 1.234, 1.234, 1234],
  )
})

test('what may be taken for another number is said', () => {
  const said = (text: string, locale: string, decimals = 2) =>
    isSurprising(text, parseDecimal(text, decimals, locale), locale)
  assert.deepEqual(
    [said('12.5', 'en'), said('12,5', 'de'), said('1234', 'en'), said('', 'en'), said('x', 'en')],
    [false, false, false, false, false],
  )
  assert.deepEqual(
    [said('12,5', 'en'), said('12.5', 'de'), said('1,234', 'en'), said('1.234', 'en'), said('1.234,50', 'de')],
    [true, true, true, true, true],
  )
  assert.equal(isSurprising('412.5', parseWhole('412.5', true), 'en'), true)
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
      assert.equal(parseDecimal(decimalText(value, locale), 3, locale), value === 0 ? 0 : value)
    }),
  )
})

test('whole numbers: groups are groups; decimals are none, unless they are cut', () => {
  assert.deepEqual(
    ['412', ' 2,090', '2.090', '1 234', '412.0', '0', ''].map((text) => parseWhole(text)),
    [412, 2_090, 2_090, 1_234, 412, 0, null],
  )
  assert.deepEqual(
    ['412.5', '412,59', '2.090,7'].map((text) => parseWhole(text, true)),
    [412, 412, 2_090],
  )
  for (const text of ['1.5', '1,5', '-1', 'x', '1e3', '.', '4 h']) assert.ok(Number.isNaN(parseWhole(text)), text)
})

test('a field of a whole number is empty or one', () => {
  assert.deepEqual([isWhole(''), isWhole(412), isWhole(Number.NaN)], [true, true, false])
})
