import { type Static, Type } from 'typebox'
import { inLanguage } from '../common/languages.ts'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
import {
  currency,
  dateTime,
  flag,
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
} from '../common/schema.ts'
import { meterHours, removed, VESSEL_TYPES } from '../vessels/vessels.ts'
import {
  DueItem,
  EngineHourLog,
  HOUR_SOURCES,
  NewEngineHours,
  NewServiceLog,
  RecurringTask,
  SERVICE_ROUTES,
  ServiceLog,
  Task,
} from './maintenance.ts'

const app = { tag: 'app', auth: 'session', scope: null } as const

export const Usage = named('Usage', 'Engine use, from the hour log', {
  hours_a_week: number(0, 168, 'Mean engine hours a week between `from` and `to`, h', 2.9),
  basis: oneOf(
    ['year', 'since_first_reading'],
    'year: the last year of the log, whose seasons repeat; since_first_reading: a constant rate, if the log is shorter than a year',
  ),
  from: dateTime('Start of the period', '2025-05-14T09:30:00.000Z'),
  to: dateTime('End of the period'),
})
export type Usage = Static<typeof Usage>

const usage = orNull(Usage, 'Engine use; null if the hour log has too little data')

export const DueForecast = named('DueForecast', 'A due item with the time left and a predicted date', {
  ...DueItem.properties,
  interval_days: nullable(integer(1, 36_500, 'Its time interval, d', 365)),
  interval_hours: nullable(integer(1, 1_000_000, 'Its hours interval, h', 250)),
  once: flag('Whether it is done once', false),
  days_left: nullable(
    Type.Integer({ description: 'Days until due_date, d, rounded up; negative if past', examples: [41] }),
  ),
  hours_left: nullable(
    Type.Integer({
      description: 'Engine hours until due_hours, h; negative if past; null if the hour meter is unknown',
      examples: [88],
    }),
  ),
  trips_by: oneOf(['date', 'hours'], 'Which interval ends first, or has ended'),
  predicted_date: nullable(
    dateTime(
      'When it is expected to be due: on due_date, or earlier by engine hours; null if it is due now or cannot be predicted',
      '2026-06-24T00:00:00.000Z',
    ),
  ),
  last_service: nullable(
    Type.Object(
      {
        done_at: dateTime('When it was done'),
        engine_hours: nullable(meterHours('The meter then, whole hours')),
      },
      { description: 'The service that it counts from; null if it counts from its start' },
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
  summary: 'Get the due feed with predictions',
  description:
    'The due feed with the time left and a predicted date for each task: by status, then by the next date. Predictions use the engine hours of the same weeks of the last year.',
  params: idParam('vessel'),
  answers: {
    200: {
      description: 'The due feed',
      schema: Type.Object({
        vessel_id: uuid("The vessel's id", 'vessel'),
        engine_hours: nullable(meterHours('The hour meter, whole hours')),
        usage,
        items: Type.Array(DueForecast),
      }),
    },
  },
  errors: [],
})

export const TASK_SET_GROUPS = ['engine', 'rig', 'hull', 'safety', 'systems'] as const

export const TaskSet = named('TaskSet', 'A set of ready-made tasks', {
  slug: text(60, 'Name of the set for programs', 'diesel-inboard'),
  group: oneOf(TASK_SET_GROUPS, 'The part of the boat'),
  name: text(120, 'Name for people', 'Inboard diesel, raw-water or heat exchanger cooled'),
  hint: text(
    400,
    'Where the intervals come from',
    "Common intervals of yacht diesels; the engine's own manual comes first",
  ),
  applies_to: Type.Array(oneOf(VESSEL_TYPES, 'Kind of boat'), { description: 'The kinds of boat that it is for' }),
  tasks: Type.Array(
    named('TaskSetItem', 'A task of a set', {
      slug: text(60, 'Name of the task for programs', 'engine-oil'),
      title: text(120, 'What has to be done', 'Engine oil and filter'),
      hint: nullable(text(400, 'Advice', 'Change it before laying up: used oil is acid')),
      interval_days: nullable(integer(1, 36_500, 'Its time interval, d', 365)),
      interval_hours: nullable(integer(1, 1_000_000, 'Its hours interval, h', 250)),
      safety: flag('Whether it is safety equipment', false),
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
    'Adds all tasks or, on an error, none. Tasks whose title the vessel has already, in any case, are left out.',
  params: idParam('vessel'),
  body: named('NewTasks', 'Tasks to add', {
    tasks: Type.Array(RecurringTask, {
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
  id: uuid("The entry's id", 'service_log'),
  at: dateTime('When it was done or read'),
  service_log: orNull(ServiceLog, 'The service'),
  engine_hour_log: orNull(EngineHourLog, 'The entry of the hour log'),
  service_id: nullable(uuid('The service that this entry of the hour log belongs to', 'service_log')),
})
export type LogEntry = Static<typeof LogEntry>

const yes = ['true'] as const
const timeZone = optional(text(64, 'IANA time zone for the start of a year; defaults to UTC', 'Europe/Berlin'))

const logFilter = {
  kind: optional(oneOf(LOG_KINDS, 'Only services, or only the hour log')),
  task: optional(uuid('Only services that count for this task in the due feed', 'task')),
  route: optional(oneOf(SERVICE_ROUTES, 'Only services done by the owner, or by a supplier')),
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
  summary: 'Read the logbook by pages',
  description:
    'Services and entries of the hour log in one list, newest first. An entry of the hour log that belongs to a service is listed only with kind=hours.',
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
  summary: 'Export the logbook as CSV',
  description:
    'All entries of /app/vessels/{id}/log as CSV (RFC 4180, UTF-8). Text that a spreadsheet would read as a formula starts with an apostrophe.',
  params: idParam('vessel'),
  query: Type.Object(logFilter),
  answers: { 200: { description: 'The table', content: 'text/csv' } },
  errors: [],
})

export const CostSum = named('CostSum', 'The cost of one task, or of fuel, in one year', {
  year: integer(1, 9999, 'The year', 2026),
  kind: oneOf(['service', 'fuel'], 'Services, or fuel of the hour log'),
  task_id: nullable(uuid('The task of the services; null for other work and for fuel', 'task')),
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
  summary: 'Costs of the boat',
  description:
    'Sums of all entries with a cost or with fuel, by year, task and currency, newest year first. Amounts in different currencies are never added.',
  params: idParam('vessel'),
  query: Type.Object({ time_zone: timeZone }),
  answers: { 200: { description: 'The sums', schema: Type.Object({ sums: Type.Array(CostSum) }) } },
  errors: [],
})

export const MeterReading = named('MeterReading', 'The hour meter at one time', {
  id: uuid("The entry's id", 'engine_hour_log'),
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
  description: `The hour meter over time, oldest first: at most ${LIMITS.hourPoints} readings, the last one of each of as many equal periods.`,
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

export const logServices = route({
  ...app,
  id: 'logServices',
  method: 'POST',
  path: '/app/vessels/{id}/services',
  resource: 'vessel',
  summary: 'Record many services at once',
  description:
    'Adds services to the logbook, all or, on an error, none; each as POST /v1/vessels/{id}/service-log does.',
  params: idParam('vessel'),
  body: named('NewServiceLogs', 'Services to record', {
    services: Type.Array(NewServiceLog, {
      minItems: 1,
      maxItems: LIMITS.tasksPerRequest,
      description: 'The services',
    }),
  }),
  answers: {
    201: { description: 'The entries', schema: Type.Object({ service_logs: Type.Array(ServiceLog) }) },
  },
  errors: [],
})

export const addHours = route({
  ...app,
  id: 'addHours',
  method: 'POST',
  path: '/app/vessels/{id}/hours',
  resource: 'vessel',
  summary: 'Record the hour meter, now or in the past',
  description:
    'As POST /v1/vessels/{id}/hours. A reading below the meter is stored without moving it if a later reading shows as many hours or more: a fuel receipt of last week, with the meter of then. Otherwise it is 422.',
  params: idParam('vessel'),
  body: NewEngineHours,
  answers: {
    201: {
      description: 'The entry, and the meter as it is now',
      schema: Type.Object({ engine_hour_log: EngineHourLog, engine_hours: meterHours('The hour meter, whole hours') }),
    },
  },
  errors: ['hours_below_current'],
})

const service = NewServiceLog.properties

export const changeService = route({
  ...app,
  id: 'changeService',
  method: 'PATCH',
  path: '/app/service-logs/{id}',
  resource: 'service_log',
  summary: 'Edit a service',
  description:
    'Changes a service and its entry in the hour log. The hour meter changes too if it had the old value or is below the new one. The due feed follows.',
  params: idParam('service_log'),
  body: named('ServiceLogChange', 'Fields to change; absent fields keep their value', {
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
  summary: 'Delete a service',
  description:
    'Deletes a service and its entry in the hour log. If the hour meter had its value, the meter goes back to the value of the remaining log.',
  params: idParam('service_log'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: [],
})

const hours = NewEngineHours.properties

export const changeHours = route({
  ...app,
  id: 'changeHours',
  method: 'PATCH',
  path: '/app/hour-logs/{id}',
  resource: 'engine_hour_log',
  summary: 'Edit an entry of the hour log',
  description:
    'Changes an entry of the hour log. The hour meter changes too if it had the old value or is below the new one. An entry that belongs to a service is changed with its service: 409.',
  params: idParam('engine_hour_log'),
  body: named('EngineHourLogChange', 'Fields to change; absent fields keep their value', {
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
    'Deletes an entry of the hour log. If the hour meter had its value, the meter goes back to the value of the remaining log. An entry that belongs to a service is deleted with its service: 409.',
  params: idParam('engine_hour_log'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: ['conflict'],
})
