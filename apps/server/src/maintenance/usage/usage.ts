import type { Usage } from '@binnacle/contract'
import { type Reading, running, type Stretch } from './running.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
const YEAR_MS = 365 * DAY_MS

/** A shorter log shows a holiday or a delivery, not the usual use. */
const MIN_LOG_MS = 28 * DAY_MS

/** Predictions end here: no boat is used the same way for longer. */
const MAX_FORECAST_MS = 10 * YEAR_MS

/**
 * A period, Unix ms, whose engine hours are expected to repeat.
 *
 * A boat's year has seasons. A mean of the last 90 days would predict in October that the engine runs all winter, and in March that it
 * never runs; a mean of the year is too low in summer. So the year itself repeats: next May is expected to be like last May (a
 * seasonal naive forecast). The period ends at the last reading. A log shorter than a year repeats at its mean pace.
 */
export interface Pattern {
  basis: Usage['basis']
  from: number
  to: number
  /** Within from and to, in order. */
  stretches: Stretch[]
  /** The sum of all stretches; 0 if the engine did not run. */
  hours: number
}

/** The part of a stretch between `start` and `end`. The engine is assumed to run evenly. */
function within({ from, to, hours }: Stretch, start: number, end: number): Stretch {
  const cut = { from: Math.max(from, start), to: Math.min(to, end) }
  return { ...cut, hours: to > from ? (hours * (cut.to - cut.from)) / (to - from) : hours }
}

const sum = (stretches: readonly Stretch[]): number => stretches.reduce((hours, one) => hours + one.hours, 0)

/**
 * The pattern of an hour log, oldest first and not later than now (Unix ms). Null if there is too little data:
 * only one reading, a log of less than four weeks, or no reading in the last year. In a log of less than a year, the time since the
 * last reading counts as time without running. That is true with an onboard device; without one, the next reading corrects it.
 */
export function patternOf(readings: readonly Reading[], now: number): Pattern | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || first === last || now - first.at < MIN_LOG_MS || now - last.at > YEAR_MS) return null
  const stretches = running(readings)
  if (last.at - first.at < YEAR_MS) {
    const evenly = { from: first.at, to: now, hours: sum(stretches) }
    return { basis: 'since_first_reading', from: first.at, to: now, stretches: [evenly], hours: evenly.hours }
  }
  const from = last.at - YEAR_MS
  const year = stretches.filter(({ to }) => to > from).map((one) => within(one, from, last.at))
  return { basis: 'year', from, to: last.at, stretches: year, hours: sum(year) }
}

/** The hours of the part of the stretches between two times, Unix ms. */
export const hoursWithin = (stretches: readonly Stretch[], from: number, to: number): number =>
  sum(stretches.filter((one) => one.to > from && one.from < to).map((one) => within(one, from, to)))

/** Hours run from the start of the pattern until a time within it. */
const runBy = ({ stretches, from }: Pattern, at: number): number => hoursWithin(stretches, from, at)

/** The time within the pattern at which that many hours had been run since its beginning: the inverse of runBy. */
function runAt({ stretches, to }: Pattern, hours: number): number {
  let before = 0
  for (const one of stretches) {
    if (one.hours > 0 && before + one.hours >= hours)
      return one.from + ((one.to - one.from) * (hours - before)) / one.hours
    before += one.hours
  }
  return to
}

/**
 * When the engine will have run that many more hours (more than 0) if the pattern repeats, Unix ms. Null if it did not run at all, or
 * if that is more than ten years away.
 */
export function whenRun(pattern: Pattern, hours: number, now: number): number | null {
  if (pattern.hours === 0) return null
  const length = pattern.to - pattern.from
  const begun = now - ((now - pattern.from) % length)
  const needed = runBy(pattern, pattern.from + (now - begun)) + hours
  const rounds = Math.ceil(needed / pattern.hours) - 1
  const at = begun + rounds * length + runAt(pattern, needed - rounds * pattern.hours) - pattern.from
  return at - now > MAX_FORECAST_MS ? null : at
}

const HOURS_A_WEEK = WEEK_MS / HOUR_MS

/** The pattern in the contract's form. Rounded readings can add up to more hours than a week has, hence the limit. */
export const usageOf = ({ basis, from, to, hours }: Pattern): Usage => ({
  hours_a_week: Math.min(HOURS_A_WEEK, Math.round((hours / ((to - from) / WEEK_MS)) * 10) / 10),
  basis,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})
