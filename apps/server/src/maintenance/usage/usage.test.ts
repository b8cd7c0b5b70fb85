import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Reading } from './running.ts'
import { type Pattern, patternOf, usageOf, whenRun } from './usage.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const now = Date.parse('2026-10-10T12:00:00.000Z')
const daysAgo = (days: number) => now - days * DAY_MS

/** The meter on every day from so many days ago until `until` days ago, of an engine that runs so many hours on each day. */
function log(since: number, hoursOn: (at: Date) => number, until = 0): Reading[] {
  let hours = 1_000
  return Array.from({ length: since - until + 1 }, (_, i) => {
    const at = daysAgo(since - i)
    hours += hoursOn(new Date(at))
    return { at, hours: Math.floor(hours) }
  })
}

/** Four hours on Saturdays and Sundays from May to September, and none in winter: as most boats in the north. */
const SEASON = (at: Date) => (at.getUTCMonth() >= 4 && at.getUTCMonth() <= 8 && at.getUTCDay() % 6 === 0 ? 4 : 0)
const EVERY_DAY = () => 1

const usage = (readings: Reading[], at = now) => {
  const pattern = patternOf(readings, at)
  return pattern && usageOf(pattern)
}
const predicted = (readings: Reading[], hours: number, at = now) => {
  const when = whenRun(patternOf(readings, at)!, hours, at)
  return when === null ? null : new Date(when).toISOString().slice(0, 10)
}

test('one reading, a log of less than four weeks, or none for a year: nothing can be told', () => {
  assert.equal(patternOf([], now), null)
  assert.equal(patternOf(log(100, EVERY_DAY, 100), now), null)
  assert.equal(patternOf(log(27, EVERY_DAY), now), null)
  assert.ok(patternOf(log(28, EVERY_DAY), now))
  assert.equal(patternOf(log(800, EVERY_DAY, 366), now), null)
  assert.ok(patternOf(log(800, EVERY_DAY, 365), now))
})

test('a log shorter than a year: an even pace since its first reading, until now', () => {
  assert.deepEqual(usage(log(70, EVERY_DAY)), {
    hours_a_week: 7,
    basis: 'since_first_reading',
    from: new Date(daysAgo(70)).toISOString(),
    to: new Date(now).toISOString(),
  })
  assert.equal(usage(log(70, EVERY_DAY, 35))!.hours_a_week, 3.5)
  assert.equal(predicted(log(70, EVERY_DAY), 21), '2026-10-31')
})

test('a log of a year and more: the year up to its last reading', () => {
  assert.deepEqual(usage(log(800, EVERY_DAY, 40)), {
    hours_a_week: 7,
    basis: 'year',
    from: new Date(daysAgo(405)).toISOString(),
    to: new Date(daysAgo(40)).toISOString(),
  })
})

test('laid up for the winter: what is left in October is run in the coming May, as in the last one', () => {
  assert.equal(usage(log(1_000, SEASON))!.hours_a_week, 3.4)
  assert.equal(predicted(log(1_000, SEASON), 8), '2027-05-03')
  assert.equal(predicted(log(1_000, SEASON), 80), '2027-07-05')
})

test('asked in the season, what is left is run within it where it can be', () => {
  const june = Date.parse('2026-06-12T12:00:00.000Z')
  const until = log(1_000, SEASON).filter(({ at }) => at <= june)
  assert.equal(predicted(until, 16, june), '2026-06-22')
  assert.equal(predicted(until, 160, june), '2027-05-24')
})

test('an engine that has not run is not expected to; ten years ahead is too far to tell', () => {
  assert.deepEqual(
    [
      usage(log(400, () => 0))!.hours_a_week,
      predicted(
        log(400, () => 0),
        1,
      ),
    ],
    [0, null],
  )
  assert.equal(predicted(log(400, EVERY_DAY), 3_649), '2036-10-06')
  assert.equal(predicted(log(400, EVERY_DAY), 3_651), null)
})

test('two readings by hand a year apart are an even pace', () => {
  const sparse = [
    { at: daysAgo(500), hours: 0 },
    { at: daysAgo(100), hours: 400 },
  ]
  assert.equal(usage(sparse)!.hours_a_week, 7)
  assert.equal(predicted(sparse, 10), '2026-10-20')
})

test('a correction, a slip and a new meter leave the pattern as it was', () => {
  const straight = log(500, SEASON)
  const slips = [...straight, { at: daysAgo(40.5), hours: 9_999 }, { at: daysAgo(90.5), hours: 1 }]
  slips.sort((a, b) => a.at - b.at)
  assert.deepEqual(usage(slips), usage(straight))
  assert.equal(predicted(slips, 50), predicted(straight, 50))
  const replaced = straight.map(({ at, hours }) => ({ at, hours: at < daysAgo(200) ? hours : hours - 1_050 }))
  assert.equal(predicted(replaced, 50), predicted(straight, 50))
})

const boat = fc
  .record({
    since: fc.integer({ min: 30, max: 900 }),
    silent: fc.integer({ min: 0, max: 25 }),
    every: fc.integer({ min: 1, max: 40 }),
    weeks: fc.array(fc.nat(60), { minLength: 53, maxLength: 53 }),
  })
  .map(({ since, silent, every, weeks }) => {
    const readings = log(since, (at) => weeks[Math.floor(at.getTime() / WEEK_MS) % 53]! / 7, silent)
    return readings.filter((_, i) => i % every === 0 || i === readings.length - 1)
  })
const hoursLeft = fc.integer({ min: 1, max: 3_000 })

/** What the pattern, repeated for ever, ran between now and then; by walking it day by day. */
function walked(pattern: Pattern, from: number, to: number): number {
  const length = pattern.to - pattern.from
  const at = (time: number) => (((time - pattern.from) % length) + length) % length
  let sum = 0
  const step = DAY_MS / 8
  for (let time = from; time < to; time += step) {
    const middle = pattern.from + at(Math.min(time + step / 2, to))
    const share = (Math.min(time + step, to) - time) / step
    for (const { from: a, to: b, hours } of pattern.stretches)
      if (middle >= a && middle < b) sum += (hours * step * share) / (b - a)
  }
  return sum
}

test('property: by the predicted time the pattern has run the hours', () => {
  fc.assert(
    fc.property(boat, hoursLeft, (readings, hours) => {
      const pattern = patternOf(readings, now)
      const when = pattern && whenRun(pattern, hours, now)
      if (!pattern || when === null) return
      assert.ok(when >= now)
      assert.ok(
        Math.abs(walked(pattern, now, when) - hours) < 1 + hours / 100,
        `${walked(pattern, now, when)} ${hours}`,
      )
    }),
    { numRuns: 60 },
  )
})

test('property: more hours are never run sooner, and a year of the pattern takes a year', () => {
  fc.assert(
    fc.property(boat, hoursLeft, hoursLeft, (readings, hours, more) => {
      const pattern = patternOf(readings, now)
      if (!pattern || pattern.hours === 0) return
      const [sooner, later] = [whenRun(pattern, hours, now), whenRun(pattern, hours + more, now)]
      assert.ok(later === null || (sooner !== null && sooner <= later))
      const again = whenRun(pattern, hours + pattern.hours, now)
      if (sooner !== null && again !== null) assert.ok(Math.abs(again - sooner - (pattern.to - pattern.from)) < 60_000)
    }),
  )
})

/** The same season, each weekend otherwise: none to eight hours, the same in every test. */
const WEATHER = (at: Date) => SEASON(at) * 2 * Math.abs(Math.sin(at.getTime() / DAY_MS) ** 3)

/** How far from the truth a forecast is in the mean, days, over two years of asking. */
function meanError(forecast: (readings: Reading[], hours: number, at: number) => number | null): number {
  const all = log(1_600, WEATHER)
  const errors: number[] = []
  for (let days = 830; days >= 400; days -= 10)
    for (const hours of [10, 25, 50, 100]) {
      const at = daysAgo(days)
      const until = all.filter((reading) => reading.at <= at)
      const truth = all.find((reading) => reading.hours >= until.at(-1)!.hours + hours)
      const when = forecast(until, hours, at)
      if (truth && when !== null) errors.push(Math.abs(when - truth.at) / DAY_MS)
    }
  return errors.reduce((sum, error) => sum + error, 0) / errors.length
}

/** At the mean of the last so many days. */
const flat = (days: number) => (readings: Reading[], hours: number, at: number) => {
  const before = readings.findLast((reading) => reading.at <= at - days * DAY_MS)!
  const ran = readings.at(-1)!.hours - before.hours
  return ran > 0 ? at + (hours / ran) * days * DAY_MS : null
}

test('the year repeated is days from the truth where a mean of the last year or of 90 days is weeks from it', (t) => {
  const year = meanError((readings, hours, at) => whenRun(patternOf(readings, at)!, hours, at))
  const [means, last90] = [meanError(flat(365)), meanError(flat(90))]
  t.diagnostic(
    `mean error, days: year repeated ${year.toFixed(1)}, mean of 365 days ${means.toFixed(1)}, of 90 ${last90.toFixed(1)}`,
  )
  assert.ok(year < 10 && means > 30 && last90 > 30)
})
