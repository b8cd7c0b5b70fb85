import type { DueForecast } from '@binnacle/contract'
import { dueState } from '../../boats/health/due-state.ts'
import { instantOfDay } from '../../forms/calendar-day.ts'
import type { Entry } from '../../outbox/entry.ts'

/** What the form holds of each task, by its id; '' while it is empty. */
export type LastDoneFields = Record<string, { day: string; hours: number | string }>

export const neverLogged = (items: readonly DueForecast[]): DueForecast[] =>
  items.filter((item) => dueState(item) === 'never_logged')

type Answered = { services: readonly { task_id: string }[] }

/** Without those whose answer waits for the service. */
export function notAnswered(items: readonly DueForecast[], waiting: readonly Entry[]): DueForecast[] {
  const answered = waiting
    .filter(({ route, refused }) => route === 'POST /app/vessels/{id}/services' && refused === undefined)
    .flatMap(({ body }) => (body as Answered).services.map(({ task_id }) => task_id))
  return items.filter(({ task_id }) => !answered.includes(task_id))
}

/** The services as a list waits show them. */
export const titlesOf = (services: readonly { title: string }[]): string =>
  services.map(({ title }) => title).join(', ')

export const emptyFields = (items: readonly DueForecast[]): LastDoneFields =>
  Object.fromEntries(items.map(({ task_id }) => [task_id, { day: '', hours: '' }]))

/** The fields with a day in each that has none. */
export const withDay = (fields: LastDoneFields, day: string): LastDoneFields =>
  Object.fromEntries(Object.entries(fields).map(([id, field]) => [id, { ...field, day: field.day || day }]))

/** The services that the form tells of: those of the tasks that have a day. */
export const servicesOf = (items: readonly DueForecast[], fields: LastDoneFields, now: Date) =>
  items.flatMap(({ task_id, title }) => {
    const { day = '', hours = '' } = fields[task_id] ?? {}
    if (!day) return []
    return [{ title, task_id, done_at: instantOfDay(day, now), ...(hours !== '' && { engine_hours: Number(hours) }) }]
  })
