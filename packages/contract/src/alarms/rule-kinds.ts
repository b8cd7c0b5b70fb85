import type { Metric } from '../telemetry/metrics.ts'

export const SEVERITIES = ['alarm', 'warning'] as const
export type Severity = (typeof SEVERITIES)[number]

/** When a rule applies: by the speed over ground and the engines. */
export const RULE_APPLIES = ['always', 'engine_running', 'under_way', 'at_rest'] as const
export type RuleApplies = (typeof RULE_APPLIES)[number]

/** What an alarm is for a webhook. */
export type AlarmEvent = 'vessel.alarm' | 'task.due' | 'connection.silent' | 'installation.alarm'

interface KindOfRule {
  /** What breaks the rule. */
  says: string
  /** What its metric must be; null: it has none. */
  metric: 'any' | Metric | null
  /** What its limit is; null: it has none. */
  limit: 'value' | 'hours' | 'days' | 'minutes' | 'metres' | 'percent' | null
  /** The smallest and the greatest limit. */
  range?: readonly [min: number, max: number]
  /** By the times of the readings, or by the clock because it has none. */
  judgedBy: 'readings' | 'clock'
  /** Absent: `vessel.alarm`. */
  event?: AlarmEvent
}

const value = { metric: 'any', limit: 'value', judgedBy: 'readings' } as const
const clock = { metric: null, judgedBy: 'clock' } as const

const SILENCE: readonly [number, number] = [1, 10_000]

/** The kinds of rule of a boat. Each of its alarms is of one of these. */
export const RULE_KINDS = {
  above: { ...value, says: 'the value is above the limit' },
  below: { ...value, says: 'the value is below the limit' },
  bank_below: {
    ...value,
    says: 'the voltage is below the limit for each 12 V of the bank: for 24 V twice the limit, for 48 V four times. Starter batteries have `starter_below`; this kind looks at one only if the rule names it',
  },
  starter_below: {
    metric: 'battery_voltage',
    limit: 'value',
    judgedBy: 'readings',
    says: 'as `bank_below`, for starter batteries: the one that the rule names; else those with `start` in their instance, such as `starter` or `House starter`',
  },
  sum_above: {
    ...value,
    says: 'the values of an hour together are above the limit, such as the starts of a bilge pump',
  },
  fault: {
    metric: 'fault_code',
    limit: null,
    judgedBy: 'readings',
    says: 'a device reports a fault; the texts `none` and `OK` and an empty text end it',
  },
  onboard_alarm: {
    metric: 'fault_code',
    limit: null,
    judgedBy: 'readings',
    says: 'something on board sounds an alarm: a fault text with `Alarm:` or `Emergency alarm:` (upper or lower case) in front of a fault; such a text breaks no rule of the kind `fault`',
  },
  hours_stuck: {
    metric: 'engine_hours',
    limit: 'hours',
    range: [1, 24],
    judgedBy: 'readings',
    says: 'the engine turns for as many hours as the limit says, and its counter does not move',
  },
  outside: {
    metric: null,
    limit: 'metres',
    range: [10, 1_000_000],
    judgedBy: 'readings',
    says: 'the boat is farther from `lat` and `lon` than the limit says, metres',
  },
  silent: {
    ...clock,
    limit: 'hours',
    range: SILENCE,
    event: 'connection.silent',
    says: 'nothing came from the boat for as many hours as the limit says',
  },
  camera_silent: {
    ...clock,
    limit: 'hours',
    range: SILENCE,
    says: 'no picture came from a camera for as many hours as the limit says; each camera by itself',
  },
  task_due: { ...clock, limit: null, event: 'task.due', says: 'a task is due soon or overdue; each task by itself' },
  task_overdue: { ...clock, limit: null, event: 'task.due', says: 'a task is overdue; each task by itself' },
  key_expiring: {
    ...clock,
    limit: 'days',
    range: [1, 365],
    says: 'an access key of the account expires in as many days as the limit says, or fewer. It is an alarm of the boat whose connection it made, else of the first boat of the account',
  },
} as const satisfies Record<string, KindOfRule>

const installation = { ...clock, event: 'installation.alarm' } as const

/** The kinds of rule of the operator, which are about the installation and about no boat. */
export const INSTALLATION_RULE_KINDS = {
  disk_space: {
    ...installation,
    limit: 'percent',
    range: [1, 90],
    says: 'a disk with the data, the files of the database or the backups has less free space than the limit says, percent',
  },
  backup: {
    ...installation,
    limit: 'hours',
    range: [25, 10_000],
    says: 'the newest verified backup is older than the limit says, or a later one failed',
  },
  process: {
    ...installation,
    limit: 'minutes',
    range: [1, 1440],
    says: 'a process of the service was last seen as many minutes ago as the limit says, or longer, or was replaced after a crash less than an hour ago',
  },
  lag: {
    ...installation,
    limit: 'minutes',
    range: [1, 1440],
    says: 'alarms are judged, or messages sent, as many minutes late as the limit says',
  },
} as const satisfies Record<string, KindOfRule>

export type RuleKind = keyof typeof RULE_KINDS
export const RULE_KIND_NAMES = Object.keys(RULE_KINDS) as RuleKind[]
export type InstallationRuleKind = keyof typeof INSTALLATION_RULE_KINDS
export const INSTALLATION_RULE_KIND_NAMES = Object.keys(INSTALLATION_RULE_KINDS) as InstallationRuleKind[]

const ALL = { ...RULE_KINDS, ...INSTALLATION_RULE_KINDS }
export const kindOfRule = (kind: RuleKind | InstallationRuleKind): KindOfRule => ALL[kind]

/** The kinds that may sound on board. An overdue task is no reason for a buzzer, and a connection key must not read tasks or keys. */
export const KINDS_BY_READINGS = RULE_KIND_NAMES.filter((kind) => RULE_KINDS[kind].judgedBy === 'readings')
