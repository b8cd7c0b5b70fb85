import type { DueItem, DueStatus, Task, WithDates } from '@binnacle/contract'

/** A task with the service that it counts from. Hours are on the vessel's meter; a day is 24 hours. */
export interface DueTask extends Omit<WithDates<Task>, 'created_at' | 'finding_id'> {
  /** When the last matching service was done; null if there is none. */
  served_at: Date | null
  /** The meter at that service: the value logged with it, otherwise the last value logged before it; null if there is neither. */
  served_hours: number | null
}

const DAY_MS = 86_400_000
const LAST_DATE_MS = Date.parse('9999-12-31T23:59:59.999Z')
const LAST_HOURS = 2_147_483_647

/**
 * How far in the future a service may be dated and still count, days. Clocks are wrong, and people log the day, not the minute.
 * A later date is a plan or a typing error (2062 for 2026) and must not postpone the task.
 */
const AHEAD_DAYS = 1

/** The latest done_at that counts. */
export const lastServedAt = (now: Date): Date => new Date(now.getTime() + AHEAD_DAYS * DAY_MS)

/**
 * Converts engine hours to days when tasks are sorted. It is the ratio of the default lead times: 30 days and 25 hours are
 * equally urgent.
 */
const DAYS_PER_HOUR = 30 / 25

const URGENCY: Record<DueStatus, number> = { overdue: 0, due_soon: 1, ok: 2 }

const moreUrgent = (a: DueStatus, b: DueStatus): DueStatus => (URGENCY[a] <= URGENCY[b] ? a : b)

/**
 * The due point of one of a task's intervals, and what is left until then, in ms or in hours. left is Infinity if the meter is
 * unknown.
 */
export interface Trip {
  at: number
  left: number
  status: DueStatus
}

/** Null without the interval, or without a place to count from. An unknown meter never makes a task due. */
function trip(anchor: number | null, interval: number | null, lead: number, current: number | null): Trip | null {
  if (interval === null || anchor === null) return null
  const at = anchor + interval
  const left = current === null ? Infinity : at - current
  const status = left <= 0 ? 'overdue' : left <= lead ? 'due_soon' : 'ok'
  return { at, left, status }
}

/**
 * At most half of the interval, so that a task is not due soon right after its service. One that is done once keeps its whole
 * lead.
 */
const leadOf = (lead: number, interval: number | null, once: boolean): number =>
  Math.min(lead, once ? Infinity : (interval ?? 0) / 2)

/** A task with the values that sort the feed. */
export interface RankedTask {
  task: DueTask
  item: DueItem
  byDate: Trip | null
  byHours: Trip | null
  /** Days until it is due by date, and by hours (converted by DAYS_PER_HOUR); Infinity without that interval. */
  days: { date: number; hours: number }
}

/** due_date and due_hours are limited to the range of the contract. The status is computed from the exact values. */
function rank(task: DueTask, meter: number | null, now: Date): RankedTask {
  const from = (task.served_at ?? task.start_at).getTime()
  const { interval_days, interval_hours, once } = task
  const interval = interval_days === null ? null : interval_days * DAY_MS
  const byDate = trip(from, interval, leadOf(task.lead_days, interval_days, once) * DAY_MS, now.getTime())
  const leadHours = leadOf(task.lead_hours, interval_hours, once)
  const byHours = trip(task.served_hours ?? task.start_hours, interval_hours, leadHours, meter)
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

const nearest = ({ days }: RankedTask): number => Math.min(days.date, days.hours)

/** Ids break ties, so that the order is always the same. */
const byUrgency = (a: RankedTask, b: RankedTask): number =>
  URGENCY[a.item.status] - URGENCY[b.item.status] ||
  (nearest(a) === nearest(b) ? 0 : nearest(a) - nearest(b)) ||
  (a.item.task_id < b.item.task_id ? -1 : 1)

/** The tasks in the order of the feed. */
export const rankTasks = (tasks: readonly DueTask[], meter: number | null, now: Date): RankedTask[] =>
  tasks.map((task) => rank(task, meter, now)).sort(byUrgency)

/**
 * The due feed of one vessel, most urgent first: by status, then by the days that are left. A task is due by time or by hours,
 * whichever comes first, counted from its last service, otherwise from its own start. meter: whole hours, null if unknown.
 * Source: vessel-data-api.md, "States and transitions".
 */
export const dueFeed = (tasks: readonly DueTask[], meter: number | null, now: Date): DueItem[] =>
  rankTasks(tasks, meter, now).map(({ item }) => item)
