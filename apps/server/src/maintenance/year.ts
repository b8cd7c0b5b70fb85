const beginning = (year: number, timeZone: string): Date =>
  new Date(Temporal.ZonedDateTime.from({ year, month: 1, day: 1, timeZone }).epochMilliseconds)

/** A year in a time zone, from its first instant to before the next year's. */
export const yearIn = (year: number, timeZone: string): { from: Date; until: Date } => ({
  from: beginning(year, timeZone),
  until: beginning(year + 1, timeZone),
})

/** Says the year that a time falls in, in a time zone. A time zone is slow to ask: it is asked once a year, not once a time. */
export function yearsOf(timeZone: string): (at: Date) => number {
  const known = new Map<number, Date>()
  const begins = (year: number): Date => {
    const at = known.get(year) ?? beginning(year, timeZone)
    known.set(year, at)
    return at
  }
  return (at) => {
    const year = at.getUTCFullYear()
    if (at < begins(year)) return year - 1
    return at < begins(year + 1) ? year : year + 1
  }
}

/** Whether this is the name of a time zone, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  try {
    beginning(2000, name)
    return true
  } catch {
    return false
  }
}
