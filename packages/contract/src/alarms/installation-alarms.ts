import { type Static, Type } from 'typebox'
import { route } from '../common/route.ts'
import { dateTime, flag, named, nullable, number, oneOf, optional, text, uuid } from '../common/schema.ts'
import { Silence } from './alarms.ts'
import { kindsInWords } from './kinds-in-words.ts'
import { INSTALLATION_RULE_KIND_NAMES, SEVERITIES } from './rule-kinds.ts'

const operator = { tag: 'app', auth: 'operator', scope: null, resource: null } as const

const kind = oneOf(
  INSTALLATION_RULE_KIND_NAMES,
  `What breaks the rule:\n\n${kindsInWords(INSTALLATION_RULE_KIND_NAMES)}`,
)
const limit = number(1, 10_000, 'As the kind says: percent, hours or minutes', 10)

const ruleFields = {
  limit,
  severity: oneOf(SEVERITIES, 'How urgent it is'),
  enabled: flag('Whether the rule is judged. Switching it off ends its alarms'),
}

export const InstallationRule = named('InstallationRule', 'When there is an alarm of the installation', {
  kind,
  ...ruleFields,
})
export type InstallationRule = Static<typeof InstallationRule>

export const InstallationAlarm = named('InstallationAlarm', 'A time during which a rule of the operator was broken', {
  id: uuid("The alarm's id", 'alarm'),
  kind,
  instance: nullable(
    text(
      200,
      '`data`, `database` or `backups`, `@` and the machine; the place of the process; `judge` or `tell`; null: none',
      'data@boat-server',
    ),
  ),
  limit: { ...limit, description: "The rule's limit when it began" },
  severity: ruleFields.severity,
  value: nullable(
    number(
      0,
      Number.MAX_VALUE,
      'How far it went: the least free space, percent; crashes within the last hour; minutes behind. null: of a backup, and of a process that is gone',
      4.2,
    ),
  ),
  text: nullable(
    text(
      2000,
      'Machine and folder of the disk; why the backup failed; or `not back`: it ended since the process had been gone for a day',
      'boat-server: /var/lib/binnacle',
    ),
  ),
  began_at: dateTime('When it began'),
  ended_at: nullable(dateTime('When it ended; null while it is open')),
  acknowledged_at: nullable(dateTime('When somebody acknowledged it; null: nobody has')),
  acknowledged_by: nullable(text(120, 'Who did', 'Ada')),
  silenced_at: nullable(dateTime('When it was silenced; null: it was not')),
  silenced_until: nullable(dateTime('Until when it is silenced; null with `silenced_at`: until it ends')),
})
export type InstallationAlarm = Static<typeof InstallationAlarm>

const idParam = Type.Object({ id: uuid('The alarm', 'alarm') })
const AlarmAnswer = Type.Object({ alarm: InstallationAlarm })

export const listInstallationAlarms = route({
  ...operator,
  id: 'listInstallationAlarms',
  method: 'GET',
  path: '/app/operator/alarms',
  summary: 'The alarms of the installation',
  description: 'The open ones, the worst first, and the newest 100 that ended. They are kept for a year.',
  answers: {
    200: {
      description: 'The alarms',
      schema: Type.Object({ open: Type.Array(InstallationAlarm), ended: Type.Array(InstallationAlarm) }),
    },
  },
  errors: [],
})

export const acknowledgeInstallationAlarm = route({
  ...operator,
  id: 'acknowledgeInstallationAlarm',
  method: 'POST',
  path: '/app/operator/alarms/{id}/acknowledge',
  summary: 'Acknowledge an alarm of the installation',
  description: 'Says that somebody has seen it. The first time counts.',
  params: idParam,
  answers: { 200: { description: 'The alarm', schema: AlarmAnswer } },
  errors: ['not_found'],
})

export const silenceInstallationAlarm = route({
  ...operator,
  id: 'silenceInstallationAlarm',
  method: 'POST',
  path: '/app/operator/alarms/{id}/silence',
  summary: 'Silence an alarm of the installation',
  description:
    'No messages are sent about it. With `until`, later alarms of its kind and instance that begin before that time are silent too.',
  params: idParam,
  body: Silence,
  answers: { 200: { description: 'The alarm', schema: AlarmAnswer } },
  errors: ['not_found'],
})

export const endInstallationSilence = route({
  ...operator,
  id: 'endInstallationSilence',
  method: 'DELETE',
  path: '/app/operator/alarms/{id}/silence',
  summary: 'End the silence of an alarm of the installation',
  description: 'Messages about it, and about later ones of its kind and instance, are sent again.',
  params: idParam,
  answers: { 200: { description: 'The alarm', schema: AlarmAnswer } },
  errors: ['not_found'],
})

export const listInstallationRules = route({
  ...operator,
  id: 'listInstallationRules',
  method: 'GET',
  path: '/app/operator/alarm-rules',
  summary: 'The alarm rules of the installation',
  description: 'One of each kind. A new installation has them.',
  answers: { 200: { description: 'The rules', schema: Type.Object({ rules: Type.Array(InstallationRule) }) } },
  errors: [],
})

export const changeInstallationRule = route({
  ...operator,
  id: 'changeInstallationRule',
  method: 'PATCH',
  path: '/app/operator/alarm-rules/{kind}',
  summary: 'Change an alarm rule of the installation',
  description: 'It is judged by its new limit within a minute.',
  params: Type.Object({ kind: oneOf(INSTALLATION_RULE_KIND_NAMES, 'The kind of the rule') }),
  body: named('InstallationRuleChange', 'What to change', {
    limit: optional(limit),
    severity: optional(ruleFields.severity),
    enabled: optional(ruleFields.enabled),
  }),
  answers: { 200: { description: 'The rule as it is now', schema: Type.Object({ rule: InstallationRule }) } },
  errors: ['not_found'],
})
