import type { DueItem } from '@binnacle/contract'

/** What is left of a due item until it trips; negative when it has. */
interface DueLeft {
  /** When it falls due by time. */
  date: string | null
  /** Engine hours until it falls due; null without an hours interval, or while the meter is not known. */
  hours: number | null
}

/**
 * What is worth saying of a due item: all of it until it is overdue; then what made it so, and
 * not that its other interval has years to go. `now` in ms.
 */
export function dueLeft(item: DueItem, meter: number | null, now: number): DueLeft {
  const hours = item.due_hours === null || meter === null ? null : item.due_hours - meter
  const all = { date: item.due_date, hours }
  if (item.status !== 'overdue' || item.due_date === null || hours === null) return all
  const late = { date: Date.parse(item.due_date) <= now, hours: hours <= 0 }
  return { date: late.date ? item.due_date : null, hours: late.hours ? hours : null }
}
