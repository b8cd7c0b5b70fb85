import type { Metric } from '@binnacle/contract'
import type { Reading } from './reading.ts'

const MOVING_MS = 10_000
const SLOW_MS = 30_000
const LEVEL_MS = 60_000

/**
 * How often a box sends each metric, ms. A bus says ten positions a second; the service takes 200 readings in 5 s and the
 * owner looks at a day. A boat with two engines and eight tanks then sends some 100 readings a minute.
 */
export const INTERVAL_MS: Record<Metric, number> = {
  engine_hours: LEVEL_MS,
  engine_rpm: MOVING_MS,
  engine_coolant_temp: SLOW_MS,
  engine_oil_pressure: SLOW_MS,
  fuel_level_pct: LEVEL_MS,
  fuel_rate: MOVING_MS,
  fuel_used: LEVEL_MS,
  battery_voltage: SLOW_MS,
  battery_soc_pct: LEVEL_MS,
  water_level_pct: LEVEL_MS,
  waste_level_pct: LEVEL_MS,
  bilge_water: LEVEL_MS,
  bilge_pump_cycles: LEVEL_MS,
  shore_power: LEVEL_MS,
  position_lat: MOVING_MS,
  position_lon: MOVING_MS,
  depth: MOVING_MS,
  speed_over_ground: MOVING_MS,
  water_temp: SLOW_MS,
  fault_code: 0, // told once each time it changes
}

const SET_BACK_MS = 10 * 60_000
const FLAGS = new Set<Metric>(['bilge_water', 'shore_power'])

/**
 * Whether a reading is due, given the last one sent of its series: when its interval has passed, or when a flag has
 * changed. Recordings overlap themselves (dirona is the same minute twice): what is a little older than the last one sent
 * is not sent again. What is much older comes from a clock that was set back.
 */
export function isDue(sent: Reading | undefined, reading: Reading): boolean {
  if (!sent || reading.metric === 'fault_code') return true
  const passed = reading.at - sent.at
  if (passed < 0) return passed < -SET_BACK_MS
  return passed >= INTERVAL_MS[reading.metric] || (FLAGS.has(reading.metric) && reading.value !== sent.value)
}
