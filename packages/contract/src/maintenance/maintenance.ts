import { type Static, Type } from 'typebox'
import { inLanguage } from '../common/languages.ts'
import { LIMITS } from '../common/limits.ts'
import { nextByLimit, PAGING_BY_LIMIT, paging } from '../common/paging.ts'
import { route } from '../common/route.ts'
import {
  currency,
  dateTime,
  flag,
  INTEGER_MAX,
  idParam,
  integer,
  limit,
  money,
  named,
  nullable,
  number,
  oneOf,
  optional,
  optionalOrNull,
  text,
  title,
  uuid,
} from '../common/schema.ts'
import { meterHours, removed, VESSEL_TYPES } from '../vessels/vessels.ts'

export const DUE_STATUSES = ['ok', 'due_soon', 'overdue'] as const
export type DueStatus = (typeof DUE_STATUSES)[number]

const taskTitle = title(120, 'What has to be done', 'Engine oil and filter')

export const DueItem = named('DueItem', 'A maintenance task and how urgent it is', {
  task_id: uuid("The task's id", 'task'),
  title: taskTitle,
  status: oneOf(
    DUE_STATUSES,
    'By date or by engine hours, whichever comes first. due_soon: within the lead time; overdue: past due',
  ),
  due_date: nullable(dateTime('When it is due by time; null without a time interval')),
  due_hours: nullable(
    meterHours('The hour meter at which it is due, whole hours; null without an hours interval', 500),
  ),
})
export type DueItem = Static<typeof DueItem>

export const SERVICE_ROUTES = ['diy', 'supplier'] as const

export const ServiceLog = named('ServiceLog', 'A service that was done', {
  id: uuid("The entry's id", 'service_log'),
  title: title(120, 'What was done', 'Engine oil and filter'),
  done_at: dateTime('When it was done'),
  engine_hours: nullable(meterHours('The hour meter at the service, whole hours')),
  cost: nullable(money('What it cost', 129.9)),
  currency: nullable(currency()),
  route: oneOf(SERVICE_ROUTES, 'Who did it: the owner (diy) or a supplier'),
  note: nullable(text(2000, 'Free text', '15W-40, 6 l')),
  task_id: nullable(uuid('The task that this service completes', 'task')),
})
export type ServiceLog = Static<typeof ServiceLog>

export const NewServiceLog = named('NewServiceLog', 'A service to record', {
  title: ServiceLog.properties.title,
  done_at: optionalOrNull(
    dateTime(
      'When it was done; defaults to now. For a day without a time send its noon in UTC: days of services and due dates are shown in UTC',
    ),
  ),
  engine_hours: optionalOrNull(
    meterHours("The hour meter at the service, whole hours; raises the vessel's meter if it is higher"),
  ),
  cost: optionalOrNull(money('What it cost', 129.9)),
  currency: optionalOrNull(currency()),
  route: optionalOrNull(oneOf(SERVICE_ROUTES, 'Who did it', { default: 'diy' })),
  note: optionalOrNull(text(2000, 'Free text', '15W-40, 6 l')),
  task_id: optionalOrNull(uuid('The task that this service completes; it must belong to the same vessel', 'task')),
})

export const HOUR_SOURCES = ['manual', 'inspection', 'service', 'telemetry', 'signalk', 'api'] as const
export type HourSource = (typeof HOUR_SOURCES)[number]

const litres = number(0, 9_999_999.999, 'Fuel filled, l', 85.5, { multipleOf: 0.001 })

export const EngineHourLog = named('EngineHourLog', 'An entry of the hour log', {
  id: uuid("The entry's id", 'engine_hour_log'),
  hours: nullable(meterHours('The hour meter, whole hours')),
  litres: nullable(litres),
  fuel_cost: nullable(money('What the fuel cost', 153.9)),
  currency: nullable(currency()),
  source: oneOf(HOUR_SOURCES, 'Where the value came from'),
  logged_at: dateTime('When the value was read'),
})
export type EngineHourLog = Static<typeof EngineHourLog>

export const NewEngineHours = named('NewEngineHours', 'An hour meter reading', {
  hours: meterHours("The hour meter, whole hours; not below the vessel's current meter"),
  litres: optionalOrNull(litres),
  fuel_cost: optionalOrNull(money('What the fuel cost', 153.9)),
  currency: optionalOrNull(currency()),
  logged_at: optionalOrNull(dateTime('When the meter was read; defaults to now')),
  source: optionalOrNull(oneOf(['manual', 'signalk', 'api'], 'Where the reading came from', { default: 'manual' })),
})

export const VERDICTS = ['operational', 'attention', 'non_operational'] as const
export type Verdict = (typeof VERDICTS)[number]

export const Inspection = named('Inspection', 'An inspection by a checklist', {
  id: uuid("The inspection's id", 'inspection'),
  status: oneOf(['in_progress', 'completed'], 'Whether it is completed'),
  started_at: dateTime('When it was started'),
  completed_at: nullable(dateTime('When it was completed')),
  score: nullable(integer(0, 100, 'Score in percent; null before it is completed, or without a verdict', 88)),
  engine_hours: nullable(meterHours('The hour meter at the inspection, whole hours')),
  vir_code: nullable(text(32, 'Code of the inspection report; it is assigned on completion', 'VIR-7K3M-Q9TD')),
})
export type Inspection = Static<typeof Inspection>

export const InspectionItem = named('InspectionItem', 'One item of an inspection', {
  id: uuid("The item's id", 'inspection_item'),
  template_item_id: nullable(uuid('The checklist item that it was made from', 'checklist_item')),
  verdict: nullable(oneOf(VERDICTS, 'The result; null until it was checked')),
  note: nullable(text(2000, 'Free text', 'Impeller cracked, replaced')),
  updated_at: dateTime('When it was last changed'),
})
export type InspectionItem = Static<typeof InspectionItem>

export const InspectionDetail = Type.Object({ inspection: Inspection, items: Type.Array(InspectionItem) })
export type InspectionDetail = Static<typeof InspectionDetail>

const read = { tag: 'maintenance', auth: 'owner', scope: 'read:vessel', resource: 'vessel' } as const

export const getDueFeed = route({
  ...read,
  id: 'getDueFeed',
  method: 'GET',
  path: '/v1/vessels/{id}/due',
  summary: 'Get the due feed',
  description:
    'Every task of the vessel with its status, most urgent first. A task is due when its time interval or its hours interval ends, whichever comes first. Intervals count from the last matching service. The feed is computed at each request.',
  params: idParam('vessel'),
  answers: {
    200: {
      description: 'The due feed',
      schema: Type.Object({
        vessel_id: uuid("The vessel's id", 'vessel'),
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
  summary: 'Get the logbook',
  description: `Services and entries of the hour log, newest first, up to ${LIMITS.logbookEntries} of each.\n\n${PAGING_BY_LIMIT} A page has entries of both lists in one order, at most \`limit\` together, or ${LIMITS.logbookEntries} without it.`,
  params: idParam('vessel'),
  query: Type.Object({
    ...paging('entries'),
    ...limit({ max: LIMITS.logbookEntries }).properties,
  }),
  answers: {
    200: {
      description: 'The logbook',
      schema: Type.Object({
        service_logs: Type.Array(ServiceLog),
        engine_hour_logs: Type.Array(EngineHourLog),
        next: nextByLimit,
      }),
    },
  },
  errors: [],
})

export const listInspections = route({
  ...read,
  id: 'listInspections',
  method: 'GET',
  path: '/v1/vessels/{id}/inspections',
  summary: 'List inspections',
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
  summary: 'Get an inspection',
  description: 'One inspection with its items, in the order of the checklist.',
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
    'Adds a service to the logbook. It completes the task of task_id, or without it each task of the same title, whatever its case and outer spaces. A service dated more than a day ahead completes nothing yet. engine_hours is also added to the hour log, and raises the hour meter if it is higher.',
  params: idParam('vessel'),
  body: NewServiceLog,
  answers: { 201: { description: 'The entry', schema: Type.Object({ service_log: ServiceLog }) } },
  errors: [],
})

export const logEngineHours = route({
  ...read,
  scope: 'write:log',
  id: 'logEngineHours',
  method: 'POST',
  path: '/v1/vessels/{id}/hours',
  summary: 'Record the hour meter',
  description:
    'Sets the hour meter and adds an entry to the hour log. A value below the meter is 422; only the owner can lower the meter, in the app.',
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
  interval_days: integer(1, 36_500, 'Due this many days after the last service, d', 365),
  interval_hours: integer(1, 1_000_000, 'Due this many engine hours after the last service, h', 250),
  lead_days: integer(0, 36_500, 'Due soon this many days before it is due, d; at most half of the interval', 30),
  lead_hours: integer(
    0,
    1_000_000,
    'Due soon this many engine hours before it is due, h; at most half of the interval',
    25,
  ),
  start_at: dateTime('Counts from this time until a service is recorded'),
  start_hours: nullable(
    integer(
      0,
      INTEGER_MAX,
      'Counts from this hour meter until a service is recorded, h; null: from the meter at start_at, or the first that becomes known',
      400,
    ),
  ),
  safety: flag('Whether it is safety equipment: while it is overdue or was never logged, health is not green', false),
  once: flag('Whether it is done once: after its first service it is no longer in the due feed', false),
  finding_id: nullable(uuid('The inspection item that it settles', 'inspection_item')),
}

export const Task = named('Task', 'A recurring maintenance task', {
  id: uuid("The task's id", 'task'),
  title: taskTitle,
  interval_days: nullable(interval.interval_days),
  interval_hours: nullable(interval.interval_hours),
  lead_days: interval.lead_days,
  lead_hours: interval.lead_hours,
  start_at: interval.start_at,
  start_hours: interval.start_hours,
  safety: interval.safety,
  once: interval.once,
  finding_id: interval.finding_id,
  created_at: dateTime('When the task was created'),
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
  safety: optional({ ...interval.safety, default: false } as typeof interval.safety),
}

export const RecurringTask = named(
  'RecurringTask',
  'A task to add with others: at least one of interval_days and interval_hours',
  taskFields,
)
export const NewTask = named('NewTask', 'A task to add: at least one of interval_days and interval_hours', {
  ...taskFields,
  once: optional({ ...interval.once, default: false } as typeof interval.once),
  finding_id: optional(interval.finding_id),
})
export const TaskChange = named('TaskChange', 'Fields to change; absent fields keep their value', {
  title: optional(taskTitle),
  interval_days: taskFields.interval_days,
  interval_hours: taskFields.interval_hours,
  lead_days: optional(interval.lead_days),
  lead_hours: optional(interval.lead_hours),
  start_at: optional(interval.start_at),
  start_hours: optional(interval.start_hours),
  safety: optional(interval.safety),
})

const app = { tag: 'app', auth: 'session', scope: null } as const

export const listTasks = route({
  ...app,
  id: 'listTasks',
  method: 'GET',
  path: '/app/vessels/{id}/tasks',
  resource: 'vessel',
  summary: 'The maintenance tasks',
  description: 'All maintenance tasks of the vessel, by title.',
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
    'Adds a task by time, by engine hours, or both. It counts from start_at and start_hours, which default to now and the current hour meter. A finding of a completed inspection has one task: adding a second returns the first.',
  params: idParam('vessel'),
  body: NewTask,
  answers: { 201: { description: 'The task', schema: Type.Object({ task: Task }) } },
  errors: ['conflict'],
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
  description: 'Deletes the task. Its services stay in the logbook.',
  params: idParam('task'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: [],
})

export const InspectionTemplate = named('InspectionTemplate', 'A checklist for inspections', {
  slug: text(60, 'Name in requests', 'engine-diesel'),
  name: text(120, 'Name for people', 'Engine, inboard diesel'),
  applies_to: Type.Array(oneOf(VESSEL_TYPES, 'Kind of boat'), { description: 'The kinds of boat that it is for' }),
  items: Type.Array(
    named('InspectionTemplateItem', 'One item of a checklist', {
      id: uuid("The point's id", 'checklist_item'),
      section: text(120, 'The part of the boat', 'Cooling'),
      title: text(120, 'What to check', 'Raw-water impeller'),
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
  description: 'The checklists for inspections, with their items.',
  query: inLanguage,
  answers: {
    200: { description: 'The checklists', schema: Type.Object({ templates: Type.Array(InspectionTemplate) }) },
  },
  errors: [],
})

/** See apps/server/src/maintenance/inspections/entered-at.ts. */
const WRONG_CLOCK = `A time in the future, or more than ${LIMITS.waitDays} days ago, counts as now`

export const startInspection = route({
  ...app,
  id: 'startInspection',
  method: 'POST',
  path: '/app/vessels/{id}/inspections',
  resource: 'vessel',
  summary: 'Start an inspection',
  description:
    'Starts an inspection with the items of one or more checklists. Without any, it uses all checklists for the kind of boat.',
  params: idParam('vessel'),
  body: named('NewInspection', 'An inspection to start', {
    templates: optional(
      Type.Array(text(60, 'Slug of a checklist', 'engine-diesel'), {
        minItems: 1,
        maxItems: 20,
        description: 'Checklists to use; defaults to all for the kind of boat',
      }),
    ),
    started_at: optional(dateTime(`When it was started, if it waited for a network. ${WRONG_CLOCK}`)),
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
  summary: 'Change an inspection item',
  description: 'Sets the verdict or the note of an item. The inspection must be in progress.',
  params: idParam('inspection_item'),
  body: named('InspectionItemChange', 'Fields to change; absent fields keep their value', {
    verdict: optional(nullable(oneOf(VERDICTS, 'The result; null removes it'))),
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
  summary: 'Complete an inspection',
  description:
    'Completes the inspection: computes its score from the items with a verdict and assigns the report code. engine_hours is also added to the hour log, and raises the hour meter if it is higher.',
  params: idParam('inspection'),
  body: named('InspectionCompletion', 'Data of the completion', {
    engine_hours: optional(meterHours('The hour meter at the inspection, whole hours')),
    completed_at: optional(dateTime(`When it was completed, if it waited for a network. ${WRONG_CLOCK}`)),
  }),
  answers: { 200: { description: 'The completed inspection', schema: InspectionDetail } },
  errors: ['conflict'],
})
