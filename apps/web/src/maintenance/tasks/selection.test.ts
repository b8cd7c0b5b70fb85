import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskSet } from '@binnacle/contract'
import { chosenTasks, setsFor, thereAlready, withAll, withOne } from './selection.ts'

const item = (slug: string) => ({
  ...{ slug, title: `Do ${slug}`, hint: null, interval_days: 365, interval_hours: null, safety: slug === 'plugs' },
})
const set = (slug: string, applies_to: TaskSet['applies_to'], tasks: string[]): TaskSet => ({
  ...{ slug, group: 'engine', name: slug, hint: '', applies_to, tasks: tasks.map(item) },
})
const diesel = set('diesel', ['sailboat'], ['oil', 'impeller', 'belt'])
const outboard = set('outboard', ['rib'], ['plugs'])

test('what suits the kind of boat comes first, and the rest is there', () => {
  const { fitting, others } = setsFor([outboard, diesel], 'sailboat')
  assert.deepEqual([fitting, others], [[diesel], [outboard]])
})

test('a task is there already by its title, in any case', () => {
  assert.deepEqual([...thereAlready([diesel, outboard], [' DO OIL', 'other'])], ['oil'])
})

test('all of a set are all that are not there yet, and then none of them', () => {
  const there = new Set(['oil'])
  const all = withAll(new Set(['plugs', 'belt']), diesel, there)
  assert.deepEqual([...all].sort(), ['belt', 'impeller', 'plugs'])
  assert.deepEqual([...withAll(all, diesel, there)], ['plugs'])
})

test('one is in, or out again', () => {
  assert.deepEqual([...withOne(withOne(new Set(['a']), 'b'), 'a')], ['b'])
})

test('what is sent is the title and the intervals, in the order of the sets', () => {
  const sent = chosenTasks([diesel, outboard], new Set(['plugs', 'oil']))
  assert.deepEqual(sent, [
    { title: 'Do oil', interval_days: 365, interval_hours: null, safety: false },
    { title: 'Do plugs', interval_days: 365, interval_hours: null, safety: true },
  ])
})
