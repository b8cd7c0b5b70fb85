import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  completionOf,
  deletion,
  deletionOf,
  dependentsOf,
  type Entry,
  isLocal,
  localId,
  nextEntry,
  startOf,
  waitingOf,
  withEntry,
  withoutEntry,
} from './entry.ts'

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

const START = entry('s', 1, { route: 'POST /app/vessels/{id}/inspections', body: { templates: ['hull'] } })
const completion = (id: string, some: Partial<Entry> = {}) =>
  entry('c', 2, { route: 'POST /app/inspections/{id}/complete', id, body: {}, ...some })

test('what hangs on an inspection that waits to be started does not go before it, nor without it', () => {
  const local = localId(START)
  assert.ok(isLocal(local))
  const waiting = [START, completion(local)]
  assert.equal(nextEntry(waiting)?.key, 's')
  assert.equal(nextEntry([{ ...START, refused: 'not_found' }, completion(local)]), null)
  assert.deepEqual(
    dependentsOf(waiting, START).map(({ key }) => key),
    ['c'],
  )
  assert.equal(startOf(waiting, local), START)
  assert.equal(startOf(waiting, 'another'), undefined)
  // The service has given it an id.
  assert.equal(nextEntry([completion('0b9f')])?.key, 'c')
})

test('an inspection waits to be completed until the service refuses', () => {
  assert.equal(completionOf([completion('i')], 'i')?.key, 'c')
  assert.equal(completionOf([completion('i')], 'j'), undefined)
  assert.equal(completionOf([completion('i', { refused: 'conflict' })], 'i'), undefined)
})

test('a deletion is one entry, however often it is asked for', () => {
  const asked = () => deletion('DELETE /app/tasks/{id}', 'a', 'task', 'Delete Anodes')
  const entries = [asked(), asked()].reduce(withEntry, [] as Entry[])
  assert.equal(entries.length, 1)
  assert.equal(deletionOf(entries, 'task'), entries[0])
  assert.equal(deletionOf(entries, 'other'), undefined)
  assert.equal(deletionOf([{ ...asked(), refused: 'conflict' }], 'task'), undefined)
})
