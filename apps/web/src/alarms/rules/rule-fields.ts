import type { AlarmRule, RuleApplies, RuleKind, Severity } from '@binnacle/contract'
import type { Metric } from '@binnacle/contract/metrics'
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
  /** A metric, or a kind that looks at none. */
  what: Metric | RuleKind
  kind: RuleKind
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
export type DisplayOf = (metric: Metric) => Shown

const isMetric = (what: RuleFields['what']): what is Metric => !(what in KINDS_ALONE)

/** The kinds that look at no metric, which are chosen as such. */
const KINDS_ALONE = Object.fromEntries(
  RULE_KIND_NAMES.filter((kind) => kindOfRule(kind).metric === null).map((kind) => [kind, true]),
)
export const KINDS_WITHOUT_METRIC = Object.keys(KINDS_ALONE) as RuleKind[]

/** The kinds of rule for a metric; the first is the usual one. */
export function kindsFor(what: RuleFields['what']): readonly RuleKind[] {
  if (!isMetric(what)) return [what]
  if (what === 'fault_code') return ['fault', 'onboard_alarm']
  if (what === 'bilge_pump_cycles') return ['sum_above']
  if (what === 'bilge_water') return ['above']
  if (what === 'shore_power') return ['below']
  if (what === 'engine_hours') return ['above', 'below', 'hours_stuck']
  return ['above', 'below']
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

/** A new alarm ends when the value is so far within the limit, so that it does not come and go. */
const MARGIN = 0.03
const MAX_HOLD_S = 3600

const AS_IT_IS: Shown = { unit: '', convert: (value) => value }

/** How the limit is shown. Hours and days have their word from the texts. */
export function limitDisplay({ what, kind }: Of, display: DisplayOf): Shown {
  const { limit } = kindOfRule(kind)
  if (limit === 'metres') return display('depth')
  return limit === 'value' && isMetric(what) ? display(what) : AS_IT_IS
}

/** A difference of values has no zero: 3 °C are 5.4 °F. */
function marginDisplay(of: Of, display: DisplayOf): Shown {
  const { unit, convert } = limitDisplay(of, display)
  return { unit, convert: (value) => convert(value) - convert(0) }
}

export function fieldsOf(rule: AlarmRule, display: DisplayOf, locale: string): RuleFields {
  const { kind, metric, limit, margin, lat, lon, hold_s, applies, severity, camera_id } = rule
  const of = { what: metric ?? kind, kind }
  const shown = (value: number, by: Shown) => decimalText(round(by.convert(value)), locale)
  return {
    ...of,
    limit: limit === null ? '' : shown(limit, limitDisplay(of, display)),
    place: lat === null || lon === null ? null : { lat, lon },
    hold: hold_s,
    applies,
    margin: shown(margin, marginDisplay(of, display)),
    severity,
    camera: camera_id ?? '',
  }
}

export const emptyFields = (): RuleFields => ({
  what: 'engine_coolant_temp',
  kind: 'above',
  limit: '',
  place: null,
  hold: 10,
  applies: 'always',
  margin: '',
  severity: 'alarm',
  camera: '',
})

export type RuleProblem = 'limit' | 'place' | 'hold' | 'margin'

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

export function newRuleOf(fields: RuleFields, display: DisplayOf, locale: string): NewRule {
  const { what, kind, severity, place, applies, camera } = fields
  const limit = hasLimit(fields) ? limitOf(fields, display, locale) : SWITCH_LIMIT
  const usual = kind === 'sum_above' ? null : round(Math.abs(limit) * MARGIN)
  const margin = marginOf(fields, display, locale) ?? usual
  return {
    kind,
    severity,
    ...(isMetric(what) && { metric: what }),
    ...(kindOfRule(kind).limit !== null && { limit }),
    ...(kind === 'outside' && place),
    ...(hasMargin(fields) && margin !== null && { margin }),
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
