import { type Alarm, type Language, METRICS, type Metric, onboardAlarmText } from '@binnacle/contract'
import type { Content } from './content.ts'
import { de } from './texts/de.ts'
import { type AlarmTexts, en } from './texts/en.ts'

export const TEXTS: Record<Language, AlarmTexts> = { en, de }
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

const unitOf = (metric: Metric): string => {
  const { unit } = METRICS.find((each) => each.metric === metric)!
  return unit === 'C' ? '°C' : ['0 or 1', 'count', 'text'].includes(unit) ? '' : unit
}

/** What a message says in one line, and about which boat. */
export function messageText({ event, vessel, alarm }: Content, language: Language): { title: string; text: string } {
  const texts = TEXTS[language]
  if (!alarm) return { title: 'Binnacle', text: texts.test }
  return {
    title: `${vessel.name}: ${event === 'ended' ? texts.ended : texts[alarm.severity]}`,
    text: alarmLine(alarm, language),
  }
}

type Said = Pick<Alarm, 'kind' | 'metric' | 'instance' | 'limit' | 'value' | 'text'>

/** What an alarm is. */
export function alarmLine({ kind, metric, instance, limit, value, text }: Said, language: Language): string {
  const texts = TEXTS[language]
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 })
  const measured = (value: number) => [number.format(value), metric && unitOf(metric)].filter(Boolean).join('\u00a0')
  if (kind === 'silent') return texts.silent(number.format(limit!))
  if (kind === 'camera_silent') return texts.cameraSilent(text ?? '', number.format(limit!))
  if (kind === 'task_due') return texts.taskDue(text ?? '')
  if (kind === 'task_overdue') return texts.taskOverdue(text ?? '')
  if (kind === 'key_expiring') return texts.keyExpiring(text ?? '', number.format(limit!))
  if (kind === 'outside') return texts.outside(number.format(limit!), value === null ? null : number.format(value))
  if (kind === 'hours_stuck') return texts.hoursStuck(instance, number.format(limit!))
  if (kind === 'fault') return texts.fault(text ?? '', instance)
  if (kind === 'onboard_alarm') return texts.onboard(onboardAlarmText(text ?? ''), instance)
  if (metric === 'bilge_water') return texts.bilgeWater(instance)
  if (metric === 'shore_power') return texts.shorePower
  const what = texts.metrics[metric!] + (instance ? ` (${instance})` : '')
  const is = value === null ? null : measured(value)
  if (kind === 'sum_above') return texts.sumAbove(what, is, number.format(limit!))
  if (kind === 'bank_below') return texts.low(what, is)
  return (kind === 'above' ? texts.above : texts.below)(what, measured(limit!), is)
}
