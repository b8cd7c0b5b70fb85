import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Queued } from './record.ts'
import { thinOut } from './thin-out.ts'

const queued = (reading: Queued['reading'], seq: number, steady = seq): Queued => ({
  seq,
  stamp: { boot: 'a', steady, wall: steady },
  reading,
})
const any = () => true
const seqs = (readings: Queued[]) => readings.map(({ seq }) => seq)

test('every other reading of each series goes, and the newest stays', () => {
  const mixed = Array.from({ length: 10 }, (_, i) =>
    queued({ metric: 'engine_rpm', instance: i < 5 ? 'port' : 'starboard', value: i }, i),
  )
  assert.deepEqual(seqs(thinOut(mixed, any)), [0, 2, 4, 5, 7, 9])
})

test('faults and hours stay', () => {
  const kept = ['fault_code', 'engine_hours'] as const
  const readings = kept.flatMap((metric, i) => [1, 2, 3].map((n) => queued({ metric, value: n }, i * 10 + n)))
  assert.deepEqual(thinOut(readings, any), readings)
})

test('latitude and longitude of a moment go together', () => {
  // The first longitude is in the segment before.
  const positions = [1, 2, 2, 3, 3, 4, 4].map((steady, i) =>
    queued({ metric: i % 2 === 0 ? 'position_lon' : 'position_lat', value: i }, i, steady),
  )
  assert.deepEqual(
    thinOut(positions, any).map(({ stamp }) => stamp.steady),
    [2, 2, 4, 4],
  )
})

test('no pump start is lost, and what may not go is as it was', () => {
  const starts = fc.array(fc.record({ value: fc.nat(9), mayGo: fc.boolean() }))
  fc.assert(
    fc.property(starts, (starts) => {
      const readings = starts.map(({ value }, i) => queued({ metric: 'bilge_pump_cycles', value }, i))
      const thinned = thinOut(readings, ({ seq }) => starts[seq]!.mayGo)
      const sum = (of: Queued[]) => of.reduce((total, { reading }) => total + reading.value!, 0)
      assert.equal(sum(thinned), sum(readings))
      const fixed = readings.filter(({ seq }) => !starts[seq]!.mayGo)
      assert.deepEqual(
        thinned.filter(({ seq }) => !starts[seq]!.mayGo),
        fixed,
      )
      assert.equal(thinned.length, fixed.length + Math.ceil((readings.length - fixed.length) / 2))
      assert.deepEqual(
        seqs(thinned),
        seqs(thinned).toSorted((a, b) => a - b),
      )
    }),
  )
})
