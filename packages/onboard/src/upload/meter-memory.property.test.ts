import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferHourMeter, readPreference } from '@binnacle/contract'
import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import type { Queued } from '../queue/queue.ts'
import { afterCorrection, type MeterKnown, told } from './meter-memory.ts'

/**
 * Whatever is lost on the way, and wherever the power fails: once the owner has put the meter below what the service took from an
 * onboard device, nothing that the device queued before it knew of that raises the meter again above what the owner said.
 */
const hours = fc.integer({ min: 0, max: 12 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('hear' as const),
      instance: fc.constantFrom('port', 'starboard'),
      value: hours,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      lost: fc.constantFrom('nothing', 'request', 'answer', 'power'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('owner' as const), meter: fc.option(hours, { nil: null }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

class Service {
  meter: number | null = null
  /** The highest hours taken from the device and not corrected since. */
  taken = -1
  /** What the owner said that is below, what had been taken, and the first reading that may go above. */
  said: { meter: number; taken: number; from: number } | null = null
  readonly #stored = new Set<number>()

  take(name: number, readings: Queued[], prefer: string): void {
    if (this.#stored.has(name)) return
    this.#stored.add(name)
    const { confirmed } = readPreference(prefer)!
    if (confirmed !== null && (this.meter ?? -1) < confirmed) return
    for (const { seq, reading } of readings) {
      const value = reading.value!
      if (reading.unit === 'hours' || value <= (this.meter ?? -1)) continue
      if (this.said && value > this.said.meter) assert.ok(seq >= this.said.from, `${seq} raises the meter to ${value}`)
      this.meter = value
      this.taken = Math.max(this.taken, value)
    }
  }

  correct(meter: number | null): void {
    this.meter = meter
    const hours = meter ?? -1
    const isUnknown = this.said?.from === Number.POSITIVE_INFINITY
    const taken = isUnknown ? this.said!.taken : this.taken
    // Taken back before the device could know.
    if (isUnknown && hours >= taken) [this.said, this.taken] = [null, taken]
    if (hours >= taken) return
    this.taken = hours
    this.said = { meter: hours, taken, from: Number.POSITIVE_INFINITY }
  }

  /** The device knows. */
  tell(next: number): number | null {
    if (this.said) this.said.from = Math.min(this.said.from, next)
    return this.meter
  }
}

/** How often the device noticed a correction. */
function run(steps: Step[]): number {
  const service = new Service()
  let known: MeterKnown = { confirmed: [], corrected: null }
  let queue: Queued[] = []
  let prepared: Queued[] = []
  let next = 1
  let noticed = 0

  function send(lost: string): void {
    if (prepared.length === 0) {
      prepared = queue.map((one) => ({ ...one, reading: afterCorrection(one, known) }))
      queue = []
    }
    if (prepared.length === 0 || lost === 'request') return
    const confirmed = known.confirmed.map((one) => one.hours)
    const prefer = preferHourMeter(confirmed.length > 0 ? Math.max(...confirmed) : null)
    service.take(prepared[0]!.seq, prepared, prefer)
    if (lost === 'answer') return
    const sent = prepared.filter(({ reading }) => reading.unit === undefined)
    const answer = told(
      known,
      sent.map(({ reading }) => ({ instance: reading.instance!, hours: reading.value! })),
      service.tell(next),
      next,
    )
    known = answer.known
    noticed += Number(answer.wrong.length > 0)
    // It is on disk before the batch is acknowledged: where the power is lost in between, the batch goes again.
    if (lost === 'nothing') prepared = []
  }

  for (const one of steps)
    if (one.kind === 'owner') service.correct(one.meter)
    else if (one.kind === 'send') send(one.lost)
    else {
      const { instance, value } = one
      const stamp = { boot: 'a', steady: 0, wall: 0 }
      queue.push({ seq: next++, stamp, reading: { metric: 'engine_hours', instance, value } })
    }
  return noticed
}

test('no hours of before a correction raise the meter again', () => {
  let noticed = 0
  fc.assert(
    fc.property(fc.array(step, { size: 'max', maxLength: 60 }), (steps) => {
      noticed += run(steps)
    }),
    { numRuns: propertyRuns(1_000, 20_000) },
  )
  assert.ok(noticed >= 50, `${noticed} corrections noticed`)
})
