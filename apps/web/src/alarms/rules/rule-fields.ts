import type { AlarmRule, RuleApplies, RuleKind, Severity } from '@binnacle/contract'
import type { Metric } from '@binnacle/contract/metrics'
import { READY_MADE_RULES, type ReadyMadeRule } from '@binnacle/contract/ready-made-rules'
import { kindOfRule, RULE_KIND_NAMES } from '@binnacle/contract/rule-kinds'
import { isSwitch } from '../../charts/panes.ts'
import { type Display, fromReader } from '../../format/units.ts'
import { decimalText, parseDecimal } from '../../forms/decimal.ts'
import type { NewRule, RuleChange } from '../queries.ts'

/** Degrees. */
export interface Place {
  lat: number
  lon: number
}

/** What the form of a rule holds: text as typed, numbers as the field gives them. */
export interface RuleFields {
  /** A metric, or a kind that looks at none or always at the same. */
  what: Metric | RuleKind
  kind: RuleKind
  /** Only this engine, tank or battery; '' for each. */
  instance: string
  /** In the reader's unit. */
  limit: string
  /** The middle of a circle. */
  place: Place | null
  hold: number | string
  applies: RuleApplies
  /** In the reader's unit; of a new rule empty: what is usual. */
  margin: string
  severity: Severity
  /** The id of a camera; '' for none. */
  camera: string
}

type Shown = Pick<Display, 'unit' | 'convert'>

/** How the reader sees the values of a metric. */
type DisplayOf = (metric: Metric) => Shown

export const isMetric = (what: RuleFields['what']): what is Metric => !KINDS_ALONE.includes(what as RuleKind)

const isAlone = (kind: RuleKind) => kindOfRule(kind).metric !== 'any'

/** The kinds that look at no metric, or always at the same, which are chosen as such. */
export const KINDS_ALONE: readonly RuleKind[] = RULE_KIND_NAMES.filter(isAlone)

/** The kinds of rule for a metric; the first is the usual one. */
export function kindsFor(what: RuleFields['what']): readonly RuleKind[] {
  if (!isMetric(what)) return [what]
  const usual = READY_MADE_RULES.find(({ metric, kind }) => metric === what && !isAlone(kind))?.kind
  if (usual && (isSwitch(what) || usual === 'sum_above')) return [usual]
  return [...new Set([...(usual ? [usual] : []), 'above' as const, 'below' as const])]
}

type Of = Pick<RuleFields, 'kind' | 'what'>

/** A fault has no limit, and a switch is on or off. */
export const hasLimit = ({ kind, what }: Of): boolean =>
  kindOfRule(kind).limit !== null && !(isMetric(what) && isSwitch(what))

/** What a camera may show. */
export const hasCamera = ({ kind }: Pick<RuleFields, 'kind'>): boolean => kindOfRule(kind).judgedBy === 'readings'

const isByReadings = (kind: RuleKind) => hasCamera({ kind }) && kind !== 'hours_stuck'

export const hasHold = ({ kind }: Pick<RuleFields, 'kind'>): boolean => isByReadings(kind)

/** Only while under way, at rest, or while the engine turns. */
export const hasCondition = hasHold

/** How far within the limit an alarm ends. */
export const hasMargin = (fields: Of): boolean => isByReadings(fields.kind) && hasLimit(fields)

/** Between off, 0, and on, 1. */
const SWITCH_LIMIT = 0.5

const MARGIN = 0.03
const MAX_HOLD_S = 3600

const AS_IT_IS: Shown = { unit: '', convert: (value) => value }

/** How the limit is shown. Hours and days have their word from the texts. */
export function limitDisplay({ what, kind }: Of, display: DisplayOf): Shown {
  const { limit, metric } = kindOfRule(kind)
  if (limit === 'metres') return display('depth')
  if (limit !== 'value' || metric === null) return AS_IT_IS
  return display(metric === 'any' ? (what as Metric) : metric)
}

/** A difference of values has no zero: 3 °C are 5.4 °F. */
function marginDisplay(of: Of, display: DisplayOf): Shown {
  const { unit, convert } = limitDisplay(of, display)
  return { unit, convert: (value) => convert(value) - convert(0) }
}

export function fieldsOf(rule: AlarmRule, display: DisplayOf, locale: string): RuleFields {
  const { kind, metric, limit, margin, lat, lon, hold_s, applies, severity, camera_id } = rule
  const of = { what: metric === null || isAlone(kind) ? kind : metric, kind }
  const shown = (value: number, by: Shown) => decimalText(round(by.convert(value)), locale)
  return {
    ...of,
    instance: rule.instance ?? '',
    limit: limit === null ? '' : shown(limit, limitDisplay(of, display)),
    place: lat === null || lon === null ? null : { lat, lon },
    hold: hold_s,
    applies,
    margin: shown(margin, marginDisplay(of, display)),
    severity,
    camera: camera_id ?? '',
  }
}

type WhatOfRule = Pick<AlarmRule, 'kind' | 'metric'>

/** The ready-made rule of this kind, if there is one. */
const readyMadeFor = ({ kind, metric }: WhatOfRule) =>
  READY_MADE_RULES.find((one) => one.kind === kind && one.metric === metric)

/** The ready-made rules that a boat does not have. */
export const lackingOf = (rules: readonly AlarmRule[]) =>
  READY_MADE_RULES.filter((one) => !rules.some(({ kind, metric }) => kind === one.kind && metric === one.metric))

/** What makes a ready-made rule. */
export const ofReadyMade = ({ metric, limit, ...rule }: ReadyMadeRule): NewRule => ({
  ...rule,
  ...(metric !== null && { metric }),
  ...(limit !== null && { limit }),
})

const HOLD_S = 10

/** A new rule: as the ready-made one says, of which only the limit may have to be changed. */
export function newFields(
  what: RuleFields['what'],
  display: DisplayOf,
  locale: string,
  kind: RuleKind = kindsFor(what)[0]!,
): RuleFields {
  const { metric } = kindOfRule(kind)
  const of = { kind, metric: metric === 'any' ? (what as Metric) : metric }
  const none = { instance: null, lat: null, lon: null, camera_id: null }
  const usual = { limit: null, margin: 0, hold_s: HOLD_S, applies: 'always', severity: 'alarm' } as const
  const made = readyMadeFor(of)
  const fields = fieldsOf({ ...usual, id: '', ...of, ...none, enabled: true, ...made }, display, locale)
  return made ? fields : { ...fields, margin: '' }
}

/** Whether all but the limit and the urgency is as it is of a ready-made rule, or of a new one. */
export function isUsual(rule: AlarmRule): boolean {
  const { margin, hold_s, applies, camera_id, limit, kind } = rule
  const usual = readyMadeFor(rule) ?? {
    margin: usualMargin(kind, limit ?? 0),
    hold_s: hasHold(rule) ? HOLD_S : 0,
    applies: kind === 'hours_stuck' ? 'engine_running' : 'always',
  }
  return camera_id === null && applies === usual.applies && hold_s === usual.hold_s && margin === usual.margin
}

/** A new alarm ends when the value is so far within the limit, so that it does not come and go. */
const usualMargin = (kind: RuleKind, limit: number) =>
  isByReadings(kind) && kind !== 'sum_above' ? round(Math.abs(limit) * MARGIN) : 0

type RuleProblem = 'limit' | 'place' | 'hold' | 'margin'

/** What is wrong with the fields. */
export function problemsOf(fields: RuleFields, locale: string): RuleProblem[] {
  const limit = parseDecimal(fields.limit, 3, locale)
  const margin = parseDecimal(fields.margin, 3, locale)
  const range = kindOfRule(fields.kind).range
  const hold = Number(fields.hold)
  const isLimit = limit !== null && !Number.isNaN(limit) && !(range && limit <= 0)
  const isHold = Number.isInteger(hold) && hold >= 0 && hold <= MAX_HOLD_S
  return [
    ...(hasLimit(fields) && !isLimit ? (['limit'] as const) : []),
    ...(fields.kind === 'outside' && !fields.place ? (['place'] as const) : []),
    ...(hasHold(fields) && !isHold ? (['hold'] as const) : []),
    ...(hasMargin(fields) && margin !== null && !(margin >= 0) ? (['margin'] as const) : []),
  ]
}

/** The limit in the metric's unit. */
const limitOf = (fields: RuleFields, display: DisplayOf, locale: string): number =>
  round(fromReader(limitDisplay(fields, display), parseDecimal(fields.limit, 3, locale)!))

/** The margin in the metric's unit; null: nothing was entered. */
function marginOf(fields: RuleFields, display: DisplayOf, locale: string): number | null {
  const margin = parseDecimal(fields.margin, 3, locale)
  return margin === null ? null : round(fromReader(marginDisplay(fields, display), margin))
}

/** A limit in the reader's unit, as text. */
export const shownLimit = (
  of: Of,
  value: number,
  { display, locale }: { display: DisplayOf; locale: string },
): string => decimalText(round(limitDisplay(of, display).convert(value)), locale)

/** The radius of a circle, metres; null: none was entered. */
export function metresOf(fields: RuleFields, display: DisplayOf, locale: string): number | null {
  const limit = parseDecimal(fields.limit, 3, locale)
  return limit !== null && limit > 0 ? limitOf(fields, display, locale) : null
}

export function newRuleOf(fields: RuleFields, display: DisplayOf, locale: string): NewRule {
  const { what, kind, severity, place, applies, camera, instance } = fields
  const limit = hasLimit(fields) ? limitOf(fields, display, locale) : SWITCH_LIMIT
  const margin = marginOf(fields, display, locale) ?? usualMargin(kind, limit)
  const { metric } = kindOfRule(kind)
  return {
    kind,
    severity,
    ...(metric !== null && { metric: metric === 'any' ? (what as Metric) : metric }),
    ...(metric === 'any' && instance && { instance }),
    ...(kindOfRule(kind).limit !== null && { limit }),
    ...(kind === 'outside' && place),
    ...(hasMargin(fields) && { margin }),
    ...(hasHold(fields) && { hold_s: Number(fields.hold) }),
    ...(hasCondition(fields) && applies !== 'always' && { applies }),
    ...(hasCamera(fields) && camera && { camera_id: camera }),
  }
}

/** What the fields change: a limit that was not touched is not rounded to the reader's unit. */
export function changeOf(fields: RuleFields, before: RuleFields, display: DisplayOf, locale: string): RuleChange {
  return {
    ...(fields.limit !== before.limit && { limit: limitOf(fields, display, locale) }),
    ...(fields.place !== before.place && fields.place),
    ...(fields.margin !== before.margin && { margin: marginOf(fields, display, locale) ?? 0 }),
    ...(fields.hold !== before.hold && { hold_s: Number(fields.hold) }),
    ...(fields.applies !== before.applies && { applies: fields.applies }),
    ...(fields.severity !== before.severity && { severity: fields.severity }),
    ...(fields.camera !== before.camera && { camera_id: fields.camera }),
  }
}

const round = (value: number) => Number(value.toFixed(2))
