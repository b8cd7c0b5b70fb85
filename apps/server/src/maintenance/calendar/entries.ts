import type { DueForecast } from '@binnacle/contract'

/** What is due on one day. */
export interface Entry {
  taskId: string
  title: string
  /** The day's beginning in UTC. */
  day: Date
  isOverdue: boolean
  /** The hour meter at which it is due; null: by date only. */
  hours: number | null
}

const DAY_MS = 86_400_000
/** Predictions further ahead are guesses. */
const AHEAD_DAYS = 2 * 366

const dayOf = (time: number): Date => new Date(Math.floor(time / DAY_MS) * DAY_MS)

/** What of a due feed has a day: what is overdue has today, so that it stays in sight; what cannot be predicted has none. */
export function entriesOf(items: readonly DueForecast[], now: Date): Entry[] {
  return items.flatMap(({ task_id, title, status, predicted_date, due_hours }) => {
    const isOverdue = status === 'overdue'
    const time = isOverdue ? now.getTime() : predicted_date && Date.parse(predicted_date)
    if (!time || time - now.getTime() > AHEAD_DAYS * DAY_MS) return []
    return [{ taskId: task_id, title, day: dayOf(time), isOverdue, hours: due_hours }]
  })
}
