import { LIMITS, type Metric } from '@binnacle/contract'

/**
 * What each metric can be on a boat, in its own unit. "Not available" and "sensor failed" survive decoding as numbers at
 * the end of a field's range (-0.1 l/h, 655.34 m/s, -0.004 %), and real senders report seas of -24 C and 40 C
 * (susteranna, aava): what lies outside is no measurement. Hour meters are checked further in hours-gate.ts.
 */
const PLAUSIBLE: Record<Exclude<Metric, 'fault_code'>, readonly [min: number, max: number]> = {
  engine_hours: [0, LIMITS.meterHours],
  engine_rpm: [0, 12_000],
  engine_coolant_temp: [-50, 250],
  engine_oil_pressure: [0, 2_000],
  fuel_level_pct: [0, 100],
  fuel_rate: [0, 3_000],
  fuel_used: [0, 65_000],
  battery_voltage: [0, 327],
  battery_soc_pct: [0, 100],
  water_level_pct: [0, 100],
  waste_level_pct: [0, 100],
  bilge_water: [0, 1],
  bilge_pump_cycles: [0, 4_294_967_292],
  shore_power: [0, 1],
  position_lat: [-90, 90],
  position_lon: [-180, 180],
  depth: [0, 12_000],
  speed_over_ground: [0, 150],
  // Sea water freezes at -1.9 C; the hottest open sea measured, in Kuwait Bay, had 37.6 C.
  water_temp: [-3, 38],
}

/** Whether a value in the metric's unit can be a measurement at all. */
export function plausible(metric: Metric, value: number): boolean {
  if (metric === 'fault_code') return false
  const [min, max] = PLAUSIBLE[metric]
  return value >= min && value <= max
}
