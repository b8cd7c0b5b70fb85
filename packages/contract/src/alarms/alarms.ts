import { type Static, Type } from 'typebox'
import { LIMITS } from '../common/limits.ts'
import { next, PAGING, paging } from '../common/paging.ts'
import { route } from '../common/route.ts'
import {
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
  optionalOrNull,
  text,
  uuid,
  uuidOrEmpty,
} from '../common/schema.ts'
import { METRIC_NAMES } from '../telemetry/metrics.ts'
import { removed } from '../vessels/vessels.ts'
import { kindsInWords, VALUES_IN_WORDS } from './kinds-in-words.ts'
import { READY_MADE_RULES } from './ready-made.ts'
import { RULE_APPLIES, RULE_KIND_NAMES, SEVERITIES } from './rule-kinds.ts'

export const ALARM_STATES = ['open', 'ended'] as const
export type AlarmState = (typeof ALARM_STATES)[number]

const LIMIT = 10_000_000

const MARGIN = 'The alarm ends when the value is this far within the limit'
const HOLD = 'It begins when the rule was broken for so long, seconds'
const ENABLED = 'Whether the rule is judged. Switching it off ends its alarms'

/** Without the name `Metric`, which a schema that may be null cannot share. */
const metric = oneOf(METRIC_NAMES, 'What the rule looks at; kinds that look at no single metric have none')
const LIMIT_UNIT = `In the metric's unit and among its values (${VALUES_IN_WORDS}), or as the kind says: hours, days or metres`

const CAMERA =
  'A camera of the boat that is asked for a picture when an alarm begins: a check-in. The picture is sent when it comes. Only for rules that look at readings'

const fields = {
  kind: oneOf(RULE_KIND_NAMES, `What breaks the rule:\n\n${kindsInWords(RULE_KIND_NAMES)}`),
  metric: nullable(metric),
  instance: nullable(text(80, 'Only this engine, tank or battery; null: each, by itself', 'port')),
  limit: nullable(number(-LIMIT, LIMIT, `${LIMIT_UNIT}; null for kinds without`, 98)),
  lat: nullable(number(-90, 90, 'Of the kind `outside`: the middle of the circle, degrees north', 54.6685)),
  lon: nullable(number(-180, 180, 'Of the kind `outside`: the middle of the circle, degrees east', 9.9347)),
  margin: number(0, LIMIT, MARGIN, 3),
  hold_s: integer(0, 3600, HOLD, 10),
  applies: oneOf(
    RULE_APPLIES,
    'When the rule applies. `under_way`: with at least 1 kn or an engine that turns; `at_rest`: otherwise. The kind `hours_stuck` has only `engine_running`',
  ),
  severity: oneOf(SEVERITIES, 'How urgent it is'),
  enabled: flag(ENABLED),
  camera_id: nullable(uuid(`${CAMERA}; null: none`, 'camera')),
}

export const AlarmRule = named('AlarmRule', 'When there is an alarm', {
  id: uuid("The rule's id", 'alarm_rule'),
  ...fields,
})
export type AlarmRule = Static<typeof AlarmRule>

export const NewAlarmRule = named(
  'NewAlarmRule',
  'A rule to add',
  {
    kind: fields.kind,
    metric: optionalOrNull(metric),
    instance: optionalOrNull(text(80, 'Only this engine, tank or battery; absent: each, by itself', 'port')),
    limit: optionalOrNull(number(-LIMIT, LIMIT, `${LIMIT_UNIT}; absent for kinds without`, 98)),
    lat: optionalOrNull(fields.lat),
    lon: optionalOrNull(fields.lon),
    margin: optionalOrNull(number(0, LIMIT, MARGIN, 3, { default: 0 })),
    hold_s: optionalOrNull(integer(0, 3600, HOLD, 10, { default: 0 })),
    applies: optionalOrNull(
      oneOf(RULE_APPLIES, 'When the rule applies. `hours_stuck` applies while the engine turns', { default: 'always' }),
    ),
    severity: optionalOrNull(oneOf(SEVERITIES, 'How urgent it is', { default: 'alarm' })),
    enabled: optionalOrNull(Type.Boolean({ description: ENABLED, default: true, examples: [true] })),
    camera_id: optionalOrNull(uuid(CAMERA, 'camera')),
  },
  {
    examples: [
      {
        kind: 'above',
        metric: 'engine_coolant_temp',
        ...{ limit: 98, margin: 4, hold_s: 10, applies: 'always', severity: 'alarm', enabled: true },
      },
    ],
  },
)

export const AlarmRuleChange = named(
  'AlarmRuleChange',
  'What to change of a rule',
  {
    limit: optionalOrNull(number(-LIMIT, LIMIT, LIMIT_UNIT, 95)),
    lat: optionalOrNull(fields.lat),
    lon: optionalOrNull(fields.lon),
    margin: optionalOrNull(fields.margin),
    hold_s: optionalOrNull(fields.hold_s),
    applies: optionalOrNull(fields.applies),
    severity: optionalOrNull(fields.severity),
    enabled: optionalOrNull(fields.enabled),
    camera_id: optionalOrNull(uuidOrEmpty(`${CAMERA}; an empty text: none`, 'camera')),
  },
  { examples: [{ hold_s: 30, severity: 'warning' }] },
)

export const Alarm = named('Alarm', 'A time during which a rule was broken, by the times of the readings', {
  id: uuid("The alarm's id", 'alarm'),
  rule_id: uuid('The rule, which may have been deleted since', 'alarm_rule'),
  kind: fields.kind,
  metric: fields.metric,
  instance: nullable(
    text(80, 'Of which engine, tank or battery; or the id of the task, the camera or the access key', 'port'),
  ),
  limit: nullable(number(-LIMIT, LIMIT, "The rule's limit when it began", 98)),
  severity: fields.severity,
  value: nullable(number(-Number.MAX_VALUE, Number.MAX_VALUE, 'The reading with which it began', 101.5)),
  text: nullable(
    text(2000, 'The fault text with which it began; or the name of the task, the camera or the access key', 'E042'),
  ),
  camera_id: nullable(
    uuid('The camera that its rule named when it was told; null: it named none, or it was not told', 'camera'),
  ),
  began_at: dateTime('When it began'),
  ended_at: nullable(dateTime('When it ended; null while it is open')),
  acknowledged_at: nullable(dateTime('When somebody acknowledged it; null: nobody has')),
  acknowledged_by: nullable(text(120, 'Who did: the name of the person or of the access key', 'Ada')),
  silenced_at: nullable(dateTime('When it was silenced; null: it was not')),
  silenced_until: nullable(dateTime('Until when it is silenced; null with `silenced_at`: until it ends')),
})
export type Alarm = Static<typeof Alarm>

export const Silence = named('Silence', 'How long to be silent', {
  until: optionalOrNull(dateTime('Until then; absent: until it ends', '2026-05-14T10:30:00.000Z')),
})

const common = { tag: 'alarms', auth: 'owner' } as const
const read = { ...common, scope: 'read:alarms', method: 'GET', resource: 'vessel' } as const
const write = { ...common, scope: 'write:alarms' } as const

export const listAlarms = route({
  ...read,
  id: 'listAlarms',
  path: '/v1/vessels/{id}/alarms',
  summary: 'The alarms of a vessel',
  description: `The newest alarms first, open and ended. An alarm begins and ends by the times of the readings: readings that arrive late can add, move and remove alarms of the past. ${PAGING}`,
  params: idParam('vessel'),
  query: Type.Object({
    ...limit(LIMITS.alarmsPerRead).properties,
    state: optional(oneOf(ALARM_STATES, 'Only open alarms, or only those that ended')),
    ...paging('alarms that began'),
  }),
  answers: { 200: { description: 'The alarms', schema: Type.Object({ alarms: Type.Array(Alarm), next }) } },
  errors: [],
})

export const acknowledgeAlarm = route({
  ...write,
  id: 'acknowledgeAlarm',
  method: 'POST',
  path: '/v1/alarms/{id}/acknowledge',
  resource: 'alarm',
  summary: 'Acknowledge an alarm',
  description: 'Says that somebody has seen it. The first time counts.',
  params: idParam('alarm'),
  answers: { 200: { description: 'The alarm', schema: Type.Object({ alarm: Alarm }) } },
  errors: [],
})

export const silenceAlarm = route({
  ...write,
  id: 'silenceAlarm',
  method: 'POST',
  path: '/v1/alarms/{id}/silence',
  resource: 'alarm',
  summary: 'Silence an alarm',
  description:
    'No messages are sent about it, also not that it ended. It stays on the pages. With `until`, alarms of the same rule and instance that begin before that time are silent too; one that is still open at that time is told.',
  params: idParam('alarm'),
  body: Silence,
  answers: { 200: { description: 'The alarm', schema: Type.Object({ alarm: Alarm }) } },
  errors: [],
})

export const endSilence = route({
  ...write,
  id: 'endSilence',
  method: 'DELETE',
  path: '/v1/alarms/{id}/silence',
  resource: 'alarm',
  summary: 'End the silence of an alarm',
  description: 'Messages about it, and about other alarms of its rule and instance, are sent again.',
  params: idParam('alarm'),
  answers: { 200: { description: 'The alarm', schema: Type.Object({ alarm: Alarm }) } },
  errors: [],
})

const RuleAnswer = Type.Object({ rule: AlarmRule })

const readyMade = READY_MADE_RULES.map(({ kind, metric, limit, severity, enabled }) =>
  [`- \`${kind}\``, metric && `\`${metric}\``, limit, `(${severity}${enabled ? '' : ', switched off'})`]
    .filter((part) => part !== null)
    .join(' '),
).join('\n')

export const listAlarmRules = route({
  ...read,
  id: 'listAlarmRules',
  path: '/v1/vessels/{id}/alarm-rules',
  summary: 'The alarm rules of a vessel',
  description: `In the order in which they were made. A new vessel has these rules:\n\n${readyMade}`,
  params: idParam('vessel'),
  answers: { 200: { description: 'The rules', schema: Type.Object({ rules: Type.Array(AlarmRule) }) } },
  errors: [],
})

export const createAlarmRule = route({
  ...write,
  id: 'createAlarmRule',
  method: 'POST',
  path: '/v1/vessels/{id}/alarm-rules',
  resource: 'vessel',
  summary: 'Add an alarm rule',
  description: `It is judged at once by the newest readings. What a kind needs is in the list of kinds: a metric, a limit, a place. A vessel has at most ${LIMITS.rulesPerVessel} rules: one more is \`conflict\`.`,
  params: idParam('vessel'),
  body: NewAlarmRule,
  answers: { 201: { description: 'The rule', schema: RuleAnswer } },
  errors: ['conflict'],
})

export const changeAlarmRule = route({
  ...write,
  id: 'changeAlarmRule',
  method: 'PATCH',
  path: '/v1/alarm-rules/{id}',
  resource: 'alarm_rule',
  summary: 'Change an alarm rule',
  description: 'The newest readings are judged by it at once. Alarms that ended stay.',
  params: idParam('alarm_rule'),
  body: AlarmRuleChange,
  answers: { 200: { description: 'The rule as it is now', schema: RuleAnswer } },
  errors: [],
})

export const deleteAlarmRule = route({
  ...write,
  id: 'deleteAlarmRule',
  method: 'DELETE',
  path: '/v1/alarm-rules/{id}',
  resource: 'alarm_rule',
  summary: 'Delete an alarm rule',
  description: 'Its open alarms end. The alarms of the past stay.',
  params: idParam('alarm_rule'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: [],
})
