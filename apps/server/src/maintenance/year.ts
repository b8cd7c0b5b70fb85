const beginning = (year: number, timeZone: string): Date =>
  new Date(Temporal.ZonedDateTime.from({ year, month: 1, day: 1, timeZone }).epochMilliseconds)

/** A year in a time zone: `from` is included, `until` is not. */
export const yearIn = (year: number, timeZone: string): { from: Date; until: Date } => ({
  from: beginning(year, timeZone),
  until: beginning(year + 1, timeZone),
})

/** Returns a function for the year of a time in a time zone. Time zone calculations are slow, so it makes one per year. */
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
