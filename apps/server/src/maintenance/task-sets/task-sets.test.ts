import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES, LIMITS, VESSEL_TYPES } from '@binnacle/contract'
import { titleKey } from '../title-key.ts'
import { TASK_SETS, taskSetsIn } from './task-sets.ts'

const unique = (values: readonly string[]) => assert.deepEqual(values, [...new Set(values)])
const tasks = TASK_SETS.flatMap((set) => set.tasks)

test('every set and every task has a slug of its own', () => {
  unique(TASK_SETS.map(({ slug }) => slug))
  unique(tasks.map(({ slug }) => slug))
  for (const slug of [...TASK_SETS, ...tasks].map((one) => one.slug)) assert.match(slug, /^[a-z]+(-[a-z]+)*$/)
})

for (const language of LANGUAGES)
  test(`${language}: no two tasks have one title, or one of them would be left out as a double`, () => {
    unique(tasks.map(({ title }) => titleKey(title[language])))
    unique(TASK_SETS.map(({ name }) => titleKey(name[language])))
    for (const { title, hint } of tasks)
      assert.ok(title[language].length <= 60 && (hint === null || hint[language].length > 0), title.en)
  })

test('every task has an interval within what a boat lives', () => {
  for (const { slug, months, hours } of tasks) {
    assert.ok(months !== null || hours !== null, slug)
    assert.ok(months === null || (months >= 1 && months <= 180), slug)
    assert.ok(hours === null || (hours >= 50 && hours <= 2_000), slug)
  }
})

test('every kind of boat is offered an engine, safety and systems; all sets can be chosen at once', () => {
  for (const type of VESSEL_TYPES)
    for (const group of ['engine', 'hull', 'safety', 'systems'])
      assert.ok(
        TASK_SETS.some((set) => set.group === group && set.applies_to.includes(type)),
        `${type} ${group}`,
      )
  assert.ok(tasks.length <= LIMITS.tasksPerRequest, `${tasks.length} tasks`)
})

test('a set is told in the language that is asked for, months as days', () => {
  const [english, german] = [taskSetsIn('en')[0]!, taskSetsIn('de')[0]!]
  assert.deepEqual([english.name, german.name], ['Inboard diesel', 'Einbaudiesel'])
  const { slug, title, interval_days, interval_hours } = german.tasks[0]!
  assert.deepEqual([slug, title, interval_days, interval_hours], ['engine-oil', 'Motoröl und Ölfilter', 365, 200])
})
