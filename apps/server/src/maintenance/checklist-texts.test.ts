import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '@binnacle/contract'
import { checklistsIn } from './checklist-texts.ts'
import { GERMAN } from './inspection-templates-de.ts'

const english = checklistsIn('en')
const pointsIn = (language: (typeof LANGUAGES)[number]) => checklistsIn(language).flatMap(({ items }) => items)

test('every checklist, section and point is there in German, and nothing else is', () => {
  const sections = new Set(pointsIn('en').map(({ section }) => section))
  assert.deepEqual(Object.keys(GERMAN.names).sort(), english.map(({ slug }) => slug).sort())
  assert.deepEqual(Object.keys(GERMAN.sections).sort(), [...sections].sort())
  assert.deepEqual(
    Object.keys(GERMAN.points).sort(),
    pointsIn('en')
      .map(({ id }) => id)
      .sort(),
  )
})

for (const language of LANGUAGES)
  test(`${language}: titles fit a line, hints the contract, and no two points of a checklist have one title`, () => {
    for (const { items } of checklistsIn(language))
      assert.equal(new Set(items.map(({ title }) => title)).size, items.length)
    for (const { title, hint } of pointsIn(language)) {
      assert.ok(title.length <= 60 && hint.length <= 400, title)
      for (const text of [title, hint]) assert.equal(text, text.trim())
    }
  })

test('a language changes words and nothing else', () => {
  const bones = (language: (typeof LANGUAGES)[number]) =>
    checklistsIn(language).map(({ slug, applies_to, items }) => [slug, applies_to, items.map(({ id }) => id)])
  assert.deepEqual(bones('de'), bones('en'))
})
