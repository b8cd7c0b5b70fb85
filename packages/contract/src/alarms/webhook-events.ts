import { type AlarmEvent, type InstallationRuleKind, kindOfRule, RULE_KIND_NAMES, type RuleKind } from './rule-kinds.ts'

/** What a webhook can be told of. Which alarms are which is in the table of rule kinds. */
export const WEBHOOK_EVENTS = {
  'vessel.alarm': 'an alarm of the chosen severity begins or ends, or a frame has come for it',
  'task.due': 'a task becomes due, by the alarm rules for tasks, or no longer is',
  'connection.silent': 'nothing comes from the boat, by the alarm rule for silence, or something does again',
  'installation.alarm': 'an alarm of the installation begins or ends; only an operator is told',
  'service.logged': 'a service is added to the logbook',
  'frame.stored': 'a frame of a camera is stored',
} as const satisfies Record<AlarmEvent, string> & Record<string, string>

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
/** Those that are no alarms. */
export type VesselEvent = Exclude<WebhookEvent, AlarmEvent>

export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[]

/** What an alarm of this kind is for a webhook. */
export const eventOfAlarm = (kind: RuleKind | InstallationRuleKind): AlarmEvent =>
  kindOfRule(kind).event ?? 'vessel.alarm'

/** The events that are alarms of boats. */
export const ALARM_EVENTS = WEBHOOK_EVENT_NAMES.filter((event) =>
  RULE_KIND_NAMES.some((kind) => eventOfAlarm(kind) === event),
)
