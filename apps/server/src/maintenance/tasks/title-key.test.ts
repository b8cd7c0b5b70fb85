import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { titleKey, withoutDuplicates } from './title-key.ts'

test('a service finds its task by title: trimmed, in any case, however accents are encoded', () => {
  assert.equal(titleKey('  Engine OIL and filter\n'), titleKey('engine oil and filter'))
  assert.equal(titleKey('Vidange d’huile é'), titleKey('vidange d’huile é'.normalize('NFD').toUpperCase()))
  assert.equal(titleKey('STRASSE'), titleKey('Straße'))
  assert.equal(titleKey('STRAẞE'), titleKey('Straße'))
  assert.equal(titleKey('ΛΑΔΙ ΜΗΧΑΝΗΣ'), titleKey('λαδι μηχανης'))
  assert.notEqual(titleKey('Engine oil'), titleKey('Engine  oil'))
  assert.notEqual(titleKey('Engine oil'), titleKey('Engine oil filter'))
})

const letters = fc.string({ unit: 'grapheme', maxLength: 40 })

test('property: white space around, case and encoding change nothing', () => {
  fc.assert(
    fc.property(letters, fc.constantFrom('', ' ', '\t\n', '\u00a0'), (title, space) => {
      const key = titleKey(title)
      for (const same of [
        space + title + space,
        title.toUpperCase(),
        title.normalize('NFD'),
        title.normalize('NFC'),
        key,
      ])
        assert.equal(titleKey(same), key)
    }),
    { numRuns: 2_000 },
  )
})

test('duplicates are those of what is there and those among what is given, in any case', () => {
  const given = ['Oil', 'Impeller', ' IMPELLER', 'Zinc'].map((title) => ({ title }))
  assert.deepEqual(withoutDuplicates(given, new Set(['oil'])), {
    added: [{ title: 'Impeller' }, { title: 'Zinc' }],
    duplicates: ['Oil', ' IMPELLER'],
  })
})
