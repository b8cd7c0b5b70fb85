import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { admitFrame } from './admission.ts'

const gapMs = 10_000
const last = new Date('2026-05-14T09:00:00.000Z')
const after = (ms: number) =>
  admitFrame({ lastFrameAt: last, gapMs, openCheckIn: false, now: new Date(last.getTime() + ms) })

test('the first frame of a camera is taken', () => {
  assert.equal(admitFrame({ lastFrameAt: null, gapMs, openCheckIn: false, now: last }), 'admit')
})

test('a second frame is taken ten seconds after the first, and not a millisecond sooner', () => {
  assert.deepEqual(after(0), { tooFrequent: 10_000 })
  assert.deepEqual(after(9_999), { tooFrequent: 1 })
  assert.equal(after(10_000), 'admit')
})

test('an open check-in lets a frame through at once, and is answered by it', () => {
  for (const lastFrameAt of [null, last]) {
    assert.equal(admitFrame({ lastFrameAt, gapMs, openCheckIn: true, now: last }), 'answers_check_in')
  }
})

test('a clock that was set back does not shut the camera out', () => {
  assert.deepEqual(after(-1), { tooFrequent: 10_001 })
  assert.deepEqual(after(-9_999), { tooFrequent: 19_999 })
  assert.equal(after(-10_000), 'admit')
  assert.equal(after(-86_400_000), 'admit')
})

test('whoever waits as long as told is taken, and not before; nobody waits longer than two gaps', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 0, max: 50_000 }), (elapsed, gap) => {
      const at = (ms: number) =>
        admitFrame({ lastFrameAt: last, gapMs: gap, openCheckIn: false, now: new Date(last.getTime() + ms) })
      const admission = at(elapsed)
      assert.equal(admission === 'admit', Math.abs(elapsed) >= gap)
      if (typeof admission === 'string') return
      const wait = admission.tooFrequent
      assert.ok(wait > 0 && wait < 2 * gap)
      assert.equal(at(elapsed + wait), 'admit')
      assert.notEqual(at(elapsed + wait - 1), 'admit')
    }),
  )
})
