import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { framesToDrop, type KeptFrame } from './retention.ts'

const frame = (id: string, second: number): KeptFrame => ({ id, receivedAt: new Date(second * 1000) })

test('the newest by arrival stay, whatever order they are given in', () => {
  assert.deepEqual(framesToDrop([frame('a', 1), frame('c', 3), frame('b', 2)], 2), ['a'])
  assert.deepEqual(framesToDrop([frame('a', 1), frame('b', 2)], 2), [])
  assert.deepEqual(framesToDrop([], 1), [])
})

test('of two that arrived together the one with the greater id is the newer', () => {
  assert.deepEqual(framesToDrop([frame('b', 1), frame('a', 1)], 1), ['a'])
  assert.deepEqual(framesToDrop([frame('a', 1), frame('b', 1)], 1), ['a'])
})

/** Takes the oldest away, one by one, until few enough are left. */
function model(frames: readonly KeptFrame[], retain: number): Set<string> {
  const left = [...frames]
  const dropped = new Set<string>()
  while (left.length > retain) {
    let oldest = left[0]!
    for (const other of left) {
      const [a, b] = [other.receivedAt.getTime(), oldest.receivedAt.getTime()]
      if (a < b || (a === b && other.id < oldest.id)) oldest = other
    }
    left.splice(left.indexOf(oldest), 1)
    dropped.add(oldest.id)
  }
  return dropped
}

test('drops what taking the oldest away one by one would drop, and leaves its argument alone', () => {
  const frames = fc.uniqueArray(
    fc.record({ id: fc.uuid(), receivedAt: fc.integer({ min: 0, max: 5 }).map((ms) => new Date(ms)) }),
    { selector: ({ id }) => id, maxLength: 30 },
  )
  fc.assert(
    fc.property(frames, fc.integer({ min: 1, max: 31 }), (given, retain) => {
      const before = [...given]
      assert.deepEqual(new Set(framesToDrop(given, retain)), model(given, retain))
      assert.deepEqual(given, before)
    }),
  )
})
