import type { DueForecast } from '@binnacle/contract'
import { type DueTask, type Placed, placed, type Trip } from './due.ts'
import { type Pattern, whenRun } from './usage.ts'

const DAY_MS = 86_400_000

/** When an interval of hours trips, Unix ms: null where it has, where there is none, or where it cannot be told. */
const trippedByHours = (byHours: Trip | null, pattern: Pattern | null, now: number): number | null =>
  byHours && pattern && byHours.left > 0 && byHours.left < Infinity ? whenRun(pattern, byHours.left, now) : null

/** Which interval trips first: by the predicted date where there is one, else by what is nearer in the feed's own measure. */
function tripsBy({ byDate, byHours, days, item }: Placed, hoursAt: number | null): DueForecast['trips_by'] {
  if (!byDate) return 'hours'
  if (!byHours) return 'date'
  const hoursFirst = hoursAt !== null && item.status !== 'overdue' ? hoursAt < byDate.at : days.hours < days.date
  return hoursFirst ? 'hours' : 'date'
}

function predicted({ item, byDate }: Placed, hoursAt: number | null): string | null {
  if (item.status === 'overdue') return null
  const earlier = hoursAt !== null && !(byDate && byDate.at <= hoursAt)
  return earlier ? new Date(hoursAt).toISOString() : item.due_date
}

/** -0, which a begun day just past would be, is 0. */
const beganDays = (ms: number): number => Math.ceil(ms / DAY_MS) + 0

function forecastOf(one: Placed, pattern: Pattern | null, now: number): DueForecast {
  const { task, item, byDate, byHours } = one
  const hoursAt = trippedByHours(byHours, pattern, now)
  return {
    ...item,
    interval_days: task.interval_days,
    interval_hours: task.interval_hours,
    days_left: byDate && beganDays(byDate.left),
    hours_left: byHours && byHours.left < Infinity ? byHours.left : null,
    trips_by: tripsBy(one, hoursAt),
    predicted_date: predicted(one, hoursAt),
    last_service: task.served_at && { done_at: task.served_at.toISOString(), engine_hours: task.served_hours },
  }
}

/**
 * The due feed of one vessel with what is left of each item and when it is expected to trip: on its date, or earlier when its
 * hours will have been run if the boat is used as the pattern says. meter: whole hours, null when unknown.
 */
export const forecastFeed = (
  tasks: readonly DueTask[],
  meter: number | null,
  pattern: Pattern | null,
  now: Date,
): DueForecast[] => placed(tasks, meter, now).map((one) => forecastOf(one, pattern, now.getTime()))
