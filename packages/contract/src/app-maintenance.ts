import { type Static, Type } from 'typebox'
import { inLanguage } from './languages.ts'
import { LIMITS } from './limits.ts'
import {
  DueItem,
  EngineHourLog,
  HOUR_SOURCES,
  NewEngineHours,
  NewServiceLog,
  NewTask,
  ServiceLog,
  Task,
} from './maintenance.ts'
import { route } from './route.ts'
import {
  currency,
  dateTime,
  idParam,
  integer,
  limit,
  named,
  nullable,
  number,
  oneOf,
  optional,
  orNull,
  text,
  uuid,
} from './schema.ts'
import { meterHours, removed, VESSEL_TYPES } from './vessels.ts'

const app = { tag: 'app', auth: 'session', scope: null } as const

export const Usage = named('Usage', "How much the engine runs, by the boat's own hour log", {
  hours_a_week: number(0, 168, 'Mean over the time from `from` to `to`, h', 2.9),
  basis: oneOf(
    ['year', 'since_first_reading'],
    'year: the year up to the last reading, whose seasons are expected again; since_first_reading: an even pace, while the log is shorter than a year',
  ),
  from: dateTime('Where the time begins that was looked at', '2025-05-14T09:30:00.000Z'),
  to: dateTime('Where it ends'),
})
export type Usage = Static<typeof Usage>

const usage = orNull(Usage, 'How much the engine runs; null where the log does not tell')

export const DueForecast = named('DueForecast', 'A due item with what is left of it, and when it is expected to trip', {
  ...DueItem.properties,
  interval_days: nullable(integer(1, 36_500, 'Its time interval, d', 365)),
  interval_hours: nullable(integer(1, 1_000_000, 'Its hours interval, h', 250)),
  days_left: nullable(
    Type.Integer({ description: 'Until due_date, d, a begun day counted as one; negative when past', examples: [41] }),
  ),
  hours_left: nullable(
    Type.Integer({
      description: 'Until due_hours, h; negative when past; null while the meter is not known',
      examples: [88],
    }),
  ),
  trips_by: oneOf(['date', 'hours'], 'What trips it first, or has tripped it'),
  predicted_date: nullable(
    dateTime(
      'When it is expected to trip: on due_date, or earlier by engine hours; null when it has tripped or cannot be told',
      '2026-06-24T00:00:00.000Z',
    ),
  ),
  last_service: nullable(
    Type.Object(
      {
        done_at: dateTime('When it was done'),
        engine_hours: nullable(meterHours('The meter then, whole hours')),
      },
      { description: 'The service that it counts from; null where it counts from its own start' },
    ),
  ),
})
export type DueForecast = Static<typeof DueForecast>

export const getDueForecast = route({
  ...app,
  id: 'getDueForecast',
  method: 'GET',
  path: '/app/vessels/{id}/due',
  resource: 'vessel',
  summary: 'What maintenance is due, and when the rest will be',
  description:
    'The due feed with, for each task, what is left and the date on which it is expected to trip, going by the hours that this boat runs in the same weeks of the year.',
  params: idParam('vessel'),
  answers: {
    200: {
      description: 'The due feed',
      schema: Type.Object({
        vessel_id: uuid("The vessel's id"),
        engine_hours: nullable(meterHours('The hour meter, whole hours')),
        usage,
        items: Type.Array(DueForecast),
      }),
    },
  },
  errors: [],
})

export const TASK_SET_GROUPS = ['engine', 'rig', 'hull', 'safety', 'systems'] as const
export type TaskSetGroup = (typeof TASK_SET_GROUPS)[number]

export const TaskSet = named('TaskSet', 'Tasks that go together, ready to be chosen from', {
  slug: text(60, 'Name of the set for programs', 'diesel-inboard'),
  group: oneOf(TASK_SET_GROUPS, 'The part of the boat'),
  name: text(120, 'Name for people', 'Inboard diesel, raw-water or heat exchanger cooled'),
  hint: text(400, 'What the intervals go by', "Common intervals of yacht diesels; the engine's own manual comes first"),
  applies_to: Type.Array(oneOf(VESSEL_TYPES, 'Kind of boat'), { description: 'The kinds of boat that it suits' }),
  tasks: Type.Array(
    named('TaskSetItem', 'A task of a set', {
      slug: text(60, 'Name of the task for programs', 'engine-oil'),
      title: text(120, 'What is to be done', 'Engine oil and filter'),
      hint: nullable(text(400, 'What to mind', 'Change it before laying up: used oil is acid')),
      interval_days: nullable(integer(1, 36_500, 'Its time interval, d', 365)),
      interval_hours: nullable(integer(1, 1_000_000, 'Its hours interval, h', 250)),
    }),
  ),
})
export type TaskSet = Static<typeof TaskSet>
export type TaskSetItem = TaskSet['tasks'][number]

export const listTaskSets = route({
  ...app,
  id: 'listTaskSets',
  method: 'GET',
  path: '/app/task-sets',
  resource: null,
  summary: 'Ready-made tasks',
  description: 'Sets of tasks for common engines, rigs and equipment, with usual intervals.',
  query: inLanguage,
  answers: { 200: { description: 'The sets', schema: Type.Object({ task_sets: Type.Array(TaskSet) }) } },
  errors: [],
})

export const addTasks = route({
  ...app,
  id: 'addTasks',
  method: 'POST',
  path: '/app/vessels/{id}/task-sets',
  resource: 'vessel',
  summary: 'Add many tasks at once',
  description:
    'Adds all of the tasks or, on an error, none. A task whose title the vessel already has, in any case, is left out.',
  params: idParam('vessel'),
  body: named('NewTasks', 'Tasks to add', {
    tasks: Type.Array(NewTask, {
      minItems: 1,
      maxItems: LIMITS.tasksPerRequest,
      description: 'Tasks, from the sets or not; each needs at least one interval',
    }),
  }),
  answers: {
    201: {
      description: 'What was added',
      schema: Type.Object({
        tasks: Type.Array(Task),
        left_out: Type.Array(text(120, 'Title that the vessel already has', 'Engine oil and filter')),
      }),
    },
  },
  errors: [],
})

export const LOG_KINDS = ['service', 'hours'] as const
export type LogKind = (typeof LOG_KINDS)[number]

export const LogEntry = named('LogEntry', 'An entry of the log: a service, or an entry of the hour log', {
  kind: oneOf(LOG_KINDS, 'Which of the two is given'),
  id: uuid("The entry's id"),
  at: dateTime('When it was done or read'),
  service_log: orNull(ServiceLog, 'The service'),
  engine_hour_log: orNull(EngineHourLog, 'The entry of the hour log'),
  service_id: nullable(uuid('The service that this entry of the hour log came with')),
})
export type LogEntry = Static<typeof LogEntry>

const yes = ['true'] as const
const timeZone = optional(text(64, 'IANA time zone in which a year begins; UTC unless given', 'Europe/Berlin'))

const logFilter = {
  kind: optional(oneOf(LOG_KINDS, 'Only services, or only the hour log')),
  task: optional(uuid('Only services that count for this task in the due feed')),
  route: optional(oneOf(['diy', 'supplier'], 'Only services done by the owner, or by a supplier')),
  year: optional(integer(1, 9999, 'Only this year', 2026)),
  time_zone: timeZone,
  search: optional(text(LIMITS.searchLength, 'Only services with this in title or note, in any case', 'impeller')),
  with_cost: optional(oneOf(yes, 'Only what has a cost')),
}

export const getLog = route({
  ...app,
  id: 'getLog',
  method: 'GET',
  path: '/app/vessels/{id}/log',
  resource: 'vessel',
  summary: 'The logbook by pages',
  description:
    'Services and the hour log as one list, newest first. An entry of the hour log that came with a service is listed only where kind is hours.',
  params: idParam('vessel'),
  query: Type.Object({
    ...logFilter,
    ...limit(LIMITS.logPage).properties,
    after: optional(
      text(80, '`next` of the page before', '2026-05-14T09:30:00.000000Z_0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11'),
    ),
  }),
  answers: {
    200: {
      description: 'A page of the log',
      schema: Type.Object({
        entries: Type.Array(LogEntry),
        next: nullable(
          text(
            80,
            '`after` of the next page; null on the last',
            '2026-05-14T09:30:00.000000Z_0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11',
          ),
        ),
      }),
    },
  },
  errors: [],
})

export const exportLog = route({
  ...app,
  id: 'exportLog',
  method: 'GET',
  path: '/app/vessels/{id}/log.csv',
  resource: 'vessel',
  summary: 'The logbook as a table',
  description:
    'The entries of /app/vessels/{id}/log as CSV (RFC 4180, UTF-8), all of them. Text that a spreadsheet would take for a formula begins with an apostrophe.',
  params: idParam('vessel'),
  query: Type.Object(logFilter),
  answers: { 200: { description: 'The table', content: 'text/csv' } },
  errors: [],
})

export const CostSum = named('CostSum', 'What one kind of work cost in one year', {
  year: integer(1, 9999, 'The year', 2026),
  kind: oneOf(['service', 'fuel'], 'Services, or fuel of the hour log'),
  task_id: nullable(uuid('The task that the services count for in the due feed; null for other work and for fuel')),
  title: nullable(text(120, "The task's title", 'Engine oil and filter')),
  currency: nullable(currency()),
  amount: number(-1e15, 1e15, 'The sum', 129.9),
  entries: integer(0, 2_147_483_647, 'How many entries are in it', 3),
  litres: nullable(number(0, Number.MAX_SAFE_INTEGER, 'Fuel, l; null for services', 85.5)),
})
export type CostSum = Static<typeof CostSum>

export const getLogCosts = route({
  ...app,
  id: 'getLogCosts',
  method: 'GET',
  path: '/app/vessels/{id}/log/costs',
  resource: 'vessel',
  summary: 'What the boat cost',
  description:
    'Sums of all entries with a cost or with fuel, by year, task and currency, newest year first. Add them up along whichever of these is wanted; amounts of two currencies are never added.',
  params: idParam('vessel'),
  query: Type.Object({ time_zone: timeZone }),
  answers: { 200: { description: 'The sums', schema: Type.Object({ sums: Type.Array(CostSum) }) } },
  errors: [],
})

export const MeterReading = named('MeterReading', 'The hour meter at one time', {
  id: uuid("The entry's id"),
  hours: meterHours('The meter, whole hours'),
  logged_at: dateTime('When it was read'),
  source: oneOf(HOUR_SOURCES, 'Where the value came from'),
})
export type MeterReading = Static<typeof MeterReading>

export const getHours = route({
  ...app,
  id: 'getHours',
  method: 'GET',
  path: '/app/vessels/{id}/hours',
  resource: 'vessel',
  summary: 'The hour meter over time',
  description: `The hour log as a line to draw, oldest first: at most ${LIMITS.hourPoints} readings, the last of each of so many equal times.`,
  params: idParam('vessel'),
  answers: {
    200: {
      description: 'The meter',
      schema: Type.Object({
        engine_hours: nullable(meterHours('The hour meter now, whole hours')),
        usage,
        readings: Type.Array(MeterReading),
      }),
    },
  },
  errors: [],
})

const service = NewServiceLog.properties

export const changeService = route({
  ...app,
  id: 'changeService',
  method: 'PATCH',
  path: '/app/service-logs/{id}',
  resource: 'service_log',
  summary: 'Mend a service entry',
  description:
    'Changes a service entry; its entry of the hour log follows, and the meter where it stood at the old hours or is below the new. The due feed follows.',
  params: idParam('service entry'),
  body: named('ServiceLogChange', 'What to change; a field that is absent stays', {
    title: optional(service.title),
    done_at: optional(ServiceLog.properties.done_at),
    engine_hours: optional(nullable(service.engine_hours)),
    cost: optional(nullable(service.cost)),
    currency: optional(nullable(service.currency)),
    route: optional(ServiceLog.properties.route),
    note: optional(nullable(service.note)),
    task_id: optional(nullable(service.task_id)),
  }),
  answers: { 200: { description: 'The entry as it is now', schema: Type.Object({ service_log: ServiceLog }) } },
  errors: [],
})

export const deleteService = route({
  ...app,
  id: 'deleteService',
  method: 'DELETE',
  path: '/app/service-logs/{id}',
  resource: 'service_log',
  summary: 'Delete a service entry',
  description:
    'Deletes a service entry and its entry of the hour log; where the meter stood at its hours, it goes back to what the rest of the hour log says.',
  params: idParam('service entry'),
  answers: { 200: { description: 'It is gone', schema: removed } },
  errors: [],
})

const hours = NewEngineHours.properties

export const changeHours = route({
  ...app,
  id: 'changeHours',
  method: 'PATCH',
  path: '/app/hour-logs/{id}',
  resource: 'engine_hour_log',
  summary: 'Mend an entry of the hour log',
  description:
    'Changes an entry of the hour log, and the meter where it stood at the old hours or is below the new. One that came with a service is changed with its service: 409.',
  params: idParam('hour log entry'),
  body: named('EngineHourLogChange', 'What to change; a field that is absent stays', {
    hours: optional(meterHours('The meter, whole hours')),
    litres: optional(nullable(hours.litres)),
    fuel_cost: optional(nullable(hours.fuel_cost)),
    currency: optional(nullable(hours.currency)),
    logged_at: optional(EngineHourLog.properties.logged_at),
  }),
  answers: {
    200: {
      description: 'The entry, and the meter as it is now',
      schema: Type.Object({
        engine_hour_log: EngineHourLog,
        engine_hours: nullable(meterHours('The hour meter, whole hours')),
      }),
    },
  },
  errors: ['conflict'],
})

export const deleteHours = route({
  ...app,
  id: 'deleteHours',
  method: 'DELETE',
  path: '/app/hour-logs/{id}',
  resource: 'engine_hour_log',
  summary: 'Delete an entry of the hour log',
  description:
    'Deletes an entry of the hour log; where the meter stood at its hours, it goes back to what the rest of the log says. One that came with a service is deleted with its service: 409.',
  params: idParam('hour log entry'),
  answers: { 200: { description: 'It is gone', schema: removed } },
  errors: ['conflict'],
})
