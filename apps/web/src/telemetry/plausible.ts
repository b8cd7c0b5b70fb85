import type { Metric } from '@binnacle/contract/metrics'

/**
 * What a metric can be on any boat, in the contract's units: wider than what is healthy, narrower than what a broken sensor or
 * a lost byte makes of it (4294967295 h, 1e300 rpm, -273 °C). The service keeps every reading as sent; a chart that drew such a
 * one would show nothing else.
 */
const RANGE: Record<Metric, readonly [least: number, most: number]> = {
  engine_hours: [0, 1_000_000],
  engine_rpm: [0, 20_000],
  engine_coolant_temp: [-60, 250],
  engine_oil_pressure: [-100, 3_000],
  fuel_level_pct: [-5, 105],
  fuel_rate: [0, 5_000],
  fuel_used: [0, 10_000_000],
  battery_voltage: [0, 1_000],
  battery_soc_pct: [-5, 105],
  water_level_pct: [-5, 105],
  waste_level_pct: [-5, 105],
  bilge_water: [0, 1],
  bilge_pump_cycles: [0, 10_000],
  shore_power: [0, 1],
  position_lat: [-90, 90],
  position_lon: [-180, 180],
  depth: [-10, 12_000],
  speed_over_ground: [0, 100],
  water_temp: [-10, 60],
  fault_code: [-1e9, 1e9],
}

/** Whether a value, in the contract's unit, can be true. One in another unit cannot be judged: only enormous ones are refused. */
export function isPlausible(metric: Metric, value: number, ownUnit = true): boolean {
  const [least, most] = ownUnit ? RANGE[metric] : RANGE.fault_code
  return value >= least && value <= most
}
