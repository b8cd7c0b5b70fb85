import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localItems, pointsOf, type Template } from './local-walk.ts'

const item = (id: string) => ({ id, section: `Section ${id}`, title: `Title ${id}`, hint: '' })
const template = (slug: string, ids: string[]): Template => ({ slug, name: slug, applies_to: [], items: ids.map(item) })
const TEMPLATES = [template('engine', ['e1', 'e2']), template('hull', ['h1'])]

test('an inspection that was started here has the points of its checklists, in their order', () => {
  const points = pointsOf(localItems(['hull', 'engine'], TEMPLATES, 0), TEMPLATES)
  assert.deepEqual(
    points.map(({ id, template_item_id, checklist, title, verdict }) => [
      id,
      template_item_id,
      checklist,
      title,
      verdict,
    ]),
    [
      ['e1', 'e1', 'engine', 'Title e1', null],
      ['e2', 'e2', 'engine', 'Title e2', null],
      ['h1', 'h1', 'hull', 'Title h1', null],
    ],
  )
})

test('an item whose point no checklist has is a point without words', () => {
  const [{ id, ...known }] = localItems(['hull'], TEMPLATES, 0) as [ReturnType<typeof localItems>[number]]
  const [point] = pointsOf([{ ...known, id: 'item', template_item_id: 'old' }], TEMPLATES)
  assert.deepEqual([point!.id, point!.checklist, point!.title], ['item', null, ''])
})
