/** A year of 365 days in twelve parts: 12 months are 365 days, 24 are 730. */
const DAYS_A_MONTH = 365 / 12

/** The days of an interval that a person gives in months: 1 is 30, 3 is 91, 6 is 183, 12 is 365. */
export const daysOfMonths = (months: number): number => Math.round(months * DAYS_A_MONTH)

/** The whole months that are exactly these days; null where there are none, and the days must be shown as they are. */
export function monthsOfDays(days: number): number | null {
  const months = Math.round(days / DAYS_A_MONTH)
  return months > 0 && daysOfMonths(months) === days ? months : null
}
