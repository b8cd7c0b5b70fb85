import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  AGREEING_MS,
  AGREEING_SAMPLES,
  APART_MS,
  FIRST_AGREEING_MS,
  gateHours,
  type HoursGate,
  type HoursSample,
  OVERRULING_MS,
  OVERRULING_SAMPLES,
  SILENCE_MS,
  STEP_SLACK_HOURS,
} from './hours-gate.ts'

const HOUR_MS = 3_600_000

/** The samples of a stream that count, each with its place in it. */
function counted(samples: readonly HoursSample[]): (HoursSample & { place: number })[] {
  let gate: HoursGate = {}
  return samples.flatMap((sample, place) => {
    const passed = gateHours(gate, sample)
    gate = passed.gate
    return passed.counts ? [{ ...sample, place }] : []
  })
}

const each = (hours: number[], stepMs = 1_000) => hours.map((h, i) => ({ hours: h, at: i * stepMs }))
const places = (samples: readonly HoursSample[]) => counted(samples).map((s) => s.place)

/** The last of what a counter says again and again, once a second, for five seconds: the first that counts. */
const FIRST = FIRST_AGREEING_MS / 1_000
const steady = (hours: number, count = FIRST + 1) => Array<number>(count).fill(hours)

test('can0-3: 354185 h, then 270 h', () => {
  assert.deepEqual(
    counted(each([354185.621, ...steady(270)])).map((s) => s.hours),
    [270],
  )
})

test('four bad frames in three seconds, and the true hours after them', () => {
  assert.deepEqual(
    counted(each([...steady(354185.621, 4), ...steady(270, 7)])).map((s) => s.hours),
    [270, 270],
  )
})

test('the first must last five seconds, what follows three samples and two seconds', () => {
  assert.deepEqual(places(each(steady(270, FIRST))), [])
  assert.deepEqual(places(each([270, 270], 60_000)), [])
  const known = each(steady(270)).map((sample) => ({ ...sample, at: sample.at - 86_400_000 }))
  const after = places([...known, ...each(steady(271, 4), 700)])
  assert.deepEqual(after, [FIRST, FIRST + 4])
})

test('a bad sample amid good ones does not count, and the good ones count again after three', () => {
  assert.deepEqual(places(each([...steady(270), 354185, 270, 270, 270, 270])), [FIRST, FIRST + 4, FIRST + 5])
})

test('a counter that reads too little while its ECU starts does not lower what counted', () => {
  assert.deepEqual(places(each([...steady(270), 12, 12, 12, 12, 270, 270, 270])), [FIRST, FIRST + 7])
})

test('samples that fall do not agree', () => {
  assert.deepEqual(places(each([...steady(270, 5), 269.9, ...steady(269.8, 5)])), [])
})

test('a wrong counter that persists does not count either: no engine runs longer than the clock', () => {
  assert.deepEqual(places(each([...steady(270), ...steady(5000, 50)])), [FIRST])
})

test('a counter in whole hours may step by one, and after a month away by as much as five seconds confirm', () => {
  assert.deepEqual(places(each([...steady(270), 271, 271, 271])), [FIRST, FIRST + 1, FIRST + 2, FIRST + 3])
  const month = [
    ...each(steady(270)),
    ...each(steady(700)).map((sample) => ({ ...sample, at: sample.at + 600 * HOUR_MS })),
  ]
  assert.deepEqual(places(month), [FIRST, 2 * FIRST + 1])
})

test('four bad frames in three seconds after a month away do not count, though an engine could have run so long', () => {
  const month = [
    ...each(steady(270)),
    ...each([...steady(700, 4), ...steady(270, 3)]).map((sample) => ({ ...sample, at: sample.at + 600 * HOUR_MS })),
  ]
  assert.deepEqual(
    counted(month).map(({ hours }) => hours),
    [270, 270],
  )
})

test('many small steps do not add up to a large one', () => {
  const creeping = each(Array.from({ length: 100 }, (_, i) => 270 + i * 0.9))
  assert.ok(counted(creeping).every((s) => s.hours <= 277))
})

test('a wrong value that counted does not keep the right one out for good', () => {
  const minutes = OVERRULING_MS / 60_000
  const each20s = (hours: number, of: number) => steady(hours, of * 3 + 1)
  const run = (...values: number[]) => counted(each(values, 20_000)).map((s) => s.hours)
  // Too high: the right one is lower, and moves no meter before it is past it.
  assert.deepEqual(new Set(run(...each20s(354185, 30), ...each20s(270, minutes - 1))), new Set([354185]))
  assert.equal(run(...each20s(354185, 30), ...each20s(270, minutes)).at(-1), 270)
  // Too low: a higher one must have lasted longer than what it contradicts.
  assert.equal(run(...each20s(12, 2), ...each20s(270, minutes)).at(-1), 270)
  assert.equal(run(...each20s(270, 60), ...each20s(354185, 55)).at(-1), 270)
})

const MINUTE_MS = 60_000

test('a counter that is told each quarter of an hour, or once in an hour of running, counts from the third on', () => {
  const quarters = each([270, 270.25, 270.5, 270.75, 271], 15 * MINUTE_MS)
  assert.deepEqual(places(quarters), [2, 3, 4])
  // About as far apart as silence is long.
  const around = [0, 9, 20, 29, 41].map((minutes) => ({ hours: 270 + minutes / 60, at: minutes * MINUTE_MS }))
  assert.deepEqual(places(around), [2, 3, 4])
  const days = [0, 1, 49, 50, 400].map((hours, i) => ({ hours: 270 + i, at: hours * HOUR_MS }))
  assert.deepEqual(places(days), [2, 3, 4])
})

test('the first frame of an engine that wakes up is no counter that is told seldom, however often it is the same', () => {
  const wakes = Array.from({ length: 20 }, (_, day) =>
    each([354185, ...steady(270, 7)]).map((sample) => ({ ...sample, at: sample.at + day * 24 * HOUR_MS })),
  )
  assert.deepEqual(new Set(counted(wakes.flat()).map(({ hours }) => hours)), new Set([270]))
})

test('a single frame heard at each of three starts does not confirm the burst of a fourth', () => {
  const starts = [0, 24, 48].map((hours) => ({ hours: 270, at: hours * HOUR_MS }))
  const burst = each([12, 12, 12, 12]).map((sample) => ({ ...sample, at: sample.at + 72 * HOUR_MS }))
  assert.deepEqual(places([...starts, ...burst]), [2])
  const same = each(steady(270, 4)).map((sample) => ({ ...sample, at: sample.at + 72 * HOUR_MS }))
  // The fourth of the seldom ones; then a run of its own, which must last two seconds.
  assert.deepEqual(places([...starts, ...same]), [2, 3, 5, 6])
})

test('of a counter that is told seldom ten overrule what was wrong, fewer do not', () => {
  const hourly = (from: number, hours: number, of: number) =>
    Array.from({ length: of }, (_, i) => ({ hours, at: (from + i) * HOUR_MS }))
  const wrong = each(steady(354185))
  const right = (of: number) => counted([...wrong, ...hourly(1, 270, of)]).at(-1)?.hours
  assert.deepEqual([right(OVERRULING_SAMPLES - 1), right(OVERRULING_SAMPLES)], [354185, 270])
})

/** What waited to be confirmed and was not, as it is told. */
function dropped(samples: readonly HoursSample[]): [hours: number, count: number][] {
  let gate: HoursGate = {}
  return samples.flatMap((sample) => {
    const passed = gateHours(gate, sample)
    gate = passed.gate
    return passed.dropped.count > 0 ? [[passed.dropped.hours, passed.dropped.count] as [number, number]] : []
  })
}

test('what too few confirmed is told once it is certain, and what counted or waits is not', () => {
  assert.deepEqual(dropped(each(steady(270))), [])
  assert.deepEqual(dropped(each([354185.621, ...steady(270)])), [[354185.621, 1]])
  const pairs = [0, 20, 40].flatMap((minutes) => [0, 100].map((ms) => ({ hours: 270, at: minutes * MINUTE_MS + ms })))
  assert.deepEqual(dropped(pairs), [
    [270, 2],
    [270, 2],
  ])
  // What contradicts is told as that.
  assert.deepEqual(dropped(each([...steady(270), 354185, 270, 270])), [])
})

const step = fc.record({
  runs: fc.constantFrom(0, 0, 0, 0.001, 0.9),
  bad: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.oneof(fc.constant(354185), fc.double({ min: 0, max: 1e6, noNaN: true })) },
  ),
  waitMs: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
    // Longer than a run of samples, so that none lasts long enough to overrule.
    { weight: 1, arbitrary: fc.integer({ min: SILENCE_MS + 1, max: 800 * HOUR_MS }) },
  ),
})
/** Counters that run, creep, jump and fail, heard often or after weeks. */
const anything = fc.array(step, { maxLength: 60, size: 'max' }).map((steps) => {
  let at = 0
  let hours = 270
  return steps.map(({ runs, bad, waitMs }) => {
    at += waitMs
    hours += runs
    return { hours: bad ?? hours, at }
  })
})

const fits = (before: HoursSample, after: HoursSample) =>
  after.hours >= before.hours && after.hours - before.hours <= (after.at - before.at) / HOUR_MS + STEP_SLACK_HOURS

test('whatever comes, what counts never falls and never outruns the clock by more than an hour', () => {
  fc.assert(
    fc.property(anything, (samples) => {
      const passed = counted(samples)
      for (const [i, sample] of passed.entries())
        assert.ok([passed[0], passed[i - 1]].every((before) => !before || fits(before, sample)))
    }),
  )
  // By a fixed seed: of random ones, now and then a hundred hold too little.
  const looked = fc.sample(anything, { seed: 1, numRuns: 1_000 }).flatMap(counted)
  assert.ok(looked.length > 1_000, `the streams hold enough that counts: ${looked.length}`)
})

test('whatever comes, what counts agrees with the two samples before it and with what was heard two seconds ago', () => {
  fc.assert(
    fc.property(anything, (samples) => {
      for (const sample of counted(samples)) {
        const before = samples.slice(0, sample.place)
        const witnesses = before.slice(1 - AGREEING_SAMPLES)
        assert.equal(witnesses.length, AGREEING_SAMPLES - 1)
        assert.ok(witnesses.every((w) => fits(w, sample)))
        const gaps = [...witnesses.slice(1), sample].map((after, i) => after.at - witnesses[i]!.at)
        assert.ok(gaps.every((gap) => gap <= SILENCE_MS) || gaps.every((gap) => gap >= APART_MS))
        assert.ok(before.some((b) => sample.at - b.at >= AGREEING_MS && fits(b, sample)))
      }
    }),
  )
})

const honest = fc.record({
  start: fc.integer({ min: 1, max: 50_000 }),
  stepMs: fc.integer({ min: 500, max: 10_000 }),
  length: fc.integer({ min: 40, max: 60 }),
})

test('one bad sample anywhere in an honest stream never counts, and the stream recovers', () => {
  fc.assert(
    fc.property(
      honest,
      fc.nat(10),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      ({ start, stepMs, length }, place, bad) => {
        fc.pre(Math.abs(bad - start) > STEP_SLACK_HOURS + 1)
        const samples = Array.from({ length }, (_, i) => ({ hours: start + (i * stepMs) / HOUR_MS, at: i * stepMs }))
        const spoilt = samples.map((s, i) => (i === place ? { ...s, hours: bad } : s))
        const passed = counted(spoilt)
        assert.ok(passed.every((s) => s.place !== place))
        assert.equal(passed.at(-1)?.place, length - 1)
      },
    ),
  )
})
