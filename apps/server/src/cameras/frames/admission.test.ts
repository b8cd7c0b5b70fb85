import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { msUntilNextFrame } from './admission.ts'

const gapMs = 10_000
const last = new Date('2026-05-14T09:00:00.000Z')
const after = (ms: number) =>
  msUntilNextFrame({ lastFrameAt: last, gapMs, openCheckIn: false, now: new Date(last.getTime() + ms) })

test('the first frame of a camera is taken', () => {
  assert.equal(msUntilNextFrame({ lastFrameAt: null, gapMs, openCheckIn: false, now: last }), 0)
})

test('a second frame is taken ten seconds after the first, and not a millisecond sooner', () => {
  assert.equal(after(0), 10_000)
  assert.equal(after(9_999), 1)
  assert.equal(after(10_000), 0)
})

test('an open check-in lets a frame through at once, and is answered by it', () => {
  for (const lastFrameAt of [null, last]) {
    assert.equal(msUntilNextFrame({ lastFrameAt, gapMs, openCheckIn: true, now: last }), 0)
  }
})

test('a clock that was set back does not shut the camera out', () => {
  assert.equal(after(-1), 10_001)
  assert.equal(after(-9_999), 19_999)
  assert.equal(after(-10_000), 0)
  assert.equal(after(-86_400_000), 0)
})

test('whoever waits as long as told is taken, and not before; nobody waits longer than two gaps', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 0, max: 50_000 }), (elapsed, gap) => {
      const at = (ms: number) =>
        msUntilNextFrame({ lastFrameAt: last, gapMs: gap, openCheckIn: false, now: new Date(last.getTime() + ms) })
      const wait = at(elapsed)
      assert.equal(wait === 0, Math.abs(elapsed) >= gap)
      if (wait === 0) return
      assert.ok(wait > 0 && wait < 2 * gap)
      assert.equal(at(elapsed + wait), 0)
      assert.notEqual(at(elapsed + wait - 1), 0)
    }),
  )
})
