import type { Task } from '@binnacle/contract'
import { calendarDay, instantOfDay } from '../../forms/calendar-day.ts'
import { dayOf } from '../../forms/day.ts'
import { daysOfTime, type TimeInterval, timeOfDays } from './interval.ts'

/** What the form of a task holds: text as typed, numbers as the field gives them, '' for empty. */
export interface TaskFields {
  title: string
  time: TimeInterval
  interval_hours: number | string
  lead_days: number | string
  lead_hours: number | string
  start_day: string
  /** Empty: the first that becomes known. */
  start_hours: number | string
  safety: boolean
}

const LEADS = { lead_days: 30, lead_hours: 25 }

export const newTask = (meter: number | null, now: Date): TaskFields => ({
  title: '',
  time: timeOfDays(null),
  interval_hours: '',
  ...LEADS,
  start_day: dayOf(now),
  start_hours: meter ?? '',
  safety: false,
})

export const taskFields = (task: Task): TaskFields => ({
  title: task.title,
  time: timeOfDays(task.interval_days),
  interval_hours: task.interval_hours ?? '',
  lead_days: task.lead_days,
  lead_hours: task.lead_hours,
  start_day: calendarDay(task.start_at),
  start_hours: task.start_hours ?? '',
  safety: task.safety,
})

const orElse = (field: number | string, otherwise: number): number => (field === '' ? otherwise : Number(field))

/** What the form says. `before`: the task that is changed. */
export const taskOf = (fields: TaskFields, now: Date, before?: Task) => ({
  title: fields.title.trim(),
  interval_days: daysOfTime(fields.time),
  interval_hours: fields.interval_hours === '' ? null : Number(fields.interval_hours),
  lead_days: orElse(fields.lead_days, LEADS.lead_days),
  lead_hours: orElse(fields.lead_hours, LEADS.lead_hours),
  start_at: instantOfDay(fields.start_day, now, before?.start_at),
  start_hours: fields.start_hours === '' ? null : Number(fields.start_hours),
  safety: fields.safety,
})

/** A task needs one interval at least. */
export const hasInterval = ({ time, interval_hours }: TaskFields): boolean =>
  time.amount !== '' || interval_hours !== ''
