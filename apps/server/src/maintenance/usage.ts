import type { Usage } from '@binnacle/contract'
import { type Reading, running, type Stretch } from './running.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
const YEAR_MS = 365 * DAY_MS

/** A log shorter than this shows a holiday or a delivery, not how a boat is used. */
const SHORTEST_MS = 28 * DAY_MS

/** Nobody plans maintenance further ahead, and no boat is used the same for so long. */
const FURTHEST_MS = 10 * YEAR_MS

/**
 * A time whose running is expected to come again, and again: Unix ms.
 *
 * A boat's year has seasons. The mean of the last 90 days has the engine run all winter when it is asked in October, and
 * not at all when it is asked in March; the mean of a year is too slow in every summer. So what is repeated is the year
 * itself: the coming May is expected to be as the last one was (a seasonal naive forecast). It ends at the last reading, as
 * nothing is known of the time after it. A log shorter than a year knows no seasons, and is repeated at its mean pace.
 */
export interface Pattern {
  basis: Usage['basis']
  from: number
  to: number
  /** Within from and to, in order. */
  stretches: Stretch[]
  /** In all of them; more than 0 where the engine ran at all. */
  hours: number
}

/** The part of a stretch that lies within the time, as if it had run evenly. */
function within({ from, to, hours }: Stretch, start: number, end: number): Stretch {
  const cut = { from: Math.max(from, start), to: Math.min(to, end) }
  return { ...cut, hours: to > from ? (hours * (cut.to - cut.from)) / (to - from) : hours }
}

const sum = (stretches: readonly Stretch[]): number => stretches.reduce((hours, one) => hours + one.hours, 0)

/**
 * The pattern of an hour log, oldest first and not later than now (Unix ms). null where it does not tell: one reading only, a
 * log younger than four weeks, or none in the last year. In a short log no reading means no running until now: with a box on
 * board that is so, and without one the pace is put right by the next reading.
 */
export function patternOf(readings: readonly Reading[], now: number): Pattern | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || first === last || now - first.at < SHORTEST_MS || now - last.at > YEAR_MS) return null
  const stretches = running(readings)
  if (last.at - first.at < YEAR_MS) {
    const evenly = { from: first.at, to: now, hours: sum(stretches) }
    return { basis: 'since_first_reading', from: first.at, to: now, stretches: [evenly], hours: evenly.hours }
  }
  const from = last.at - YEAR_MS
  const year = stretches.filter(({ to }) => to > from).map((one) => within(one, from, last.at))
  return { basis: 'year', from, to: last.at, stretches: year, hours: sum(year) }
}

/** Hours run from the pattern's beginning until a time within it. */
const runBy = ({ stretches, from }: Pattern, at: number): number =>
  sum(stretches.filter((one) => one.from < at).map((one) => within(one, from, at)))

/** When, within the pattern, so many hours had been run since its beginning: the inverse of runBy. */
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
 * When the engine will have run so many hours more (more than 0), Unix ms, if the pattern comes again from now on. null when
 * it has not run at all, or when that is more than ten years away.
 */
export function whenRun(pattern: Pattern, hours: number, now: number): number | null {
  if (pattern.hours === 0) return null
  const length = pattern.to - pattern.from
  const begun = now - ((now - pattern.from) % length)
  const needed = runBy(pattern, pattern.from + (now - begun)) + hours
  const rounds = Math.ceil(needed / pattern.hours) - 1
  const at = begun + rounds * length + runAt(pattern, needed - rounds * pattern.hours) - pattern.from
  return at - now > FURTHEST_MS ? null : at
}

const HOURS_A_WEEK = WEEK_MS / HOUR_MS

/** The pattern as the owner is told of it. Hours cut to whole ones can seem to outrun the week. */
export const usageOf = ({ basis, from, to, hours }: Pattern): Usage => ({
  hours_a_week: Math.min(HOURS_A_WEEK, Math.round((hours / ((to - from) / WEEK_MS)) * 10) / 10),
  basis,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})
