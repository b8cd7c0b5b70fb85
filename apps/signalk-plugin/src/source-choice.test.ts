import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ListedSource, readSourceChoice, type SourceChoice, withChoice } from './source-choice.ts'

const choice = (metric: SourceChoice['metric'], instance: string | null, source: string | null) => ({
  metric,
  instance,
  source,
})

test('a source takes the place of what was listed for its series, and of nothing else', () => {
  const listed: ListedSource[] = [
    { metric: 'depth', source: 'a' },
    { metric: 'depth', source: 'b' },
    { metric: 'battery_voltage', source: 'c' },
    { metric: 'battery_voltage', instance: '1', source: 'd' },
  ]
  assert.deepEqual(withChoice(listed, choice('depth', null, 'n')), [
    listed[2],
    listed[3],
    { metric: 'depth', source: 'n' },
  ])
  assert.deepEqual(withChoice(listed, choice('battery_voltage', '1', 'n')), [
    ...listed.slice(0, 3),
    { metric: 'battery_voltage', instance: '1', source: 'n' },
  ])
})

test('left to the plugin, what was listed for the series goes, else what was listed for all of its metric', () => {
  const all: ListedSource = { metric: 'battery_voltage', source: 'c' }
  const own: ListedSource = { metric: 'battery_voltage', instance: '1', source: 'd' }
  const other: ListedSource = { metric: 'depth', source: 'a' }
  const release = choice('battery_voltage', '1', null)
  assert.deepEqual(withChoice([all, own, other], release), [all, other])
  assert.deepEqual(withChoice([all, { ...own, instance: '2' }, other], release), [{ ...own, instance: '2' }, other])
  assert.deepEqual(withChoice([other], release), [other])
})

test('what the form leaves empty means all', () => {
  const listed: ListedSource[] = [{ metric: 'depth', instance: ' ', source: 'a' }]
  assert.deepEqual(withChoice(listed, choice('depth', null, null)), [])
})

test('a body is a choice or none', () => {
  const good = choice('depth', null, 'n2k.35/environment.depth.belowTransducer')
  assert.deepEqual(readSourceChoice({ ...good, more: 1 }), good)
  assert.deepEqual(readSourceChoice(choice('fuel_level_pct', '0', null)), choice('fuel_level_pct', '0', null))
  for (const bad of [
    { metric: 'fault_code' },
    { metric: 'position_lon' },
    { metric: 'nothing' },
    { metric: ['depth'] },
    { instance: undefined },
    { instance: 5 },
    { instance: '' },
    { instance: 'i'.repeat(41) },
    { source: undefined },
    { source: ' ' },
    { source: 's'.repeat(301) },
    { source: {} },
  ])
    assert.equal(readSourceChoice({ ...good, ...bad }), undefined, JSON.stringify(bad))
  fc.assert(fc.property(fc.anything(), (body) => readSourceChoice(body) === undefined))
})
