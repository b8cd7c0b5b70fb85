import type { ServiceLog } from '@binnacle/contract'
import { calendarDay, instantOfDay } from '../../forms/calendar-day.ts'
import { dayOf } from '../../forms/day.ts'
import { decimalText, parseDecimal } from '../../forms/decimal.ts'

/** What the form of a service holds: text as typed, numbers as the field gives them, '' for empty. */
export interface ServiceFields {
  title: string
  day: string
  engine_hours: number | string
  cost: string
  currency: string
  route: ServiceLog['route']
  note: string
  /** '' for work that settles no task. */
  task_id: string
}

/** A service that is to be logged now, of a task or of none. */
export const newService = (
  task: { id: string; title: string } | null,
  meter: number | null,
  currency: string,
  now: Date,
): ServiceFields => ({
  title: task?.title ?? '',
  day: dayOf(now),
  engine_hours: meter ?? '',
  cost: '',
  currency,
  route: 'diy',
  note: '',
  task_id: task?.id ?? '',
})

/** A logged service as its form shows it; `currency` for one that has none yet. */
export const serviceFields = (entry: ServiceLog, currency: string, locale: string): ServiceFields => ({
  title: entry.title,
  day: calendarDay(entry.done_at),
  engine_hours: entry.engine_hours ?? '',
  cost: entry.cost === null ? '' : decimalText(entry.cost, locale),
  currency: entry.currency ?? currency,
  route: entry.route,
  note: entry.note ?? '',
  task_id: entry.task_id ?? '',
})

const numberOf = (field: number | string): number | null => (field === '' ? null : Number(field))

/** What the form says, null for what is empty. A currency without a cost says nothing. `before`: the entry that is changed. */
export function serviceOf(fields: ServiceFields, now: Date, before?: ServiceLog) {
  const cost = parseDecimal(fields.cost, 2)
  return {
    title: fields.title.trim(),
    done_at: instantOfDay(fields.day, now, before?.done_at),
    engine_hours: numberOf(fields.engine_hours),
    cost,
    currency: cost === null ? null : fields.currency.trim().toUpperCase() || null,
    route: fields.route,
    note: fields.note.trim() || null,
    task_id: fields.task_id || null,
  }
}

/** The same without what is null: the specification's route takes no nulls. */
export const withoutNulls = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
