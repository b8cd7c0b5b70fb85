import type { Reading } from '../readings/reading.ts'

/**
 * A reading as it may be sent when only the engine instance `hourMeter` feeds the vessel's hour meter. The service moves the
 * meter for engine_hours in h and for no other unit, so the hours of other engines travel as seconds: stored, as true as
 * before, and without effect on the meter. Without a choice every engine feeds it.
 */
export function forMeter(reading: Reading, hourMeter: string | undefined): Reading {
  const { metric, instance, value = 0 } = reading
  if (metric !== 'engine_hours' || hourMeter === undefined || instance === hourMeter) return reading
  return { ...reading, value: Math.round(value * 3600), unit: 's' }
}
