import { invalid } from '../errors.ts'

/** The time zone that a request names, UTC by default. Throws invalid_request for an unknown one. */
export function requireTimeZone({ time_zone = 'UTC' }: { time_zone?: string }): string {
  try {
    // Each takes what the other does not, such as a whole date-time with a zone.
    Temporal.ZonedDateTime.from({ year: 2000, month: 1, day: 1, timeZone: time_zone })
    new Intl.DateTimeFormat('en', { timeZone: time_zone })
    return time_zone
  } catch {
    throw invalid('/time_zone must be the name of a time zone such as Europe/Berlin')
  }
}
