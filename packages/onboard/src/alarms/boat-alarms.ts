import type { RuleKind, Severity } from '@binnacle/contract'
import type { Metric } from '@binnacle/contract/metrics'

/** An open alarm of the boat, as the service judges it. Source: GET /v1/alarms/onboard. */
export interface BoatAlarm {
  id: string
  kind: RuleKind
  metric: Metric | null
  instance: string | null
  severity: Severity
  message: string
  began_at: string
  /** Somebody has acknowledged it, or it is silenced. */
  quiet: boolean
}

export interface BoatAlarms {
  /** The worst of those that are not quiet; null: none. */
  worst: Severity | null
  /** Those that are not quiet first, then the worst. */
  alarms: readonly BoatAlarm[]
}

/** What the service answers; undefined where it is something else. */
export function readBoatAlarms({ worst, alarms }: Record<string, unknown>): BoatAlarms | undefined {
  const isSeverity = (value: unknown) => value === 'alarm' || value === 'warning'
  const isAlarm = (one: unknown): one is BoatAlarm => {
    const { id, kind, severity, message } = Object(one)
    return [id, kind, message].every((text) => typeof text === 'string') && isSeverity(severity)
  }
  if (!(worst === null || isSeverity(worst)) || !Array.isArray(alarms) || !alarms.every(isAlarm)) return undefined
  return { worst: worst as Severity | null, alarms }
}
