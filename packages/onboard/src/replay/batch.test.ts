import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { batches } from './batch.ts'

test('every reading once, in the order of time, at most 200 a batch, none empty', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { maxLength: 700 }), (times) => {
      const readings = times.map((at) => ({ metric: 'depth', value: 1, at }) as const)
      const made = batches(readings)
      assert.deepEqual(
        made.flat().map((r) => r.at),
        times.toSorted((a, b) => a - b),
      )
      assert.ok(made.every((batch) => batch.length >= 1 && batch.length <= 200))
      assert.equal(made.length, Math.ceil(times.length / 200))
    }),
  )
})
