import { type Static, Type } from 'typebox'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
import { dateTime, flag, integer, named, nullable, oneOf, text, uuid } from '../common/schema.ts'
import { seconds } from '../common/words.ts'
import { Alarm } from './alarms.ts'
import { KINDS_BY_READINGS, SEVERITIES } from './rule-kinds.ts'

const { metric, instance } = Alarm.properties

export const OnboardAlarm = named('OnboardAlarm', 'An open alarm, for the boat itself', {
  id: uuid("The alarm's id", 'alarm'),
  kind: oneOf(KINDS_BY_READINGS, "The rule's kind"),
  metric,
  instance,
  severity: oneOf(SEVERITIES, 'How urgent it is'),
  message: text(2200, 'What it is, in English', 'Coolant temperature (port) above 98 °C: 101.5 °C'),
  began_at: dateTime('When it began'),
  quiet: flag('Somebody has acknowledged it, or it is silenced: it need not sound', false),
})

export type OnboardAlarm = Static<typeof OnboardAlarm>

/** For what sounds on board. */
export const listOnboardAlarms = route({
  tag: 'alarms',
  auth: 'device',
  scope: null,
  resource: null,
  id: 'listOnboardAlarms',
  method: 'GET',
  path: '/v1/alarms/onboard',
  summary: 'The open alarms of the own boat',
  description: `What an onboard device needs to sound an alarm: the open alarms of its boat that readings began (those that are not quiet first, then the worst), at most ${LIMITS.onboardAlarms}, and how long to wait before the next poll: ${seconds(LIMITS.alarmPollAfterMs)}.`,
  answers: {
    200: {
      description: 'The open alarms',
      schema: Type.Object({
        worst: nullable(oneOf(SEVERITIES, 'The worst of those that are not quiet; null: none')),
        alarms: Type.Array(OnboardAlarm),
        poll_after_ms: integer(1000, 600_000, 'Poll again after this time, ms', LIMITS.alarmPollAfterMs),
      }),
    },
  },
  errors: ['connection_disabled'],
})
