import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNIT_BESIDE_METER } from '@binnacle/contract'
import fc from 'fast-check'
import { admission } from './admit.ts'
import { readChoices } from './choices.ts'

/** Of these nobody knows which one is the main engine. */
const NAMED = ['volvo', 'kohler', 'D4', '10', '12']
/** These never move the meter unasked. */
const OTHERS = ['genset-0', 'wing', 'starboard', '3']

const runs = fc.array(
  fc.record({
    engines: fc.uniqueArray(fc.constantFrom(...NAMED, ...OTHERS), { minLength: 1, maxLength: 3 }),
    seconds: fc.integer({ min: 0, max: 30 }),
    thenRestart: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

test('whichever engines run when, and over any restarts, at most one moves the meter, and never one that is not a main engine', () => {
  let some = 0
  fc.assert(
    fc.property(runs, (all) => {
      const moved = new Set<string | undefined>()
      let admit = admission()
      let now = 0
      for (const { engines, seconds, thenRestart } of all) {
        for (const until = now + seconds * 1_000; now < until; now += 1_000)
          for (const instance of engines) {
            const of = { metric: 'engine_hours', source: `bus/${instance}/127489`, rank: 0 } as const
            const told = admit({ ...of, value: 100 + now / 3_600_000, instance, at: now })
            if (told && told.unit !== UNIT_BESIDE_METER) moved.add(told.instance)
          }
        if (!thenRestart) continue
        const hours = admit.enginesSeen()
        const before = { hours: () => hours, of: (instance?: string) => hours.find((one) => one.instance === instance) }
        admit = admission({}, before, readChoices(JSON.parse(JSON.stringify(admit.choices()))))
      }
      some += moved.size
      assert.ok(moved.size <= 1, [...moved].join())
      for (const other of OTHERS) assert.ok(!moved.has(other), other)
    }),
    { numRuns: 300 },
  )
  assert.ok(some > 100, `only ${some} of 300 moved it`)
})
