import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NewestValues } from './newest-values.ts'
import type { Observation } from './readings/reading.ts'

const depth = (source: string, value: number, at: number): Observation => ({
  metric: 'depth',
  value,
  at,
  source,
  rank: 0,
})

test('of each source what it said last, with its age', () => {
  const newest = new NewestValues()
  for (const one of [depth('bus/36', 3, 1_000), depth('bus/38', 61.7, 5_000), depth('bus/36', 3.1, 4_000)])
    newest.observe(one)
  assert.deepEqual(newest.of({ metric: 'depth' }, 'bus/36', 6_000), { value: 3.1, unit: 'm', ageMs: 2_000 })
  assert.deepEqual(newest.of({ metric: 'depth' }, 'bus/38', 6_000), { value: 61.7, unit: 'm', ageMs: 1_000 })
  assert.equal(newest.of({ metric: 'depth' }, 'bus/40', 6_000), null)
  assert.equal(newest.of({ metric: 'depth', instance: '1' }, 'bus/36', 6_000), null)
})

test('a fault is its text, and what is no measurement is not kept', () => {
  const newest = new NewestValues()
  newest.observe({
    ...depth('a', Number.NaN, 0),
    value: undefined,
    metric: 'fault_code',
    instance: 'port',
    text_value: 'hot',
  })
  newest.observe({ ...depth('a', 39, 0), metric: 'water_temp' })
  assert.equal(newest.of({ metric: 'fault_code', instance: 'port' }, 'a', 0)?.value, 'hot')
  assert.equal(newest.of({ metric: 'water_temp' }, 'a', 0), null)
})
