import type { DueItem, DueStatus } from '@binnacle/contract'

/** A task with the service that it counts from. Hours are on the vessel's meter; a day is 24 hours. */
export interface DueTask {
  id: string
  title: string
  interval_days: number | null
  interval_hours: number | null
  lead_days: number
  lead_hours: number
  start_at: Date
  start_hours: number
  /** When the last matching service was done; null where there is none. */
  served_at: Date | null
  /** The meter at that service: its own, else the last one logged by then; null where neither is known. */
  served_hours: number | null
}

const DAY_MS = 86_400_000
const LAST_DATE_MS = Date.parse('9999-12-31T23:59:59.999Z')
const LAST_HOURS = 2_147_483_647

/**
 * How far a service may be stamped ahead of now and count already, days: clocks are off, and people log the day, not the
 * minute. A date further ahead is a plan or a slip of the pen (2062 for 2026), and must not silence a task until then.
 */
const AHEAD_DAYS = 1

/** The latest done_at of a service that counts as done. */
export const lastServedAt = (now: Date): Date => new Date(now.getTime() + AHEAD_DAYS * DAY_MS)

/**
 * What an engine hour weighs beside a day when tasks are put in order, days. It is the ratio of the two default leads: 30
 * days and 25 hours are the same warning.
 */
const DAYS_PER_HOUR = 30 / 25

const URGENCY: Record<DueStatus, number> = { overdue: 0, due_soon: 1, ok: 2 }

const moreUrgent = (a: DueStatus, b: DueStatus): DueStatus => (URGENCY[a] <= URGENCY[b] ? a : b)

/** One of a task's intervals: where it trips and what is left until then (Infinity: unknown), in ms or in hours. */
export interface Trip {
  at: number
  left: number
  status: DueStatus
}

/** A meter that is not known trips nothing. A lead of more than half the interval would warn right after the service. */
function trip(anchor: number, interval: number | null, lead: number, current: number | null): Trip | null {
  if (interval === null) return null
  const at = anchor + interval
  const left = current === null ? Infinity : at - current
  const status = left <= 0 ? 'overdue' : left <= Math.min(lead, interval / 2) ? 'due_soon' : 'ok'
  return { at, left, status }
}

/** A task with its place in the feed. */
export interface Placed {
  task: DueTask
  item: DueItem
  byDate: Trip | null
  byHours: Trip | null
  /** Days until it trips by date, and by hours with an hour counted as DAYS_PER_HOUR; Infinity where it does not. */
  days: { date: number; hours: number }
}

/** due_date and due_hours stay within what the contract can say; the status does not go by the cut values. */
function place(task: DueTask, meter: number | null, now: Date): Placed {
  const from = (task.served_at ?? task.start_at).getTime()
  const interval = task.interval_days === null ? null : task.interval_days * DAY_MS
  const byDate = trip(from, interval, task.lead_days * DAY_MS, now.getTime())
  const byHours = trip(task.served_hours ?? task.start_hours, task.interval_hours, task.lead_hours, meter)
  return {
    task,
    byDate,
    byHours,
    item: {
      task_id: task.id,
      title: task.title,
      status: moreUrgent(byDate?.status ?? 'ok', byHours?.status ?? 'ok'),
      due_date: byDate && new Date(Math.min(byDate.at, LAST_DATE_MS)).toISOString(),
      due_hours: byHours && Math.min(byHours.at, LAST_HOURS),
    },
    days: { date: (byDate?.left ?? Infinity) / DAY_MS, hours: (byHours?.left ?? Infinity) * DAYS_PER_HOUR },
  }
}

const nearest = ({ days }: Placed): number => Math.min(days.date, days.hours)

/** Ids break ties, so that the same tasks always come in the same order. */
const byUrgency = (a: Placed, b: Placed): number =>
  URGENCY[a.item.status] - URGENCY[b.item.status] ||
  (nearest(a) === nearest(b) ? 0 : nearest(a) - nearest(b)) ||
  (a.item.task_id < b.item.task_id ? -1 : 1)

/** The tasks in the order of the feed, with what the feed goes by. */
export const placed = (tasks: readonly DueTask[], meter: number | null, now: Date): Placed[] =>
  tasks.map((task) => place(task, meter, now)).sort(byUrgency)

/**
 * The due feed of one vessel, most urgent first: by status, then by what is nearest. A task trips by time or by hours,
 * whichever comes first, counted from its last service, else from its own start. meter: whole hours, null when unknown.
 * Source: vessel-data-api.md, "States and transitions".
 */
export const dueFeed = (tasks: readonly DueTask[], meter: number | null, now: Date): DueItem[] =>
  placed(tasks, meter, now).map(({ item }) => item)
