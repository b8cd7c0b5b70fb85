import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PumpWatch, pumpStarts, watchPump } from './bilge-pump.ts'

const total = (raw: 'switch' | 'counter', values: number[]) =>
  values.reduce((sum, value, i) => sum + pumpStarts(raw, values[i - 1], value), 0)

test('a start is a contact that closes', () => assert.equal(total('switch', [0, 1, 1, 0, 0, 1, 0]), 2))
test('a pump that runs at first is no start', () => assert.equal(total('switch', [1, 1, 0]), 0))
test("a counter's gain", () => assert.equal(total('counter', [40, 40, 43]), 3))
test('a counter that was reset begins anew', () => assert.equal(total('counter', [40, 41, 0, 2]), 3))

const watch = (seen: [value: number, at: number, chosenAt?: number][]) =>
  seen.reduce<PumpWatch | undefined>(
    (before, [value, at, chosenAt]) => watchPump(before, { raw: 'counter', value, at }, chosenAt),
    undefined,
  )?.uncounted

test('a stand-in counts only while the chosen source is silent', () => {
  // heard at 1, 2, 3 s; the chosen one last at 1.5 s
  assert.equal(
    watch([
      [5, 1_000, 500],
      [6, 2_000, 1_500],
      [8, 3_000, 1_500],
    ]),
    2,
  )
})
test('what the chosen source has had a chance to count is forgotten', () =>
  assert.equal(
    watch([
      [5, 1_000, 0],
      [8, 2_000, 0],
      [9, 3_000, 2_500],
    ]),
    0,
  ))
test('the chosen source itself keeps nothing back', () =>
  assert.equal(
    watch([
      [5, 1_000],
      [8, 2_000],
    ]),
    0,
  ))
