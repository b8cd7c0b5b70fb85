import type { Summary } from '@binnacle/contract'

/** Days as ISO 8601 writes them, and when they begin and end: `until` is not included. */
export interface Period {
  firstDay: string
  lastDay: string
  from: Date
  until: Date
}

/** When clocks in the one time zone show what those in the other showed. */
export const atSameClockTime = (at: Date, from: string, to: string): Date =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(from).toPlainDateTime().toZonedDateTime(to)
      .epochMilliseconds,
  )

/** Nobody reads a summary at midnight, and late readings of the last day come by morning. */
const SENT_AT_HOUR = 7

/** The newest week or month, in a time zone, whose summary can be sent by now. */
export function lastPeriod(summary: Exclude<Summary, 'off'>, timeZone: string, now: Date): Period {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .subtract({ hours: SENT_AT_HOUR })
    .toPlainDate()
  const until = summary === 'weekly' ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 })
  const first = until.subtract(summary === 'weekly' ? { weeks: 1 } : { months: 1 })
  const beginning = (of: Temporal.PlainDate) => new Date(of.toZonedDateTime(timeZone).epochMilliseconds)
  return {
    firstDay: first.toString(),
    lastDay: until.subtract({ days: 1 }).toString(),
    from: beginning(first),
    until: beginning(until),
  }
}
