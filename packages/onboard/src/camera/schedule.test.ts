import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allowsCheckIn, firstCaptureDelay, nextCapture, pollAfter } from './schedule.ts'

test('two cameras begin at least two and a half seconds apart', () => {
  const begins = fc.tuple(fc.nat(20), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
  fc.assert(
    fc.property(begins, begins, ([i, a], [j, b]) => {
      fc.pre(i < j)
      assert.ok(firstCaptureDelay(j, b) - firstCaptureDelay(i, a) >= 2_500)
    }),
  )
})

test('the next picture is due an interval later, and what was missed is not made up for', () => {
  assert.equal(nextCapture(0, 100, 0), 100)
  assert.equal(nextCapture(0, 100, 30), 100)
  assert.equal(nextCapture(0, 100, 100), 100)
  assert.equal(nextCapture(0, 100, 101), 200)
  assert.equal(nextCapture(0, 100, 1_000_050), 1_000_100)
})

test('polls come as the service says, within bounds', () => {
  assert.equal(pollAfter(15_000, null), 15_000)
  assert.equal(pollAfter(0, null), 1_000)
  assert.equal(pollAfter(1e12, null), 600_000)
})

test('with a data budget polls take a quarter of it, but two still fit into a check-in', () => {
  // 30 days / (400 MB / 4 / 700 bytes) = 18.144 s.
  assert.equal(Math.round(pollAfter(15_000, 400e6)), 18_144)
  assert.equal(pollAfter(15_000, 2_000e6), 15_000)
  assert.equal(pollAfter(15_000, 50e6), 120_000)
  assert.equal(pollAfter(15_000, 0), 120_000)
})

test('check-ins go on for a tenth past the budget', () => {
  assert.equal(allowsCheckIn({ bytes: 109, limitBytes: 100 }), true)
  assert.equal(allowsCheckIn({ bytes: 111, limitBytes: 100 }), false)
  assert.equal(allowsCheckIn({ bytes: 1e12, limitBytes: null }), true)
})
