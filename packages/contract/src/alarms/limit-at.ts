import { METRICS, type Metric } from '../telemetry/metrics.ts'
import { type InstallationRuleKind, kindOfRule, type RuleKind } from './rule-kinds.ts'

/** How many banks of 12 V make this voltage: more than 16 V cannot be one, more than 32 V not two. */
const banksOf12 = (volts: number) => (volts > 32 ? 4 : volts > 16 ? 2 : 1)

/** The kinds whose limit is that of 12 V. */
export const isOfBank = (kind: RuleKind | InstallationRuleKind): boolean =>
  kind === 'bank_below' || kind === 'starter_below'

/** The metric of a rule of this kind: any of those with numbers, one, or none. */
export const metricOf = (kind: RuleKind | InstallationRuleKind): 'any' | Metric | null =>
  isOfBank(kind) ? 'battery_voltage' : kindOfRule(kind).metric

const isStarter = (instance: string | null) => /start/i.test(instance ?? '')

interface Parts {
  kind: RuleKind
  /** null: each. */
  instance: string | null
}

/**
 * Whether a rule looks at an engine, tank or battery of this name. Without one of its own, a rule for batteries leaves the
 * starters to their kind.
 */
export function looksAt({ kind, instance }: Parts, name: string | null): boolean {
  if (instance !== null) return instance === name
  return isOfBank(kind) ? isStarter(name) === (kind === 'starter_below') : true
}

/** The limit that a value is held against: for the kinds of a bank that of its voltage. */
export const limitAt = (kind: RuleKind, limit: number, value: number): number =>
  isOfBank(kind) ? limit * banksOf12(value) : limit

export const ANY_VALUE: readonly [number, number] = [0, Number.MAX_VALUE]
export const VALUES_OF_UNIT: Partial<Record<(typeof METRICS)[number]['unit'], readonly [number, number]>> = {
  C: [-273.15, Number.MAX_VALUE],
  deg: [-180, 180],
  '%': [0, 100],
  '0 or 1': [0, 1],
}
const OF_METRIC = new Map(METRICS.map(({ metric, unit }) => [metric, VALUES_OF_UNIT[unit] ?? ANY_VALUE]))

/** The lowest and the highest value that a metric can have. */
export const valuesOf = (metric: Metric | null): readonly [lowest: number, highest: number] =>
  (metric && OF_METRIC.get(metric)) ?? ANY_VALUE

interface Ending {
  kind: RuleKind
  metric: Metric | null
  margin: number
}

/**
 * The value at which an alarm above this limit ends: within it by the margin, but never beyond what there can be; of a circle,
 * its inner half.
 */
export const endBelow = ({ kind, metric, margin }: Ending, limit: number): number =>
  Math.max(limit - margin, kind === 'outside' ? limit / 2 : valuesOf(metric)[0])

/** The same of an alarm below a limit. */
export const endAbove = ({ metric, margin }: Ending, limit: number): number =>
  Math.min(limit + margin, valuesOf(metric)[1])
