import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import { Clock, type Stamp } from './clock.ts'
import { DAY, Machine } from './testing/machine.ts'

const YEARS = 60 * 365 * DAY
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ measure: fc.integer({ min: 1, max: 3_600_000 }) }) },
  { weight: 2, arbitrary: fc.record({ setWall: fc.integer({ min: -YEARS, max: YEARS }) }) },
  { weight: 2, arbitrary: fc.record({ restart: fc.constant(true) }) },
  { weight: 2, arbitrary: fc.record({ reboot: fc.integer({ min: 1, max: 30 * DAY }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      told: fc.constantFrom('server' as const, 'ntp' as const, 'gps' as const),
      late: fc.integer({ min: -1_000, max: 1_000 }),
    }),
  },
)

test('any jumps, reboots, restarts and true times: order is kept, told boots are right, the others lie between', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60, size: 'max' }), (events) => {
      const machine = new Machine()
      let clock = new Clock(machine)
      let reboots = 0
      const measured: { stamp: Stamp; at: number }[] = []
      const told = new Set<string>()
      const tell = (from: 'server' | 'ntp' | 'gps', late: number) => {
        for (let i = 0; i < 3; i++) clock.learn(machine.pass(1_000).true + late, from)
        told.add(machine.boot)
      }
      for (const e of events) {
        if ('measure' in e) {
          machine.pass(e.measure)
          measured.push({ stamp: clock.stamp(), at: machine.true })
          clock.seen(clock.stamp())
        }
        if ('setWall' in e) machine.wallError = e.setWall
        if ('reboot' in e) machine.reboot(`boot ${reboots++}`, e.reboot)
        if ('reboot' in e || 'restart' in e) clock = new Clock(machine, structuredClone(clock.boots))
        if ('told' in e) tell(e.told, e.late)
      }
      tell('server', 0)
      const times = measured.map(({ stamp }) => clock.timeOf(stamp)!)
      // Neighbours that were told a second wrong move a bound by as much.
      const slack = 8_000
      for (const [i, { stamp, at }] of measured.entries()) {
        const time = times[i]!
        const next = measured[i + 1]
        if (next?.stamp.boot === stamp.boot) assert.ok(times[i + 1]! >= time, 'order within a boot')
        if (told.has(stamp.boot)) assert.ok(Math.abs(time - at) <= slack, `told, and ${time - at} ms wrong`)
        const before = measured.slice(0, i).findLast((m) => told.has(m.stamp.boot))
        const after = measured.slice(i + 1).find((m) => told.has(m.stamp.boot))
        assert.ok(!before || time >= before.at - slack, 'after the last one that is known')
        assert.ok(time <= (after?.at ?? machine.true) + slack, 'before the next one that is known')
      }
      const firstOfBoots = measured.filter(({ stamp }, i) => stamp.boot !== measured[i - 1]?.stamp.boot)
      const starts = firstOfBoots.map(({ stamp }) => clock.timeOf(stamp)!)
      assert.ok(
        starts.every((time, i) => i === 0 || time >= starts[i - 1]! - slack),
        'order of the boots',
      )
    }),
    { numRuns: propertyRuns(100, 2_000) },
  )
})
