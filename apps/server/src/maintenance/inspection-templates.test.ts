import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InspectionTemplate, VESSEL_TYPES } from '@binnacle/contract'
import { Value } from 'typebox/value'
import { INSPECTION_TEMPLATES } from './inspection-templates.ts'

const points = INSPECTION_TEMPLATES.flatMap(({ items }) => items)
const unique = (values: string[]) => new Set(values).size === values.length

test('every checklist fits the contract', () => {
  for (const template of INSPECTION_TEMPLATES) {
    assert.deepEqual([...Value.Errors(InspectionTemplate, template)], [], template.slug)
    assert.match(template.slug, /^[a-z]+(?:-[a-z]+)*$/)
  }
})

test('ids, slugs and names are unique, and titles within their checklist', () => {
  for (const { id } of points) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.ok(unique(points.map(({ id }) => id)))
  assert.ok(unique(INSPECTION_TEMPLATES.map(({ slug }) => slug)))
  assert.ok(unique(INSPECTION_TEMPLATES.map(({ name }) => name)))
  for (const { slug, items, applies_to } of INSPECTION_TEMPLATES) {
    assert.ok(unique(items.map(({ title }) => title)), slug)
    assert.ok(unique([...applies_to]), slug)
  }
})

test('texts are trimmed; titles fit a line, hints say what to look for', () => {
  for (const { section, title, hint } of points) {
    for (const text of [section, title, hint]) assert.ok(text === text.trim() && !/\s\s|\n/.test(text), text)
    assert.ok(section.length >= 3 && section.length <= 50, `${title}: ${section}`)
    assert.ok(title.length >= 4 && title.length <= 50, title)
    assert.ok(hint.length >= 30 && hint.length <= 180, `${title}: ${hint.length}`)
    assert.doesNotMatch(hint, /\.$/, 'hints are notes, not sentences')
  }
})

test('a checklist is a walk of 10 to 20 points, section by section', () => {
  for (const { slug, items } of INSPECTION_TEMPLATES) {
    assert.ok(items.length >= 10 && items.length <= 20, `${slug}: ${items.length}`)
    const changes = items.filter(({ section }, place) => section !== items[place - 1]?.section)
    assert.equal(changes.length, new Set(items.map(({ section }) => section)).size, `${slug}: a section comes twice`)
  }
})

test('every kind of boat has at least four checklists, an engine and safety; the rig is for sail', () => {
  for (const type of VESSEL_TYPES) {
    const slugs = INSPECTION_TEMPLATES.filter(({ applies_to }) => applies_to.includes(type)).map(({ slug }) => slug)
    assert.ok(slugs.length >= 4, `${type}: ${slugs}`)
    assert.ok(slugs.includes('safety') && slugs.includes('electrical') && slugs.includes('hull-deck'), type)
    assert.ok(slugs.includes('engine-diesel') || slugs.includes('outboard'), type)
    assert.equal(slugs.includes('rigging-sails'), ['sailboat', 'catamaran', 'trimaran'].includes(type), type)
  }
})
