import { createHash } from 'node:crypto'
import type { AlarmRule, DueItem, Series } from '@binnacle/contract'
import { alarmLine, cut, TEXTS } from '../alarms/tell/words.ts'
import { SERIES_CLASSES } from './series-classes.ts'

/** What is known of a boat. */
export interface BoatState {
  id: string
  name: string
  vessel_type: string
  series: readonly Series[]
  rules: readonly AlarmRule[]
  /** By the id of the rule. */
  openAlarms: ReadonlyMap<
    string,
    { began_at: Date; value: number | null; text: string | null; instance: string | null }
  >
  due: readonly DueItem[]
  /** Whether an onboard device sent lately. */
  connected: boolean
  lastSeenAt: Date | null
}

/** Something of a boat that Home Assistant shows. */
interface Entity {
  component: 'sensor' | 'binary_sensor'
  /** Of the boat; letters, digits, _ and - only. */
  key: string
  name: string
  state: string
  config: Record<string, string>
  attributes?: Record<string, unknown>
}

/** Home Assistant shows it as unknown. */
const UNKNOWN = 'None'
/** A state has at most 255 characters. */
const MAX_STATE = 255

const onOff = (is: boolean) => (is ? 'ON' : 'OFF')

/** A part of a topic; two texts never have the same. */
function slug(text: string): string {
  const plain = text.replaceAll(/[^\w-]/g, '_')
  return plain === text ? text : `${plain}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}

function seriesEntity({ metric, instance, value, text_value, recorded_at }: Series): Entity {
  const { component, ...config } = SERIES_CLASSES[metric]
  const shown = component === 'binary_sensor' ? onOff(value === 1) : String(value ?? (text_value || UNKNOWN))
  return {
    component,
    key: metric + (instance ? `-${slug(instance)}` : ''),
    name: TEXTS.en.metrics[metric] + (instance ? ` (${instance})` : ''),
    state: cut(shown, MAX_STATE),
    config,
    attributes: { recorded_at },
  }
}

/** Of kinds whose messages name what broke the rule, such as the battery. */
const RULE_NAMES: Partial<Record<AlarmRule['kind'], string>> = {
  starter_below: 'Starter battery voltage low',
  camera_silent: 'A camera sends no picture',
  task_due: 'A task is due soon or overdue',
  task_overdue: 'A task is overdue',
  key_expiring: 'An access key expires',
  fault: 'A device reports a fault',
  onboard_alarm: 'An alarm sounds on board',
}

const ruleName = (rule: AlarmRule): string =>
  RULE_NAMES[rule.kind] ??
  (rule.kind === 'sum_above'
    ? `${TEXTS.en.metrics[rule.metric!]}: more than ${rule.limit} in an hour`
    : alarmLine({ ...rule, value: null, text: null }, 'en'))

function alarmEntity(rule: AlarmRule, open: BoatState['openAlarms']): Entity {
  const alarm = open.get(rule.id)
  return {
    component: 'binary_sensor',
    key: `alarm-${rule.id}`,
    name: ruleName(rule),
    state: onOff(alarm !== undefined),
    config: { device_class: 'problem' },
    attributes: { severity: rule.severity, ...alarm },
  }
}

const dueEntity = ({ task_id, title, status, due_date, due_hours }: DueItem): Entity => ({
  component: 'sensor',
  key: `due-${task_id}`,
  name: title,
  state: due_date ? due_date.slice(0, 10) : UNKNOWN,
  config: { device_class: 'date' },
  attributes: { status, due_hours },
})

/** All that Home Assistant shows of a boat. */
export const entitiesOf = (boat: BoatState): Entity[] => [
  ...boat.series.map(seriesEntity),
  ...boat.rules.filter(({ enabled }) => enabled).map((rule) => alarmEntity(rule, boat.openAlarms)),
  ...boat.due.map(dueEntity),
  {
    component: 'binary_sensor',
    key: 'connected',
    name: 'Connection',
    state: onOff(boat.connected),
    config: { device_class: 'connectivity', entity_category: 'diagnostic' },
  },
  {
    component: 'sensor',
    key: 'last_seen',
    name: 'Last data',
    state: boat.lastSeenAt?.toISOString() ?? UNKNOWN,
    config: { device_class: 'timestamp', entity_category: 'diagnostic' },
  },
]
