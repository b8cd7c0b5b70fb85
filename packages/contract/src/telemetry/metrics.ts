/**
 * The twenty metrics a reading may carry, with the unit each is sent in.
 * Source: vessel-data-api.md, "Metric table".
 *
 * The order is part of the stored format: a metric's place is its bit in `telemetry_batch.metrics`. Append, never reorder.
 */
export const METRICS = [
  { metric: 'engine_hours', unit: 'h', meaning: 'run time; the hour meter takes whole hours' },
  { metric: 'engine_rpm', unit: 'rpm', meaning: 'crankshaft speed' },
  { metric: 'engine_coolant_temp', unit: 'C', meaning: 'coolant temperature' },
  { metric: 'engine_oil_pressure', unit: 'kPa', meaning: 'oil pressure' },
  { metric: 'fuel_level_pct', unit: '%', meaning: 'tank level, 0 to 100' },
  { metric: 'fuel_rate', unit: 'l/h', meaning: 'current burn rate' },
  { metric: 'fuel_used', unit: 'l', meaning: 'fuel consumed' },
  { metric: 'battery_voltage', unit: 'V', meaning: 'terminal voltage' },
  { metric: 'battery_soc_pct', unit: '%', meaning: 'state of charge' },
  { metric: 'water_level_pct', unit: '%', meaning: 'fresh water tank' },
  { metric: 'waste_level_pct', unit: '%', meaning: 'waste tank' },
  { metric: 'bilge_water', unit: '0 or 1', meaning: 'water detected in the bilge' },
  { metric: 'bilge_pump_cycles', unit: 'count', meaning: 'pump starts since the last reading' },
  { metric: 'shore_power', unit: '0 or 1', meaning: 'shore power connected' },
  { metric: 'position_lat', unit: 'deg', meaning: 'latitude; with the longitude of that instance and time a position' },
  { metric: 'position_lon', unit: 'deg', meaning: 'longitude' },
  { metric: 'depth', unit: 'm', meaning: 'depth below transducer' },
  { metric: 'speed_over_ground', unit: 'kn', meaning: 'speed over ground' },
  { metric: 'water_temp', unit: 'C', meaning: 'sea water temperature' },
  { metric: 'fault_code', unit: 'text', meaning: 'sent as text_value' },
] as const

/** The unit in which an onboard device sends hours of an engine that does not feed the hour meter: the meter follows `h` only. */
export const UNIT_BESIDE_METER = 'hours'

export type Metric = (typeof METRICS)[number]['metric']

export const METRIC_NAMES: readonly Metric[] = METRICS.map((m) => m.metric)

const bits = new Map<string, number>(METRIC_NAMES.map((metric, place) => [metric, 1 << place]))

/** The bit of a metric in a batch's mask; 0 for a name that is no metric. */
export const metricBit = (name: string): number => bits.get(name) ?? 0

/** The mask of all metrics. */
export const ALL_METRICS: number = 2 ** METRICS.length - 1
