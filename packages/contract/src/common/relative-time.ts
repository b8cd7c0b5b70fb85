const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Each unit, its length, and the time from which on the next one is used, ms. */
const UNITS = [
  ['minute', MINUTE, HOUR],
  ['hour', HOUR, DAY],
  ['day', DAY, 14 * DAY],
  ['week', 7 * DAY, 60 * DAY],
  ['month', 30.44 * DAY, 730 * DAY],
  ['year', 365.25 * DAY, Infinity],
] as const

/**
 * A span of time as people say it, for Intl.RelativeTimeFormat: 729 days are 2 years, 40 seconds are now. Rounded, and in the unit
 * that fits after rounding. ms: negative for the past.
 */
export function relativeTime(ms: number): [value: number, unit: 'second' | (typeof UNITS)[number][0]] {
  if (Math.abs(ms) < MINUTE) return [0, 'second']
  const [unit, size] = UNITS.find(([, size, until]) => Math.abs(Math.round(ms / size)) * size < until)!
  return [Math.round(ms / size), unit]
}
