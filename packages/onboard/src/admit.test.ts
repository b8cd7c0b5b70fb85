import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admission } from './admit.ts'
import type { Observation } from './reading.ts'

const run = (observations: Observation[]) =>
  observations.map(admission()).flatMap((r) => (r ? [[r.at, r.value ?? r.text_value]] : []))
const seen = (o: Partial<Observation> & Pick<Observation, 'metric' | 'at'>): Observation => ({
  source: '36/1',
  rank: 1,
  ...o,
})

test('three sounders: one depth, whichever of them speaks first when the next is due', () => {
  const sounders = [0.43, 2.86, 61.7].map((value, i) => ({ value, source: `${36 + i}/128267` }))
  const heard = Array.from({ length: 30 }, (_, second) =>
    (second === 0 ? sounders : sounders.toReversed()).map((s) => seen({ metric: 'depth', at: second * 1000, ...s })),
  )
  assert.deepEqual(run(heard.flat()), [
    [0, 0.43],
    [10_000, 0.43],
    [20_000, 0.43],
  ])
})

test('hours wait for the gate', () => {
  const hours = [354185.6, 270, 270, 270]
  assert.deepEqual(
    run(hours.map((value, i) => seen({ metric: 'engine_hours', instance: 'port', value, at: i * 1000 }))),
    [[3000, 270]],
  )
})

test('engines do not confirm one another', () => {
  const two = ['port', 'starboard', 'port'].map((instance, i) =>
    seen({ metric: 'engine_hours', instance, value: 270, at: i * 2000 }),
  )
  assert.deepEqual(run(two), [])
})

test('pump starts between two readings add up', () => {
  const contact = [0, 1, 0, 1, 0, 1, 0, 0].map((value, i) =>
    seen({ metric: 'bilge_pump_cycles', instance: '1.4', raw: 'switch', value, at: i * 10_000 }),
  )
  assert.deepEqual(
    run([...contact, seen({ metric: 'bilge_pump_cycles', instance: '1.4', raw: 'switch', value: 0, at: 90_000 })]),
    [
      [10_000, 1],
      [70_000, 2],
    ],
  )
})

test("a counter is no continuation of a contact's state", () => {
  const pump = { metric: 'bilge_pump_cycles', instance: '1.4' } as const
  const heard = [
    seen({ ...pump, raw: 'switch', value: 1, at: 0, rank: 1, source: 'a' }),
    seen({ ...pump, raw: 'counter', value: 500, at: 1000, rank: 0, source: 'b' }),
    seen({ ...pump, raw: 'counter', value: 501, at: 2000, rank: 0, source: 'b' }),
  ]
  assert.deepEqual(run(heard), [[2000, 1]])
})
