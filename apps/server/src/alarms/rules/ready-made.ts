import type { AlarmRule } from '@binnacle/contract'

type ReadyMade = Omit<AlarmRule, 'id' | 'instance' | 'lat' | 'lon' | 'enabled' | 'camera_id'> & { enabled?: boolean }

const always = { margin: 0, hold_s: 0, applies: 'always' } as const

/** The rules that a new vessel has. They suit most boats; what a boat does not send breaks none of them. */
export const READY_MADE: readonly ReadyMade[] = [
  { ...always, kind: 'above', metric: 'bilge_water', limit: 0.5, severity: 'alarm' },
  { ...always, kind: 'sum_above', metric: 'bilge_pump_cycles', limit: 6, margin: 2, severity: 'warning' },
  { ...always, kind: 'above', metric: 'engine_coolant_temp', limit: 98, margin: 4, hold_s: 10, severity: 'alarm' },
  {
    kind: 'below',
    metric: 'engine_oil_pressure',
    limit: 100,
    margin: 30,
    hold_s: 10,
    applies: 'engine_running',
    severity: 'alarm',
  },
  // A lead-acid battery is damaged below 50 %; at 20 % a lithium battery is about to switch itself off too.
  { ...always, kind: 'below', metric: 'battery_soc_pct', limit: 20, margin: 5, hold_s: 60, severity: 'warning' },
  // A 12 V battery at rest is almost empty at this voltage, lead-acid or lithium. A starter pulls it lower for some seconds.
  {
    ...always,
    kind: 'bank_below',
    metric: 'battery_voltage',
    limit: 11.8,
    margin: 0.4,
    hold_s: 300,
    severity: 'warning',
  },
  { kind: 'below', metric: 'shore_power', limit: 0.5, margin: 0, hold_s: 60, applies: 'at_rest', severity: 'warning' },
  { ...always, kind: 'fault', metric: 'fault_code', limit: null, severity: 'warning' },
  { ...always, kind: 'onboard_alarm', metric: 'fault_code', limit: null, severity: 'alarm' },
  { ...always, kind: 'above', metric: 'waste_level_pct', limit: 90, margin: 5, hold_s: 300, severity: 'warning' },
  { ...always, kind: 'silent', metric: null, limit: 24, severity: 'warning' },
  { ...always, kind: 'task_overdue', metric: null, limit: null, severity: 'warning' },
  // Many cameras are switched off between voyages.
  { ...always, kind: 'camera_silent', metric: null, limit: 24, severity: 'warning', enabled: false },
  { ...always, kind: 'key_expiring', metric: null, limit: 14, severity: 'warning' },
]
