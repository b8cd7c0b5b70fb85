const two = (number: number) => String(number).padStart(2, '0')

/** The day of a time where the reader is, as a date field has it: 2026-05-14. */
export function dayOf(at: Date): string {
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

const NOON = 12

/**
 * The time that a day stands for, RFC 3339. Today is now, so that it comes after what was logged this morning. Another day is
 * its noon, which is the same date in most time zones. `kept` is the time that was there before: its own day leaves it alone.
 */
export function timeOfDay(day: string, now: Date, kept?: string): string {
  if (kept !== undefined && dayOf(new Date(kept)) === day) return kept
  if (dayOf(now) === day) return now.toISOString()
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = new Date(0, 0, 1, NOON)
  // The constructor takes the years 0 to 99 for those of 1900.
  at.setFullYear(year, month - 1, date)
  return at.toISOString()
}
