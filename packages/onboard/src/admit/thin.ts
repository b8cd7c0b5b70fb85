import type { Metric } from '@binnacle/contract'
import type { Reading } from '../readings/reading.ts'

/** How a metric is thinned. */
export interface Thinning {
  /** Least time between two readings, ms. */
  intervalMs: number
  /** Least difference from the last one sent, in the metric's unit; in metres for position_lat, which speaks for both. */
  change: number
}

const MOVING_MS = 10_000
const SLOW_MS = 30_000
const LEVEL_MS = 60_000

/**
 * How an onboard device thins each metric. A bus says ten positions a second; the service takes 200 readings in 5 s and the owner
 * looks at a day. The changes are a few times what sensors resolve, and above what they wander by when nothing happens: a
 * position by some metres at its berth, a depth by a ripple.
 */
export const THINNING: Record<Metric, Thinning> = {
  engine_hours: { intervalMs: LEVEL_MS, change: 0.1 },
  engine_rpm: { intervalMs: MOVING_MS, change: 50 },
  engine_coolant_temp: { intervalMs: SLOW_MS, change: 1 },
  engine_oil_pressure: { intervalMs: SLOW_MS, change: 10 },
  fuel_level_pct: { intervalMs: LEVEL_MS, change: 1 },
  fuel_rate: { intervalMs: MOVING_MS, change: 0.5 },
  fuel_used: { intervalMs: LEVEL_MS, change: 1 },
  battery_voltage: { intervalMs: SLOW_MS, change: 0.1 },
  battery_soc_pct: { intervalMs: LEVEL_MS, change: 1 },
  water_level_pct: { intervalMs: LEVEL_MS, change: 1 },
  waste_level_pct: { intervalMs: LEVEL_MS, change: 1 },
  bilge_water: { intervalMs: LEVEL_MS, change: 1 },
  bilge_pump_cycles: { intervalMs: LEVEL_MS, change: 0 }, // each reading is starts of its own, and is told
  shore_power: { intervalMs: LEVEL_MS, change: 1 },
  position_lat: { intervalMs: MOVING_MS, change: 10 },
  position_lon: { intervalMs: MOVING_MS, change: 10 }, // never asked: a longitude goes with its latitude
  depth: { intervalMs: MOVING_MS, change: 0.2 },
  speed_over_ground: { intervalMs: MOVING_MS, change: 0.2 },
  water_temp: { intervalMs: SLOW_MS, change: 0.2 },
  fault_code: { intervalMs: 0, change: 0 }, // told once each time it changes
}

/** After this long a reading is sent though nothing has changed, so that the owner sees that the sensor lives. */
export const HEARTBEAT_MS = 15 * 60_000
/** Between two readings that are told at once: a float switch in a seaway bounces. */
export const AT_ONCE_MS = 1_000

const SET_BACK_MS = 10 * 60_000
const FLAGS = new Set<Metric>(['bilge_water', 'shore_power'])

/**
 * Whether a reading is due, given the last one sent of its series: when its interval has passed and it differs enough, or after
 * HEARTBEAT_MS; what the owner waits for, at once. `moved` is the difference, where it is not that of the two values.
 * Recordings overlap themselves (dirona is the same minute twice): what is a little older than the last one sent is not sent
 * again. What is much older comes from a clock that was set back.
 */
export function isDue(
  sent: Reading | undefined,
  reading: Reading,
  { intervalMs, change }: Thinning = { ...THINNING[reading.metric], change: 0 },
  moved = Math.abs((reading.value ?? 0) - (sent?.value ?? 0)),
): boolean {
  if (!sent || reading.metric === 'fault_code') return true
  const passed = reading.at - sent.at
  if (passed < 0) return passed < -SET_BACK_MS
  if (passed >= intervalMs && moved >= change) return true
  return passed >= Math.max(HEARTBEAT_MS, intervalMs) || (passed >= AT_ONCE_MS && isNews(sent, reading))
}

/** A flag that changes, an engine that starts or stops, the next whole hour of its meter. */
function isNews({ value: before = 0 }: Reading, { metric, value = 0 }: Reading): boolean {
  if (FLAGS.has(metric)) return value !== before
  if (metric === 'engine_rpm') return (value === 0) !== (before === 0)
  return metric === 'engine_hours' && Math.floor(value) > Math.floor(before)
}
