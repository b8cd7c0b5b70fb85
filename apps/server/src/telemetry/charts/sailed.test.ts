import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import type { Position } from '../rollups/day/positions.ts'
import { DAY_MS, HOUR_MS, SLOT_MS, type Span } from '../rollups/day/time-grid.ts'
import { metresBetween } from '../rollups/day/track-errors.ts'
import { sailed } from './sailed.ts'

const START = Date.parse('2026-05-14T00:00:00Z')
const ALWAYS: Span = { from: START - 3650 * DAY_MS, to: START + 3650 * DAY_MS }
const MILE = 1852
const METRES_PER_DEGREE = 111_195

/** A position every five minutes, or as often as it says. */
const every = (count: number, of: (i: number) => [lat: number, lon: number], ms = SLOT_MS): Position[] =>
  Array.from({ length: count }, (_, i) => {
    const [lat, lon] = of(i)
    return { at: START + i * ms, lat, lon }
  })

const miles = (positions: Position[], span = ALWAYS) => sailed(positions, span).metres / MILE

function assertNear(value: number, expected: number, part = 0.01) {
  assert.ok(Math.abs(value - expected) <= part * Math.abs(expected), `${value}, not ${expected}`)
}

/** Pseudo-random numbers with the distribution of a receiver's errors, mean 0 and deviation 1. */
function noise(seed = 1): () => number {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state + 1) / 2_147_483_649
  }
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

test('no position and one; a passage at 6 kn is as long as its legs', () => {
  assert.deepEqual(sailed([], ALWAYS), { metres: 0, gaps: [] })
  assert.deepEqual(
    sailed(
      every(1, () => [54, 10]),
      ALWAYS,
    ),
    { metres: 0, gaps: [] },
  )
  const passage = every(289, (i) => [54 + i / 120, 10])
  assertNear(miles(passage), 144, 0.002)
})

test('a year at the berth with 10 m of noise is no mile, nor is a year at a swinging anchor', () => {
  const error = noise()
  const year = 365 * 288
  const berth = every(year, () => [
    54 + (10 * error()) / METRES_PER_DEGREE,
    10 + (10 * error()) / METRES_PER_DEGREE / Math.cos(0.942),
  ])
  assert.deepEqual(sailed(berth, ALWAYS), { metres: 0, gaps: [] })
  const anchor = every(year, (i) => {
    // The tide turns it in half a day, the wind at times within minutes.
    const angle = (i * SLOT_MS * 2 * Math.PI) / (12.4 * HOUR_MS) + (i % 200 < 100 ? 0 : Math.PI)
    return [
      54 + (55 * Math.sin(angle) + 5 * error()) / METRES_PER_DEGREE,
      10 + (55 * Math.cos(angle) + 5 * error()) / METRES_PER_DEGREE / Math.cos(0.942),
    ]
  })
  assert.deepEqual(sailed(anchor, ALWAYS), { metres: 0, gaps: [] })
})

test('half an hour of motion ends a rest: an hour between two nights counts whole', () => {
  const positions = every(300, (i) => [54 + Math.max(0, Math.min(12, i - 144)) / 120, 10])
  assertNear(miles(positions), 6)
})

test('over the date line and over the pole as anywhere', () => {
  const east = every(25, (i) => [-17, i < 12 ? 179.9 + i / 120 : -180 + (i - 12) / 120])
  assertNear(miles(east), (24 / 120) * 60 * Math.cos((17 * Math.PI) / 180))
  const pole = every(25, (i) => (i <= 12 ? [90 - (12 - i) / 120, 30] : [90 - (i - 12) / 120, -150]))
  assertNear(miles(pole), 12)
  const atPole = every(300, (i) => [89.9999, ((i * 47) % 360) - 180])
  assert.equal(miles(atPole), 0)
})

test('a jump and the return count nothing', () => {
  const once = every(100, (i) => (i === 50 ? [54.05, 10] : [54, 10]))
  assert.deepEqual(sailed(once, ALWAYS), { metres: 0, gaps: [] })
  const hours = every(100, (i) => (i >= 50 && i < 70 ? [44, 10] : [54, 10]))
  const { metres, gaps } = sailed(hours, ALWAYS)
  assert.equal(metres, 0)
  assert.deepEqual(
    gaps.map(({ from, to }) => [(from.at - START) / SLOT_MS, (to.at - START) / SLOT_MS, from.lat, to.lat]),
    [
      [49, 50, 54, 44],
      [69, 70, 44, 54],
    ],
  )
})

test('what the boat did while nothing was sent is a gap, and is not counted', () => {
  const before = every(13, (i) => [54 + i / 120, 10])
  const after = every(13, (i) => [55 + i / 120, 10]).map((one) => ({ ...one, at: one.at + 10 * HOUR_MS }))
  const { metres, gaps } = sailed([...before, ...after], ALWAYS)
  assertNear(metres / MILE, 12)
  assert.deepEqual(gaps, [{ from: before[12]!, to: after[0]!, metres: gaps[0]!.metres }])
  assertNear(gaps[0]!.metres / MILE, 54)
  const there = sailed([...before, { ...before[12]!, at: START + 20 * DAY_MS }], ALWAYS)
  assert.deepEqual(there.gaps, [], 'off for weeks at one place is no gap')
})

test('a boat that reports four times a day has sailed from report to report', () => {
  const reports = every(40, (i) => [30 + i / 2, -40], 6 * HOUR_MS)
  assert.deepEqual(sailed(reports, ALWAYS).gaps, [])
  assertNear(miles(reports), 39 * 30, 0.002)
  const rarely = every(10, (i) => [30 + i, -40], 2 * DAY_MS)
  assert.deepEqual([sailed(rarely, ALWAYS).metres, sailed(rarely, ALWAYS).gaps.length], [0, 9])
})

/** What a boat does for some time: hours at a speed in knots, or at rest; or without sending. */
const stage = fc.oneof(
  fc.record({
    kind: fc.constant('sails' as const),
    hours: fc.integer({ min: 2, max: 40 }),
    knots: fc.integer({ min: 2, max: 9 }),
    course: fc.integer({ min: 0, max: 359 }),
  }),
  fc.record({ kind: fc.constant('rests' as const), hours: fc.integer({ min: 2, max: 60 }) }),
  fc.record({
    kind: fc.constant('silent' as const),
    hours: fc.integer({ min: 5, max: 30 }),
    knots: fc.integer({ min: 0, max: 9 }),
    course: fc.integer({ min: 0, max: 359 }),
  }),
)

type Stage = typeof stage extends fc.Arbitrary<infer T> ? T : never

/** The positions of a boat, each five minutes with some noise, and how far it really went while it was seen. */
function play(stages: Stage[], from: { lat: number; lon: number }) {
  const error = noise(7)
  const boat = { ...from }
  const positions: Position[] = []
  let [at, metres] = [START, 0]
  for (const one of stages) {
    for (let slot = 0; slot < one.hours * 12; slot++) {
      const before = { at, ...boat }
      if (one.kind !== 'rests') {
        const degrees = (one.knots * MILE) / 12 / METRES_PER_DEGREE
        const course = (one.course * Math.PI) / 180
        boat.lat += degrees * Math.cos(course)
        boat.lon = ((boat.lon + (degrees * Math.sin(course)) / Math.cos((boat.lat * Math.PI) / 180) + 540) % 360) - 180
      }
      at += SLOT_MS
      if (one.kind === 'silent') continue
      if (one.kind === 'sails') metres += metresBetween(before, { at, ...boat })
      const lon = boat.lon + (3 * error()) / METRES_PER_DEGREE / Math.cos((boat.lat * Math.PI) / 180)
      positions.push({ at, lat: boat.lat + (3 * error()) / METRES_PER_DEGREE, lon })
    }
  }
  return { positions, metres, end: at }
}

test('what a boat really sailed, and the same in one window as in many', () => {
  fc.assert(
    fc.property(
      fc.array(stage, { minLength: 1, maxLength: 12 }),
      fc.record({ lat: fc.integer({ min: -55, max: 55 }), lon: fc.integer({ min: -180, max: 179 }) }),
      fc.array(fc.integer({ min: 0, max: 40 * 24 * 60 }), { maxLength: 20 }),
      (stages, from, cuts) => {
        const { positions, metres, end } = play(stages, from)
        const whole = sailed(positions, { from: START, to: end + 1 })
        // What a rest around a departure and an arrival may hide, and silence at a speed that leaves the boat in place.
        const slack = 0.1 * MILE * (stages.length + 1)
        // The first leg after silence is not seen.
        const unseen = stages.reduce(
          (sum, one, i) =>
            sum + (one.kind === 'sails' && (i === 0 || stages[i - 1]!.kind === 'silent') ? (one.knots * MILE) / 12 : 0),
          0,
        )
        assert.ok(Math.abs(whole.metres - metres) <= 0.01 * metres + slack + unseen, `${whole.metres} for ${metres}`)

        const borders = [
          START,
          ...cuts.map((minutes) => START + minutes * 60_000).filter((at) => at < end),
          end + 1,
        ].sort((a, b) => a - b)
        const parts = borders.slice(1).map((to, i) =>
          sailed(
            positions.filter(({ at }) => at > borders[i]! - 3 * DAY_MS && at < to + 3 * DAY_MS),
            { from: borders[i]!, to },
          ),
        )
        const sum = parts.reduce((total, part) => total + part.metres, 0)
        assert.ok(Math.abs(sum - whole.metres) <= 0.001 * whole.metres + 1, `${sum} in parts, ${whole.metres} in one`)
        const gapsOf = (all: typeof parts) => new Set(all.flatMap(({ gaps }) => gaps.map((gap) => gap.from.at)))
        assert.deepEqual(gapsOf(parts), gapsOf([whole]))
      },
    ),
    { numRuns: propertyRuns(100, 2000) },
  )
})
