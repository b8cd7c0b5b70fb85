import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveTopic } from '@binnacle/contract'
import { keysOf, OutOfDate } from './out-of-date.ts'

const idle = () => false
const change = (vessel_id: string, ...topics: LiveTopic[]) => ({ vessel_id, topics })
const names = (keys: readonly (readonly string[])[]) => keys.map((key) => key.join(' '))

test('a change puts its topics, the overview of its boat and the boats at a glance out of date', () => {
  assert.deepEqual(names(keysOf(change('a', 'due', 'logbook'))), [
    'fleet',
    'vessel a overview',
    'vessel a due',
    'vessel a logbook',
  ])
})

test('what changes is read at once, and each thing once', () => {
  const old = new OutOfDate()
  old.note(change('a', 'due'))
  old.note(change('a', 'due'))
  assert.deepEqual(names(old.take(0, idle)), ['fleet', 'vessel a overview', 'vessel a due'])
  assert.deepEqual(old.take(1, idle), [])
  assert.ok(old.isEmpty)
})

test('a busy boat is read once in two seconds, and at a glance once in five; nothing that it told is forgotten', () => {
  const old = new OutOfDate()
  const read: [number, string][] = []
  for (let now = 0; now <= 10_000; now += 100) {
    if (now <= 9_000) old.note(change('a', 'telemetry'))
    for (const name of names(old.take(now, idle))) read.push([now, name])
  }
  const times = (name: string) => read.filter(([, n]) => n === name).map(([at]) => at)
  assert.deepEqual(times('vessel a telemetry'), [0, 2_000, 4_000, 6_000, 8_000, 10_000])
  assert.deepEqual(times('fleet'), [0, 5_000, 10_000])
  assert.ok(old.isEmpty)
})

test('one busy boat does not hold up another, nor another topic', () => {
  const old = new OutOfDate()
  old.note(change('a', 'telemetry'))
  old.take(0, idle)
  old.note(change('a', 'due'))
  old.note(change('b', 'telemetry'))
  assert.deepEqual(names(old.take(100, idle)), ['vessel a due', 'vessel b overview', 'vessel b telemetry'])
})

test('what is being read waits until it has been, and is then read again', () => {
  const old = new OutOfDate()
  old.note(change('a', 'due'))
  const reading = (key: readonly string[]) => key[2] === 'due'
  assert.deepEqual(names(old.take(0, reading)), ['fleet', 'vessel a overview'])
  assert.ok(!old.isEmpty)
  assert.deepEqual(names(old.take(10, idle)), ['vessel a due'])
})
