import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Reading, running } from './running.ts'

const DAY_MS = 86_400_000

/** Readings a week apart. */
const weekly = (...hours: number[]): Reading[] => hours.map((each, week) => ({ at: week * 7 * DAY_MS, hours: each }))
const ran = (readings: readonly Reading[]) => running(readings).reduce((sum, { hours }) => sum + hours, 0)

test('what ran lies between two readings', () => {
  assert.deepEqual(running(weekly(400, 410, 410)), [
    { from: 0, to: 7 * DAY_MS, hours: 10 },
    { from: 7 * DAY_MS, to: 14 * DAY_MS, hours: 0 },
  ])
  assert.deepEqual([running([]), running(weekly(400))], [[], []])
})

test('a meter corrected downwards never ran what was taken back, even where more was logged on top', () => {
  assert.equal(ran(weekly(400, 410, 4_120, 412, 420)), 20)
  assert.equal(ran(weekly(400, 410, 512, 513, 514, 412, 420)), 20)
})

test('a meter corrected upwards did not run faster than the clock', () => {
  const corrected = [...weekly(400, 410), { at: 7 * DAY_MS + 60_000, hours: 1_410 }, { at: 14 * DAY_MS, hours: 1_420 }]
  assert.equal(ran(corrected), 20)
})

test('a new meter starts anew: what ran on each counts, the change of it does not', () => {
  assert.equal(ran(weekly(1_900, 1_950, 2_000, 0, 10, 30)), 130)
  assert.equal(ran(weekly(1_990, 2_000, 300, 310)), 20)
})

test('a low slip between two readings that agree counts nothing', () => {
  assert.equal(ran(weekly(400, 410, 41, 420)), 20)
  assert.equal(
    ran([...weekly(40, 100, 250, 400), { at: 22 * DAY_MS, hours: 41 }, { at: 23 * DAY_MS, hours: 410 }]),
    370,
  )
})

test('whole hours: two readings within the hour can be one apart', () => {
  const minutes = [0, 10, 20].map((minute, i) => ({ at: minute * 60_000, hours: 400 + i }))
  assert.equal(ran(minutes), 2)
  assert.equal(
    ran([
      { at: 0, hours: 400 },
      { at: 60_000, hours: 402 },
    ]),
    0,
  )
})

/** A log of an engine that runs up to 40 hours a week. */
const honest = fc.array(fc.nat(40), { minLength: 4, maxLength: 40 }).map((weeks) => {
  let hours = 1_000
  return weekly(1_000, ...weeks.map((more) => (hours += more)))
})

test('property: an honest log ran from its first reading to its last', () => {
  fc.assert(fc.property(honest, (log) => ran(log) === log.at(-1)!.hours - 1_000))
})

test('property: a slip upwards that is corrected, and a slip downwards, change nothing', () => {
  fc.assert(
    fc.property(honest, fc.nat(), fc.integer({ min: 1, max: 5_000 }), fc.boolean(), (log, place, by, up) => {
      const i = 1 + (place % (log.length - 2))
      const slip = { at: log[i]!.at + DAY_MS, hours: up ? log[i + 1]!.hours + by : log[i]!.hours - 1 - (by % 900) }
      assert.equal(ran(log.toSpliced(i + 1, 0, slip)), ran(log))
    }),
  )
})

test('property: a meter replaced at any time loses only what ran between the two readings around it', () => {
  fc.assert(
    fc.property(honest, fc.nat(), (log, place) => {
      const i = 1 + (place % (log.length - 1))
      const from = log[i]!.hours
      const replaced = log.map(({ at, hours }, k) => ({ at, hours: k < i ? hours : hours - from }))
      assert.equal(ran(replaced), ran(log) - (from - log[i - 1]!.hours))
    }),
  )
})
