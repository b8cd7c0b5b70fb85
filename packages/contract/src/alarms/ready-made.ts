import type { Metric } from '../telemetry/metrics.ts'
import type { RuleApplies, RuleKind, Severity } from './rule-kinds.ts'

/** The fields that `AlarmRule` describes. */
export interface ReadyMadeRule {
  kind: RuleKind
  metric: Metric | null
  limit: number | null
  margin: number
  hold_s: number
  applies: RuleApplies
  severity: Severity
  enabled: boolean
}

const always = { margin: 0, hold_s: 0, applies: 'always', enabled: true } as const
/** Against waves in a tank, and loads that pull a voltage down. */
const calm = { ...always, hold_s: 300, severity: 'warning' } as const

/** The rules that a new vessel has. They suit most boats; what a boat does not send breaks none of them. */
export const READY_MADE_RULES: readonly ReadyMadeRule[] = [
  { ...always, kind: 'above', metric: 'bilge_water', limit: 0.5, severity: 'alarm' },
  { ...always, kind: 'sum_above', metric: 'bilge_pump_cycles', limit: 6, margin: 2, severity: 'warning' },
  { ...always, kind: 'above', metric: 'engine_coolant_temp', limit: 98, margin: 4, hold_s: 10, severity: 'alarm' },
  {
    ...{ ...always, kind: 'below', metric: 'engine_oil_pressure', limit: 100, margin: 30, hold_s: 10 },
    applies: 'engine_running',
    severity: 'alarm',
  },
  // A lead-acid battery is damaged below 50 %; at 20 % a lithium battery is about to switch itself off too.
  { ...always, kind: 'below', metric: 'battery_soc_pct', limit: 20, margin: 5, hold_s: 60, severity: 'warning' },
  // A 12 V battery at rest is almost empty at this voltage, whatever its chemistry: VOLTAGE_LIMITS has limits for each.
  { ...calm, kind: 'bank_below', metric: 'battery_voltage', limit: 11.8, margin: 0.4 },
  // Half full, and on a cold morning it may not turn the engine. The start itself takes seconds.
  { ...calm, kind: 'starter_below', metric: 'battery_voltage', limit: 12.2, margin: 0.2 },
  { ...always, kind: 'below', metric: 'shore_power', limit: 0.5, hold_s: 60, applies: 'at_rest', severity: 'warning' },
  { ...always, kind: 'fault', metric: 'fault_code', limit: null, severity: 'warning' },
  { ...always, kind: 'onboard_alarm', metric: 'fault_code', limit: null, severity: 'alarm' },
  { ...calm, kind: 'above', metric: 'waste_level_pct', limit: 90, margin: 5 },
  { ...calm, kind: 'below', metric: 'fuel_level_pct', limit: 15, margin: 5 },
  { ...calm, kind: 'below', metric: 'water_level_pct', limit: 10, margin: 5 },
  // Many berths are that shallow.
  {
    ...{ ...always, kind: 'below', metric: 'depth', limit: 2, margin: 0.5, hold_s: 10 },
    applies: 'under_way',
    severity: 'warning',
  },
  { ...always, kind: 'silent', metric: null, limit: 24, severity: 'warning' },
  { ...always, kind: 'task_overdue', metric: null, limit: null, severity: 'warning' },
  // Many cameras are switched off between voyages.
  { ...always, kind: 'camera_silent', metric: null, limit: 24, severity: 'warning', enabled: false },
  { ...always, kind: 'key_expiring', metric: null, limit: 14, severity: 'warning' },
]

/**
 * Limits of a 12 V battery by its chemistry, V, for rules of these kinds. Lead at rest has half its charge at the starter's
 * limit; of a lithium battery (LiFePO4) 12.4 V are 3.1 V a cell, where its electronics begin to warn.
 */
export const VOLTAGE_LIMITS = {
  lead: { bank_below: 12, starter_below: 12.2 },
  agm: { bank_below: 12.1, starter_below: 12.3 },
  lithium: { bank_below: 12.4, starter_below: 12.8 },
} as const
