import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { add, has, type Range, type Ranges, touches } from './ranges.ts'

const range = fc.tuple(fc.nat(40), fc.nat(5)).map(([first, more]): Range => [first, first + more])

test('as a set of numbers, in the fewest ranges', () => {
  fc.assert(
    fc.property(fc.array(range), range, (added, asked) => {
      const ranges = added.reduce<Ranges>(add, [])
      const members = new Set(
        added.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i)),
      )
      for (let seq = 0; seq < 50; seq++) assert.equal(has(ranges, seq), members.has(seq))
      assert.equal(
        touches(ranges, asked),
        [...members].some((seq) => seq >= asked[0] && seq <= asked[1]),
      )
      assert.ok(ranges.every(([first], i) => i === 0 || first > ranges[i - 1]![1] + 1))
    }),
  )
})
