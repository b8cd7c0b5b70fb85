import type { QuietHours } from '@binnacle/contract'

/** When the quiet time ends in which `now` is; null: it is in none. */
export function quietUntil({ from, until, time_zone }: QuietHours, now: Date): Date | null {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone)
  const isQuiet = (at: Temporal.ZonedDateTime) => isWithin(from, until, at.toPlainTime().toString())
  if (!isQuiet(here)) return null
  const end = nextTime(here, until)
  // Clocks that go forward or back may jump out of the quiet time before.
  let change = here.getTimeZoneTransition('next')
  while (change && isBefore(change, end) && isQuiet(change)) change = change.getTimeZoneTransition('next')
  const first = change && isBefore(change, end) ? change : end
  return new Date(first.epochMilliseconds)
}

/** Of times as ISO 8601 writes them, which are in order as text. */
const isWithin = (from: string, until: string, time: string): boolean =>
  from < until ? from <= time && time < until : from <= time || time < until

const isBefore = (a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime) => Temporal.ZonedDateTime.compare(a, b) < 0

/** When clocks next show a time. They may leave it out for a day, or show it twice in a night. */
function nextTime(after: Temporal.ZonedDateTime, time: string): Temporal.ZonedDateTime {
  const today = after.toPlainDate()
  const times = [0, 1, 2].flatMap((days) => {
    const local = today.add({ days }).toPlainDateTime(time)
    return (['earlier', 'later'] as const)
      .map((disambiguation) => local.toZonedDateTime(after.timeZoneId, { disambiguation }))
      .filter((at) => at.toPlainDateTime().equals(local))
  })
  return times.find((at) => isBefore(after, at))!
}
