import type { Alarm, AlarmRule, RuleKind, Series, Severity } from '@binnacle/contract'
import { limitAt, looksAt } from '@binnacle/contract/alarm-limit'
import { kindOfRule, SEVERITIES } from '@binnacle/contract/rule-kinds'
import { worstFirst } from '../worst-first.ts'

/** What a value breaks. */
export interface Band {
  severity: Severity
  kind: RuleKind
  /** In the metric's unit; null: it has none. */
  limit: number | null
}

type Named = Pick<Series, 'metric' | 'instance'>
type OfSeries = Pick<AlarmRule, 'kind' | 'metric' | 'instance'>

/** A rule or an alarm without an instance is of each. */
export const isOf = (one: OfSeries, { metric, instance }: Named): boolean =>
  one.metric === metric && looksAt(one, instance)

/**
 * Beyond which limit the newest value of a series is: by an open alarm; else by a rule that always applies, before it has lasted
 * as long as the rule says. null: none.
 */
export function bandOf(
  series: Named & Pick<Series, 'value'>,
  rules: readonly AlarmRule[],
  open: readonly Alarm[],
): Band | null {
  const { value } = series
  const alarm = worstFirst(open.filter((one) => isOf(one, series)))[0]
  if (alarm) {
    const { severity, kind, limit } = alarm
    return {
      severity,
      kind,
      limit: limit === null || kindOfRule(kind).limit !== 'value' ? null : limitAt(kind, limit, value ?? 0),
    }
  }
  const broken = rules.filter(
    (rule) => rule.enabled && rule.applies === 'always' && isOf(rule, series) && isBeyond(rule, value),
  )
  const rule = SEVERITIES.flatMap((severity) => broken.find((one) => one.severity === severity) ?? [])[0]
  return rule ? { severity: rule.severity, kind: rule.kind, limit: limitAt(rule.kind, rule.limit!, value!) } : null
}

function isBeyond({ kind, limit }: AlarmRule, value: number | null): boolean {
  if (value === null || limit === null) return false
  if (kind === 'above') return value > limit
  return kind === 'below' && value < limit
}
