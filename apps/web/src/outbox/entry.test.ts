import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, nextEntry, waitingOf, withEntry, withoutEntry } from './entry.ts'

const entry = (key: string, at: number, some: Partial<Entry> = {}): Entry => ({
  ...{ key, at, route: 'POST /app/vessels/{id}/hours', vesselId: 'a', body: { hours: at }, title: `${at} h` },
  ...some,
})

test('entries go in the order in which they were entered, each once', () => {
  const entries = [entry('b', 2), entry('a', 1), entry('b', 2)].reduce(withEntry, [] as Entry[])
  assert.deepEqual(
    entries.map(({ key }) => key),
    ['a', 'b'],
  )
  assert.equal(nextEntry(entries)?.key, 'a')
  assert.equal(nextEntry(withoutEntry(entries, 'a'))?.key, 'b')
  assert.equal(nextEntry([]), null)
})

test('what the service refused stays, and does not hold up the rest', () => {
  const entries = [entry('a', 1, { refused: 'hours_below_current' }), entry('b', 2)]
  assert.equal(nextEntry(entries)?.key, 'b')
})

test('a boat’s pages show its own, and not what is just being sent', () => {
  const entries = [entry('a', 1), entry('b', 2, { vesselId: 'b' }), entry('c', 3)]
  assert.deepEqual(
    waitingOf(entries, new Set(['c']), 'a').map(({ key }) => key),
    ['a'],
  )
})
