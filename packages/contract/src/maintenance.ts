import { type Static, Type } from 'typebox'
import { inLanguage } from './languages.ts'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import {
  currency,
  dateTime,
  INTEGER_MAX,
  idParam,
  integer,
  money,
  named,
  nullable,
  number,
  oneOf,
  optional,
  text,
  title,
  uuid,
} from './schema.ts'
import { meterHours, removed, VESSEL_TYPES } from './vessels.ts'

export const DUE_STATUSES = ['ok', 'due_soon', 'overdue'] as const
export type DueStatus = (typeof DUE_STATUSES)[number]

const taskTitle = title(120, 'What is to be done', 'Engine oil and filter')

export const DueItem = named('DueItem', 'A maintenance task and how urgent it is', {
  task_id: uuid("The task's id"),
  title: taskTitle,
  status: oneOf(DUE_STATUSES, 'ok, due within its lead, or past due: by date or by hours, whichever comes first'),
  due_date: nullable(dateTime('When it falls due by time; null without a time interval')),
  due_hours: nullable(meterHours('The meter at which it falls due, whole hours; null without an hours interval', 500)),
})
export type DueItem = Static<typeof DueItem>

export const ServiceLog = named('ServiceLog', 'A service that was done', {
  id: uuid("The entry's id"),
  title: title(120, 'What was done', 'Engine oil and filter'),
  done_at: dateTime('When it was done'),
  engine_hours: nullable(meterHours('Meter at the service, whole hours')),
  cost: nullable(money('What it cost', 129.9)),
  currency: nullable(currency()),
  route: oneOf(['diy', 'supplier'], 'Who did it: the owner, or a supplier'),
  note: nullable(text(2000, 'Free text', '15W-40, 6 l')),
  task_id: nullable(uuid('The task that it settles')),
})
export type ServiceLog = Static<typeof ServiceLog>

export const NewServiceLog = named('NewServiceLog', 'A service to record', {
  title: ServiceLog.properties.title,
  done_at: optional(dateTime('When it was done; now unless given')),
  engine_hours: optional(meterHours('Meter at the service, whole hours; raises the meter when it is higher')),
  cost: optional(money('What it cost', 129.9)),
  currency: optional(currency()),
  route: optional(oneOf(['diy', 'supplier'], 'Who did it', { default: 'diy' })),
  note: optional(text(2000, 'Free text', '15W-40, 6 l')),
  task_id: optional(uuid('The task that it settles; must belong to the same vessel')),
})

export const HOUR_SOURCES = ['manual', 'inspection', 'service', 'telemetry', 'signalk', 'api'] as const
export type HourSource = (typeof HOUR_SOURCES)[number]

const litres = number(0, 9_999_999.999, 'Fuel taken on, l', 85.5, { multipleOf: 0.001 })

export const EngineHourLog = named('EngineHourLog', 'An entry of the hour log', {
  id: uuid("The entry's id"),
  hours: nullable(meterHours('The meter, whole hours')),
  litres: nullable(litres),
  fuel_cost: nullable(money('What the fuel cost', 153.9)),
  currency: nullable(currency()),
  source: oneOf(HOUR_SOURCES, 'Where the value came from'),
  logged_at: dateTime('When the value was read'),
})
export type EngineHourLog = Static<typeof EngineHourLog>

export const NewEngineHours = named('NewEngineHours', 'An hour meter reading', {
  hours: meterHours("The meter, whole hours; not below the vessel's current meter"),
  litres: optional(litres),
  fuel_cost: optional(money('What the fuel cost', 153.9)),
  currency: optional(currency()),
  logged_at: optional(dateTime('When the meter was read; now unless given')),
  source: optional(oneOf(['manual', 'signalk', 'api'], 'Where the reading came from', { default: 'manual' })),
})

export const VERDICTS = ['operational', 'attention', 'non_operational'] as const
export type Verdict = (typeof VERDICTS)[number]

export const Inspection = named('Inspection', 'A walk through a checklist', {
  id: uuid("The inspection's id"),
  status: oneOf(['in_progress', 'completed'], 'Whether it is finished'),
  started_at: dateTime('When it was begun'),
  completed_at: nullable(dateTime('When it was finished')),
  score: nullable(integer(0, 100, 'Share of what works, percent; null before it is finished, or with no verdict', 88)),
  engine_hours: nullable(meterHours('Meter at the inspection, whole hours')),
  vir_code: nullable(text(32, 'Code of the vessel inspection report, given on completion', 'VIR-7K3M-Q9TD')),
})
export type Inspection = Static<typeof Inspection>

export const InspectionItem = named('InspectionItem', 'One point of an inspection', {
  id: uuid("The item's id"),
  template_item_id: nullable(uuid('The point of the template that it came from')),
  verdict: nullable(oneOf(VERDICTS, 'What was found; null while it has not been looked at')),
  note: nullable(text(2000, 'Free text', 'Impeller cracked, replaced')),
  updated_at: dateTime('When it was last changed'),
})
export type InspectionItem = Static<typeof InspectionItem>

export const InspectionDetail = Type.Object({ inspection: Inspection, items: Type.Array(InspectionItem) })

const read = { tag: 'maintenance', auth: 'owner', scope: 'read:vessel', resource: 'vessel' } as const

export const getDue = route({
  ...read,
  id: 'getDueFeed',
  method: 'GET',
  path: '/v1/vessels/{id}/due',
  summary: 'What maintenance is due',
  description:
    'Every task of the vessel with its status, most urgent first. A task falls due when its time interval or its hours interval trips, whichever is first, counted from the last matching service entry. Computed on each read.',
  params: idParam('vessel'),
  answers: {
    200: {
      description: 'The due feed',
      schema: Type.Object({
        vessel_id: uuid("The vessel's id"),
        engine_hours: nullable(meterHours('The hour meter, whole hours')),
        items: Type.Array(DueItem),
      }),
    },
  },
  errors: [],
})

export const getLogbook = route({
  ...read,
  id: 'getLogbook',
  method: 'GET',
  path: '/v1/vessels/{id}/logbook',
  summary: 'The logbook',
  description: `Service entries and hour log, newest first, up to ${LIMITS.logbookEntries} of each.`,
  params: idParam('vessel'),
  answers: {
    200: {
      description: 'The logbook',
      schema: Type.Object({ service_logs: Type.Array(ServiceLog), engine_hour_logs: Type.Array(EngineHourLog) }),
    },
  },
  errors: [],
})

export const listInspections = route({
  ...read,
  id: 'listInspections',
  method: 'GET',
  path: '/v1/vessels/{id}/inspections',
  summary: 'The inspections',
  description: `The last ${LIMITS.inspectionsListed} inspections, newest first.`,
  params: idParam('vessel'),
  answers: {
    200: { description: 'The inspections', schema: Type.Object({ inspections: Type.Array(Inspection) }) },
  },
  errors: [],
})

export const getInspection = route({
  ...read,
  resource: 'inspection',
  id: 'getInspection',
  method: 'GET',
  path: '/v1/inspections/{id}',
  summary: 'One inspection with its items',
  description: 'One inspection and each of its points, in the order of the checklist.',
  params: idParam('inspection'),
  answers: { 200: { description: 'The inspection', schema: InspectionDetail } },
  errors: [],
})

export const logService = route({
  ...read,
  scope: 'write:log',
  id: 'logService',
  method: 'POST',
  path: '/v1/vessels/{id}/service-log',
  summary: 'Record a service',
  description:
    'Writes a service entry. With task_id it settles that task; without, a task of the same title. engine_hours is also written to the hour log and raises the meter when it is higher.',
  params: idParam('vessel'),
  body: NewServiceLog,
  answers: { 201: { description: 'The entry', schema: Type.Object({ service_log: ServiceLog }) } },
  errors: [],
})

export const logHours = route({
  ...read,
  scope: 'write:log',
  id: 'logEngineHours',
  method: 'POST',
  path: '/v1/vessels/{id}/hours',
  summary: 'Record the hour meter',
  description:
    'Sets the hour meter and writes the hour log. The meter never falls here; the owner corrects it in the app.',
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

const interval = {
  interval_days: integer(1, 36_500, 'Falls due this many days after the last service, d', 365),
  interval_hours: integer(1, 1_000_000, 'Falls due this many engine hours after the last service, h', 250),
  lead_days: integer(0, 36_500, 'Due soon from this many days before, d; at most half the interval counts', 30),
  lead_hours: integer(0, 1_000_000, 'Due soon from this many hours before, h; at most half the interval counts', 25),
  start_at: dateTime('Counts from here until a service is logged'),
  start_hours: integer(0, INTEGER_MAX, 'Counts from this meter until a service is logged, h', 400),
}

export const Task = named('Task', 'A recurring maintenance task', {
  id: uuid("The task's id"),
  title: taskTitle,
  interval_days: nullable(interval.interval_days),
  interval_hours: nullable(interval.interval_hours),
  lead_days: interval.lead_days,
  lead_hours: interval.lead_hours,
  start_at: interval.start_at,
  start_hours: interval.start_hours,
  created_at: dateTime('When the task was made'),
})
export type Task = Static<typeof Task>

const taskFields = {
  title: taskTitle,
  interval_days: optional(nullable(interval.interval_days)),
  interval_hours: optional(nullable(interval.interval_hours)),
  lead_days: optional({ ...interval.lead_days, default: 30 } as typeof interval.lead_days),
  lead_hours: optional({ ...interval.lead_hours, default: 25 } as typeof interval.lead_hours),
  start_at: optional(interval.start_at),
  start_hours: optional(interval.start_hours),
}

export const NewTask = named('NewTask', 'A task to add: at least one of interval_days and interval_hours', taskFields)
export const TaskChange = named('TaskChange', 'What to change; a field that is absent stays', {
  title: optional(taskTitle),
  interval_days: taskFields.interval_days,
  interval_hours: taskFields.interval_hours,
  lead_days: optional(interval.lead_days),
  lead_hours: optional(interval.lead_hours),
  start_at: optional(interval.start_at),
  start_hours: optional(interval.start_hours),
})

const app = { tag: 'app', auth: 'session', scope: null } as const

export const listTasks = route({
  ...app,
  id: 'listTasks',
  method: 'GET',
  path: '/app/vessels/{id}/tasks',
  resource: 'vessel',
  summary: 'The maintenance tasks',
  description: 'Every recurring task of the vessel, by title.',
  params: idParam('vessel'),
  answers: { 200: { description: 'The tasks', schema: Type.Object({ tasks: Type.Array(Task) }) } },
  errors: [],
})

export const createTask = route({
  ...app,
  id: 'createTask',
  method: 'POST',
  path: '/app/vessels/{id}/tasks',
  resource: 'vessel',
  summary: 'Add a task',
  description:
    'Adds a recurring task, by time, by engine hours, or both. It counts from start_at and start_hours: now and the current meter unless given.',
  params: idParam('vessel'),
  body: NewTask,
  answers: { 201: { description: 'The task', schema: Type.Object({ task: Task }) } },
  errors: [],
})

export const changeTask = route({
  ...app,
  id: 'changeTask',
  method: 'PATCH',
  path: '/app/tasks/{id}',
  resource: 'task',
  summary: 'Change a task',
  description: 'Changes the task; at least one interval must remain.',
  params: idParam('task'),
  body: TaskChange,
  answers: { 200: { description: 'The task as it is now', schema: Type.Object({ task: Task }) } },
  errors: [],
})

export const deleteTask = route({
  ...app,
  id: 'deleteTask',
  method: 'DELETE',
  path: '/app/tasks/{id}',
  resource: 'task',
  summary: 'Delete a task',
  description: 'Deletes the task. Service entries that settled it stay in the logbook.',
  params: idParam('task'),
  answers: { 200: { description: 'It is gone', schema: removed } },
  errors: [],
})

export const InspectionTemplate = named('InspectionTemplate', 'A checklist to inspect by', {
  slug: text(60, 'Name in requests', 'engine-diesel'),
  name: text(120, 'Name for people', 'Engine, inboard diesel'),
  applies_to: Type.Array(oneOf(VESSEL_TYPES, 'Kind of boat'), { description: 'The kinds of boat that it suits' }),
  items: Type.Array(
    named('InspectionTemplateItem', 'One point of a checklist', {
      id: uuid("The point's id"),
      section: text(120, 'The part of the boat', 'Cooling'),
      title: text(120, 'What to look at', 'Raw-water impeller'),
      hint: text(400, 'What to look for', 'Age, cracked vanes, a spare on board'),
    }),
  ),
})

export const listInspectionTemplates = route({
  ...app,
  id: 'listInspectionTemplates',
  method: 'GET',
  path: '/app/inspection-templates',
  resource: null,
  summary: 'The checklists',
  description: 'The checklists that an inspection can be begun from, with each of their points.',
  query: inLanguage,
  answers: {
    200: { description: 'The checklists', schema: Type.Object({ templates: Type.Array(InspectionTemplate) }) },
  },
  errors: [],
})

export const startInspection = route({
  ...app,
  id: 'startInspection',
  method: 'POST',
  path: '/app/vessels/{id}/inspections',
  resource: 'vessel',
  summary: 'Begin an inspection',
  description:
    'Begins an inspection with the points of one or more checklists; without any, all that suit the kind of boat.',
  params: idParam('vessel'),
  body: named('NewInspection', 'An inspection to begin', {
    templates: optional(
      Type.Array(text(60, 'Slug of a checklist', 'engine-diesel'), {
        minItems: 1,
        maxItems: 20,
        description: 'Checklists to walk through; all that suit the kind of boat unless given',
      }),
    ),
  }),
  answers: { 201: { description: 'The inspection and its items', schema: InspectionDetail } },
  errors: [],
})

export const changeInspectionItem = route({
  ...app,
  id: 'changeInspectionItem',
  method: 'PATCH',
  path: '/app/inspection-items/{id}',
  resource: 'inspection_item',
  summary: 'Judge one point',
  description: 'Sets the verdict or the note of one point of an inspection that is in progress.',
  params: idParam('item'),
  body: named('InspectionItemChange', 'What to change; a field that is absent stays', {
    verdict: optional(nullable(oneOf(VERDICTS, 'What was found; null takes the verdict back'))),
    note: optional(nullable(text(2000, 'Free text', 'Impeller cracked, replaced'))),
  }),
  answers: { 200: { description: 'The item as it is now', schema: Type.Object({ item: InspectionItem }) } },
  errors: ['conflict'],
})

export const completeInspection = route({
  ...app,
  id: 'completeInspection',
  method: 'POST',
  path: '/app/inspections/{id}/complete',
  resource: 'inspection',
  summary: 'Finish an inspection',
  description:
    'Finishes the inspection: its score is computed over the items with a verdict and it gets its report code. engine_hours is also written to the hour log and raises the meter when it is higher.',
  params: idParam('inspection'),
  body: named('InspectionCompletion', 'What is known at the end', {
    engine_hours: optional(meterHours('Meter at the inspection, whole hours')),
  }),
  answers: { 200: { description: 'The finished inspection', schema: InspectionDetail } },
  errors: ['conflict'],
})
