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

/**
 * The meter after an entry of the hour log was mended, which said `before` until then; byLog is what the log says now. A
 * meter that stood at that entry goes where the log says, also downwards: who wrote 4120 for 412 wants the meter at 412, and
 * until it is there, telemetry could not move it. A meter that stands elsewhere, above the log, was set there since.
 */
export const meterAfter = (meter: number | null, before: number | null, byLog: number | null): number | null =>
  meter === before || (byLog !== null && byLog > (meter ?? -1)) ? byLog : meter
