import { METRICS, type Metric, UNIT_BESIDE_METER } from '@binnacle/contract/metrics'

export type Units = 'metric' | 'us'

/** How a metric's value is shown: converted from the contract's unit. */
export interface Display {
  unit: string
  digits: number
  convert: (value: number) => number
}

const as = (unit: string, digits: number, convert: (value: number) => number = (value) => value): Display => ({
  unit,
  digits,
  convert,
})

const fahrenheit = as('°F', 0, (celsius) => celsius * 1.8 + 32)
const GALLON_L = 3.785411784
const gallons = (unit: string, digits: number) => as(unit, digits, (litres) => litres / GALLON_L)

const METRIC: Record<Metric, Display> = {
  engine_hours: as('h', 1),
  engine_rpm: as('rpm', 0),
  engine_coolant_temp: as('°C', 0),
  engine_oil_pressure: as('kPa', 0),
  fuel_level_pct: as('%', 0),
  fuel_rate: as('l/h', 1),
  fuel_used: as('l', 1),
  battery_voltage: as('V', 2),
  battery_soc_pct: as('%', 0),
  water_level_pct: as('%', 0),
  waste_level_pct: as('%', 0),
  bilge_water: as('', 0),
  bilge_pump_cycles: as('', 0),
  shore_power: as('', 0),
  position_lat: as('°', 5),
  position_lon: as('°', 5),
  depth: as('m', 1),
  speed_over_ground: as('kn', 1),
  water_temp: as('°C', 1),
  fault_code: as('', 0),
}

const US: Record<Metric, Display> = {
  ...METRIC,
  engine_coolant_temp: fahrenheit,
  engine_oil_pressure: as('psi', 0, (kPa) => kPa * 0.1450377377),
  fuel_rate: gallons('gal/h', 1),
  fuel_used: gallons('gal', 1),
  depth: as('ft', 1, (metres) => metres / 0.3048),
  water_temp: fahrenheit,
}

/**
 * How the values of a metric are shown. An onboard device may send another unit than the metric's own (our gateway sends the
 * hours of a second engine in s): such a value is shown as it is, with that unit.
 */
export function displayOf(metric: Metric, units: Units, locale: string, sentUnit: string | null = null): Display {
  const display = inUnits(metric, units, sentUnit)
  return { ...display, unit: (locale.startsWith('de') && GERMAN[display.unit]) || display.unit }
}

/** Units that are English words. */
const GERMAN: Record<string, string> = { rpm: '1/min' }

function inUnits(metric: Metric, units: Units, sentUnit: string | null): Display {
  if (metric === 'engine_hours' && sentUnit === 's') return as('h', 1, (seconds) => seconds / 3600)
  if (metric === 'engine_hours' && sentUnit === UNIT_BESIDE_METER) return METRIC[metric]
  if (sentUnit !== null && !isOwnUnit(metric, sentUnit)) return as(sentUnit, 2)
  return units === 'us' ? US[metric] : METRIC[metric]
}

const isOwnUnit = (metric: Metric, unit: string) =>
  METRICS.some((m) => m.metric === metric && m.unit.toLowerCase() === unit.toLowerCase())

/** What a reader entered, in the contract's unit. Each conversion is a straight line. */
export function fromReader({ convert }: Pick<Display, 'convert'>, value: number): number {
  const zero = convert(0)
  return (value - zero) / (convert(1) - zero)
}

/** Litres as litres or US gallons. */
export const volume = (units: Units): Display => (units === 'us' ? gallons('gal', 1) : as('l', 1))

/** Metres (of a boat's length) as metres or feet. */
export const length = (units: Units): Display => (units === 'us' ? as('ft', 0, (m) => m / 0.3048) : as('m', 2))
