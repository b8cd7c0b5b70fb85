import { LIMITS } from '@binnacle/contract'

/** An engine_hours reading as far as the meter is concerned. */
export interface HoursReading {
  value: number | null
  unit: string | null
}

/**
 * The whole hours that a reading gives the meter; null for one that never moves it: no number, negative, a unit other than
 * h (seconds, as some systems send), or more than any engine has run.
 * Source: vessel-data-api.md, "Vessel hour meter"; bad-input.md 25.
 */
export function meterValue(reading: HoursReading): number | null {
  const { value, unit } = reading
  if (value === null || !(value >= 0) || value > LIMITS.meterHours || (unit !== null && unit !== 'h')) return null
  return Math.floor(value)
}

/** Whether whole hours from telemetry move the meter: only upwards. */
export const raisesMeter = (meter: number | null, hours: number): boolean => meter === null || hours > meter
