import {
  INSTALLATION_RULE_KINDS,
  type InstallationRuleKind,
  type Language,
  METRES_PER_NAUTICAL_MILE,
  METRICS,
  type Metric,
  onboardAlarmText,
} from '@binnacle/contract'
import { isOfBank } from '@binnacle/contract/alarm-limit'
import { oneLine } from '../../text/one-line.ts'
import type { Content, MessagePicture, ToldAlarm } from './content.ts'
import type { BoatSummary } from './summary/summary.ts'
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
  { vessel, alarm, picture, digest, summary }: Content,
  language: Language,
): { title: string; text: string } {
  const texts = TEXTS[language]
  const of = oneLine(vessel?.name ?? 'Binnacle')
  if (digest) return { title: `${of}: ${texts.quietHours}`, text: digestText(digest, language) }
  if (summary) return { title: `${of}: ${daysOf(summary, language)}`, text: summaryText(summary, language) }
  if (!alarm) return { title: 'Binnacle', text: texts.test }
  return {
    title: `${of}: ${alarm.ended_at ? texts.ended : texts[alarm.severity]}`,
    text: [alarmLine(alarm, language), ...(picture ? [pictureLine(picture, language)] : [])].join('\n'),
  }
}

type Said = Pick<ToldAlarm, 'kind' | 'metric' | 'instance' | 'limit' | 'value' | 'text'>

/** What an alarm is. */
export const alarmLine = (alarm: Said, language: Language): string => oneLine(saidOf(alarm, language))

function saidOf({ kind, metric, instance, limit, value, text }: Said, language: Language): string {
  const texts = TEXTS[language]
  const number = new Intl.NumberFormat(LOCALES[language], {
    maximumFractionDigits: decimalsFor(limit, value),
    signDisplay: 'negative',
  })
  if (isOfInstallation(kind)) {
    const shown = value === null ? null : number.format(value)
    return texts.installation[kind](instance ?? '', shown, text, number.format(limit!))
  }
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
  if (isOfBank(kind)) return texts.low(what, is)
  return (kind === 'above' ? texts.above : texts.below)(what, measured(limit!), is)
}

const MAX_DECIMALS = 3

/** So many that the limit is exact and the value differs from it: 12.04 V is not below 12.0 V. */
function decimalsFor(limit: number | null, value: number | null): number {
  if (limit === null) return 1
  for (let decimals = 1; decimals < MAX_DECIMALS; decimals++)
    if (Number(limit.toFixed(decimals)) === limit && value?.toFixed(decimals) !== limit.toFixed(decimals))
      return decimals
  return MAX_DECIMALS
}

const isOfInstallation = (kind: Said['kind']): kind is InstallationRuleKind => kind in INSTALLATION_RULE_KINDS

/** Which camera took a picture, and when: a time without its zone would be taken for the reader's. */
const pictureLine = ({ label, captured_at, time_zone }: MessagePicture, language: Language): string =>
  oneLine(TEXTS[language].picture(label, timeIn(time_zone, language, { timeZoneName: 'short' })(captured_at)))

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

const daysOf = ({ firstDay, lastDay }: BoatSummary, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', dateStyle: 'medium' }).formatRange(
    new Date(firstDay),
    new Date(lastDay),
  )

/** A line for each thing that there is to say. */
function summaryText({ hours, metres, services, costs, due, alarms }: BoatSummary, language: Language): string {
  const texts = TEXTS[language].summary
  const number = (value: number, decimals: number) =>
    new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: decimals }).format(value)
  const money = new Intl.NumberFormat(LOCALES[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const spent = costs.map(({ amount, currency }) => [money.format(amount), currency].filter(Boolean).join('\u00a0'))
  const tasks = due.map(({ title, overdue }) => (overdue ? texts.overdue(title) : title))
  const lines = [
    ...(hours > 0 ? [texts.hours(number(hours, 0))] : []),
    ...(metres >= METRES_PER_NAUTICAL_MILE / 10 ? [texts.miles(number(metres / METRES_PER_NAUTICAL_MILE, 1))] : []),
    ...(services.length > 0 ? [texts.done(some(services, language))] : []),
    ...(spent.length > 0 ? [texts.cost(spent.join(', '))] : []),
    ...(alarms.alarm + alarms.warning > 0 ? [texts.alarms(alarms.alarm, alarms.warning)] : []),
    ...(tasks.length > 0 ? [texts.due(some(tasks, language))] : []),
  ]
  return lines.length > 0 ? lines.join('\n') : texts.nothing
}

/** Of a season's work not all fits into a push message. */
const MAX_NAMED = 5

const some = (names: string[], language: Language): string => {
  const more = names.length - MAX_NAMED
  const shown = names.slice(0, MAX_NAMED).map((name) => cut(oneLine(name), MAX_LINE))
  return [...shown, ...(more > 0 ? [TEXTS[language].more(more)] : [])].join(', ')
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
