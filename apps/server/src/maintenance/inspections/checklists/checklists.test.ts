import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InspectionTemplate, LANGUAGES, VESSEL_TYPES } from '@binnacle/contract'
import { Value } from 'typebox/value'
import { checklistsIn, pointsOf } from './checklists.ts'

const checklists = checklistsIn('en')
const points = checklists.flatMap(({ items }) => items)
const unique = (values: string[]) => new Set(values).size === values.length

test('ids and slugs are unique', () => {
  for (const { id } of points) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.ok(unique(points.map(({ id }) => id)))
  assert.ok(unique(checklists.map(({ slug }) => slug)))
})

for (const language of LANGUAGES)
  test(`${language}: every checklist fits the contract; names are unique, and titles within their checklist`, () => {
    assert.ok(unique(checklistsIn(language).map(({ name }) => name)))
    for (const checklist of checklistsIn(language)) {
      assert.deepEqual([...Value.Errors(InspectionTemplate, checklist)], [], checklist.slug)
      assert.ok(unique(checklist.items.map(({ title }) => title)), checklist.slug)
    }
  })

for (const language of LANGUAGES)
  test(`${language}: texts are trimmed; titles fit a line, hints are notes`, () => {
    for (const { section, title, hint } of checklistsIn(language).flatMap(({ items }) => items)) {
      for (const text of [section, title, hint]) assert.ok(text === text.trim() && !/\s\s|\n/.test(text), text)
      assert.ok(section.length >= 3 && section.length <= 50, `${title}: ${section}`)
      assert.ok(title.length >= 4 && title.length <= 60, title)
      assert.ok(hint.length >= 20 && hint.length <= 250, `${title}: ${hint.length}`)
      assert.doesNotMatch(hint, /\.$/, 'hints are notes, not sentences')
    }
  })

test('a checklist has 10 to 20 points, section by section', () => {
  for (const { slug, items } of checklists) {
    assert.ok(items.length >= 10 && items.length <= 20, `${slug}: ${items.length}`)
    const changes = items.filter(({ section }, place) => section !== items[place - 1]?.section)
    assert.equal(changes.length, new Set(items.map(({ section }) => section)).size, `${slug}: a section comes twice`)
  }
})

test('every vessel type has at least four checklists, an engine and safety; the rig is for sail', () => {
  for (const type of VESSEL_TYPES) {
    const slugs = checklists.filter(({ applies_to }) => applies_to.includes(type)).map(({ slug }) => slug)
    assert.ok(slugs.length >= 4, `${type}: ${slugs}`)
    assert.ok(slugs.includes('safety') && slugs.includes('electrical') && slugs.includes('hull-deck'), type)
    assert.ok(slugs.includes('engine-diesel') || slugs.includes('outboard'), type)
    assert.equal(slugs.includes('rigging-sails'), ['sailboat', 'catamaran', 'trimaran'].includes(type), type)
  }
})

test('the points of chosen checklists come in the order of the walk, each once', () => {
  const ids = (slug: string) => checklists.find((checklist) => checklist.slug === slug)!.items.map(({ id }) => id)
  assert.deepEqual(pointsOf(['safety', 'outboard', 'safety'], 'sailboat'), [...ids('outboard'), ...ids('safety')])
})
