import type { DueForecast } from '@binnacle/contract'
import { type Pattern, whenRun } from '../usage/usage.ts'
import { type DueTask, type RankedTask, rankTasks, type Trip } from './due.ts'

const DAY_MS = 86_400_000

/** When the hours interval will be due, Unix ms; null if there is none, if it is due already, or if it cannot be predicted. */
const trippedByHours = (byHours: Trip | null, pattern: Pattern | null, now: number): number | null =>
  byHours && pattern && byHours.left > 0 && byHours.left < Infinity ? whenRun(pattern, byHours.left, now) : null

/** Which interval is due first: by the predicted date if there is one, otherwise by the values that sort the feed. */
function tripsBy({ byDate, byHours, days, item }: RankedTask, hoursAt: number | null): DueForecast['trips_by'] {
  if (!byDate) return 'hours'
  if (!byHours) return 'date'
  const hoursFirst = hoursAt !== null && item.status !== 'overdue' ? hoursAt < byDate.at : days.hours < days.date
  return hoursFirst ? 'hours' : 'date'
}

function predicted({ item, byDate }: RankedTask, hoursAt: number | null): string | null {
  if (item.status === 'overdue') return null
  const earlier = hoursAt !== null && !(byDate && byDate.at <= hoursAt)
  return earlier ? new Date(hoursAt).toISOString() : item.due_date
}

/** Days, rounded up. Adding 0 turns -0 into 0. */
const daysRoundedUp = (ms: number): number => Math.ceil(ms / DAY_MS) + 0

function forecastOf(one: RankedTask, pattern: Pattern | null, now: number): DueForecast {
  const { task, item, byDate, byHours } = one
  const hoursAt = trippedByHours(byHours, pattern, now)
  return {
    ...item,
    interval_days: task.interval_days,
    interval_hours: task.interval_hours,
    once: task.once,
    days_left: byDate && daysRoundedUp(byDate.left),
    hours_left: byHours && byHours.left < Infinity ? byHours.left : null,
    trips_by: tripsBy(one, hoursAt),
    predicted_date: predicted(one, hoursAt),
    last_service: task.served_at && { done_at: task.served_at.toISOString(), engine_hours: task.served_hours },
  }
}

/** What an owner plans by: what is overdue keeps its order; of the rest, the next date comes first, and what has none last. */
function byNextDate(a: DueForecast, b: DueForecast): number {
  if (a.status !== b.status || a.status === 'overdue' || a.predicted_date === b.predicted_date) return 0
  return (a.predicted_date ?? '~') < (b.predicted_date ?? '~') ? -1 : 1
}

/**
 * The due feed of one vessel, with what is left of each item and its predicted date: its due date, or earlier if the engine reaches
 * its hours first, by the usage pattern. meter: whole hours, null when unknown.
 */
export const forecastFeed = (
  tasks: readonly DueTask[],
  meter: number | null,
  pattern: Pattern | null,
  now: Date,
): DueForecast[] =>
  rankTasks(tasks, meter, now)
    .map((one) => forecastOf(one, pattern, now.getTime()))
    .sort(byNextDate)
