import { type Alarm, type Language, METRICS, type Metric, onboardAlarmText } from '@binnacle/contract'
import type { Content, MessagePicture } from './content.ts'
import { de } from './texts/de.ts'
import { type AlarmTexts, en } from './texts/en.ts'

export const TEXTS: Record<Language, AlarmTexts> = { en, de }
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

const unitOf = (metric: Metric): string => {
  const { unit } = METRICS.find((each) => each.metric === metric)!
  return unit === 'C' ? '°C' : ['0 or 1', 'count', 'text'].includes(unit) ? '' : unit
}

/** What a message says, and about which boat. */
export function messageText(
  { vessel, alarm, picture, digest }: Content,
  language: Language,
): { title: string; text: string } {
  const texts = TEXTS[language]
  if (digest) return { title: `${vessel.name}: ${texts.quietHours}`, text: digestText(digest, language) }
  if (!alarm) return { title: 'Binnacle', text: texts.test }
  return {
    title: `${vessel.name}: ${alarm.ended_at ? texts.ended : texts[alarm.severity]}`,
    text: [alarmLine(alarm, language), ...(picture ? [pictureLine(picture, language)] : [])].join('\n'),
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

/** Whence a picture is, and how old: a time without its zone would be taken for the reader's. */
const pictureLine = ({ label, captured_at, time_zone }: MessagePicture, language: Language): string =>
  TEXTS[language].picture(label, timeIn(time_zone, language, { timeZoneName: 'short' })(captured_at))

/** So many that all of them fit into a push message, which has 4 kB. */
const MAX_LINES = 8
const MAX_LINE = 120

/** One line for each alarm. */
function digestText({ alarms, timeZone }: NonNullable<Content['digest']>, language: Language): string {
  const texts = TEXTS[language]
  const time = timeIn(timeZone, language)
  const lines = alarms.slice(0, MAX_LINES).map((alarm) => {
    const { began_at, ended_at } = alarm
    const when = ended_at ? texts.fromTo(time(began_at), time(ended_at)) : texts.since(time(began_at))
    return cut(`${when}: ${alarmLine(alarm, language)}`, MAX_LINE)
  })
  const more = alarms.length - lines.length
  return [...lines, ...(more > 0 ? [texts.more(more)] : [])].join('\n')
}

const timeIn = (timeZone: string, language: Language, more: Intl.DateTimeFormatOptions = {}) => {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...more,
  })
  return (time: string) => format.format(new Date(time))
}

/** Not in the middle of a character of two code units. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
