import type { AlarmRule, RuleKind, Severity } from '@binnacle/contract'
import type { Metric } from '@binnacle/contract/metrics'
import { isSwitch } from '../../charts/panes.ts'
import type { Display } from '../../format/units.ts'
import { fromReader } from '../../format/units.ts'
import { decimalText, parseDecimal } from '../../forms/decimal.ts'
import type { NewRule, RuleChange } from '../queries.ts'

/** What the form of a rule holds: text as typed, numbers as the field gives them. */
export interface RuleFields {
  /** `silent`: nothing comes from the boat. */
  what: Metric | 'silent'
  kind: RuleKind
  /** In the reader's unit. */
  limit: string
  hold: number | string
  severity: Severity
}

/** How the reader sees the values of a rule's metric. */
export type DisplayOf = (metric: Metric) => Pick<Display, 'unit' | 'convert'>

const isOfTexts = (kind: RuleKind): boolean => kind === 'fault' || kind === 'onboard_alarm'

/** The kinds of rule for a metric; the first is the usual one. */
export function kindsFor(what: RuleFields['what']): readonly RuleKind[] {
  if (what === 'silent') return ['silent']
  if (what === 'fault_code') return ['fault', 'onboard_alarm']
  if (what === 'bilge_pump_cycles') return ['sum_above']
  if (what === 'bilge_water') return ['above']
  if (what === 'shore_power') return ['below']
  return ['above', 'below']
}

/** A fault text has no limit, and a switch is on or off. */
export const hasLimit = ({ kind, what }: Pick<RuleFields, 'kind' | 'what'>): boolean =>
  !isOfTexts(kind) && (what === 'silent' || !isSwitch(what))

export const hasHold = ({ kind }: Pick<RuleFields, 'kind'>): boolean => kind !== 'silent'

/** Between off, 0, and on, 1. */
const SWITCH_LIMIT = 0.5

/** A new alarm ends when the value is so far within the limit, so that it does not come and go. */
const MARGIN = 0.03
const MAX_HOLD_S = 3600

const converted = (what: RuleFields['what'], display: DisplayOf) =>
  what === 'silent' ? { unit: '', convert: (value: number) => value } : display(what)

export function fieldsOf(rule: AlarmRule, display: DisplayOf, locale: string): RuleFields {
  const what = rule.metric ?? 'silent'
  const limit = rule.limit === null ? '' : decimalText(round(converted(what, display).convert(rule.limit)), locale)
  return { what, kind: rule.kind, limit, hold: rule.hold_s, severity: rule.severity }
}

export const emptyFields = (): RuleFields => ({
  what: 'engine_coolant_temp',
  kind: 'above',
  limit: '',
  hold: 10,
  severity: 'alarm',
})

export type RuleProblem = 'limit' | 'hold'

/** What is wrong with the fields. */
export function problemsOf(fields: RuleFields, locale: string): RuleProblem[] {
  const limit = parseDecimal(fields.limit, 3, locale)
  const hold = Number(fields.hold)
  const isHold = Number.isInteger(hold) && hold >= 0 && hold <= MAX_HOLD_S
  return [
    ...(hasLimit(fields) && (limit === null || Number.isNaN(limit)) ? (['limit'] as const) : []),
    ...(hasHold(fields) && !isHold ? (['hold'] as const) : []),
  ]
}

/** The limit in the metric's unit. */
function limitOf({ what, limit }: RuleFields, display: DisplayOf, locale: string): number {
  return round(fromReader(converted(what, display), parseDecimal(limit, 3, locale)!))
}

export function newRuleOf(fields: RuleFields, display: DisplayOf, locale: string): NewRule {
  const { what, kind, severity } = fields
  const limit = hasLimit(fields) ? limitOf(fields, display, locale) : SWITCH_LIMIT
  const isMeasured = kind === 'above' || kind === 'below'
  return {
    kind,
    severity,
    ...(what !== 'silent' && { metric: what }),
    ...(!isOfTexts(kind) && { limit }),
    ...(isMeasured && hasLimit(fields) && { margin: round(Math.abs(limit) * MARGIN) }),
    ...(hasHold(fields) && { hold_s: Number(fields.hold) }),
  }
}

/** What the fields change: a limit that was not touched is not rounded to the reader's unit. */
export function changeOf(fields: RuleFields, before: RuleFields, display: DisplayOf, locale: string): RuleChange {
  return {
    ...(fields.limit !== before.limit && { limit: limitOf(fields, display, locale) }),
    ...(fields.hold !== before.hold && { hold_s: Number(fields.hold) }),
    ...(fields.severity !== before.severity && { severity: fields.severity }),
  }
}

const round = (value: number) => Number(value.toFixed(2))
