import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES, LIMITS, VESSEL_TYPES } from '@binnacle/contract'
import { titleKey } from '../title-key.ts'
import { taskSetsIn } from './task-sets.ts'

const unique = (values: readonly string[]) => assert.deepEqual(values, [...new Set(values)])
const sets = taskSetsIn('en')
const tasks = sets.flatMap((set) => set.tasks)

test('every set and every task has a slug of its own', () => {
  unique(sets.map(({ slug }) => slug))
  unique(tasks.map(({ slug }) => slug))
})

for (const language of LANGUAGES)
  test(`${language}: no two tasks have the same title, or one of them would be left out as a double`, () => {
    const inLanguage = taskSetsIn(language)
    unique(inLanguage.flatMap((set) => set.tasks.map(({ title }) => titleKey(title))))
    unique(inLanguage.map(({ name }) => titleKey(name)))
    for (const { title } of inLanguage.flatMap((set) => set.tasks)) assert.ok(title.length <= 60, title)
  })

test('every task has an interval', () => {
  for (const { slug, interval_days, interval_hours } of tasks)
    assert.ok(interval_days !== null || interval_hours !== null, slug)
})

test('every vessel type is offered an engine, safety and systems; all sets can be chosen at once', () => {
  for (const type of VESSEL_TYPES)
    for (const group of ['engine', 'hull', 'safety', 'systems'])
      assert.ok(
        sets.some((set) => set.group === group && set.applies_to.includes(type)),
        `${type} ${group}`,
      )
  assert.ok(tasks.length <= LIMITS.tasksPerRequest, `${tasks.length} tasks`)
})

test('a set has the texts of its language, and months as days', () => {
  const [english, german] = [taskSetsIn('en')[0]!, taskSetsIn('de')[0]!]
  assert.deepEqual([english.name, german.name], ['Inboard diesel', 'Einbaudiesel'])
  const { slug, title, interval_days, interval_hours } = german.tasks[0]!
  assert.deepEqual([slug, title, interval_days, interval_hours], ['engine-oil', 'Motoröl und Ölfilter', 365, 200])
})
