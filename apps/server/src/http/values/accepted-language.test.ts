import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '@binnacle/contract'
import fc from 'fast-check'
import { acceptedLanguage } from './accepted-language.ts'

test('the language that is wanted most, of those there are; English without one', () => {
  const cases = {
    de: 'de',
    'de-AT': 'de',
    'DE-de, EN;q=0.9': 'de',
    'en-US,en;q=0.9,de;q=0.8': 'en',
    'en;q=0.5, de;q=0.7': 'de',
    'fr-CH, fr;q=0.9, de;q=0.8, en;q=0.7, *;q=0.5': 'de',
    'fr;q=1.0, de ; q=0.3': 'de',
    'de, en': 'de',
    'en, de': 'en',
    'de;q=0, en;q=0.1': 'en',
    'de;q=0': 'en',
    '*': 'en',
    fr: 'en',
    den: 'en',
    '': 'en',
    ';q=1,,;': 'en',
    'de;q=much': 'en',
  }
  for (const [header, language] of Object.entries(cases)) assert.equal(acceptedLanguage(header), language, header)
  assert.equal(acceptedLanguage(undefined), 'en')
})

test('whatever is sent, the answer is a language', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => LANGUAGES.includes(acceptedLanguage(header))))
})
