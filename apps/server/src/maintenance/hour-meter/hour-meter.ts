import { LIMITS } from '@binnacle/contract'

/** The fields of an engine_hours reading that matter for the meter. */
export interface HoursReading {
  value: number | null
  unit: string | null
}

/**
 * The whole hours of a reading for the meter. Null if the reading never changes the meter: no number, a negative number, a unit
 * other than h (some systems send seconds), or more than LIMITS.meterHours.
 * Source: vessel-data-api.md, "Vessel hour meter"; bad-input.md 25.
 */
export function meterValue(reading: HoursReading): number | null {
  const { value, unit } = reading
  if (value === null || !(value >= 0) || value > LIMITS.meterHours || (unit !== null && unit !== 'h')) return null
  return Math.floor(value)
}

/** Whether whole hours from telemetry change the meter: telemetry only raises it. */
export const raisesMeter = (meter: number | null, hours: number): boolean => meter === null || hours > meter

/**
 * The meter after an entry of the hour log was edited. `before`: the old hours of the entry; `byLog`: the meter according to the
 * edited log. If the meter shows the old hours, it follows the log, also downwards: an owner who typed 4120 instead of 412 must be
 * able to correct it. Otherwise the meter was set later, and the log can only raise it.
 */
export const meterAfter = (meter: number | null, before: number | null, byLog: number | null): number | null =>
  meter === before || (byLog !== null && byLog > (meter ?? -1)) ? byLog : meter
