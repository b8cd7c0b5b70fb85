import { dayOf } from './day.ts'

/**
 * Services and due dates are days without a time: those of the boat's calendar, as somebody wrote them. Such a day is stored as
 * an instant of that day in UTC, and everybody reads it in UTC, so that it is the same day wherever the reader is (decision 39).
 */
export const calendarDay = (at: string): string => new Date(at).toISOString().slice(0, 10)

/**
 * The instant that stands for a day, RFC 3339: its noon; for the writer's today the instant of it that is nearest to now, so that
 * it comes after what was logged this morning. `kept` is what was there before: its own day leaves it alone.
 */
export function instantOfDay(day: string, now: Date, kept?: string): string {
  if (kept !== undefined && calendarDay(kept) === day) return kept
  if (dayOf(now) !== day) return new Date(`${day}T12:00:00Z`).toISOString()
  const [first, last] = [Date.parse(`${day}T00:00:00Z`), Date.parse(`${day}T23:59:59Z`)]
  return new Date(Math.min(Math.max(now.getTime(), first), last)).toISOString()
}
