import type { MeterReading } from '@binnacle/contract'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** The reading before a time, ms; readings are oldest first. */
export const readingBefore = <R extends Pick<MeterReading, 'logged_at'>>(readings: readonly R[], at: number) =>
  readings.findLast(({ logged_at }) => Date.parse(logged_at) <= at)

/** An engine runs at most 24 h a day. One more day is allowed, since a reading has a date and often no time. */
export const isPlausibleStep = (
  before: Pick<MeterReading, 'hours' | 'logged_at'>,
  hours: number,
  at: number,
): boolean => hours - before.hours <= (at - Date.parse(before.logged_at)) / HOUR_MS + DAY_HOURS

/** Whether a reading needs a look at the log at all: a day's step is always plausible. */
export const isLargeStep = (meter: number | null, hours: number): boolean => meter !== null && hours > meter + DAY_HOURS
