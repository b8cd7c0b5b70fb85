import type { Metric, NewReading } from '@binnacle/contract'
import { round, seeded } from './random.ts'
import { depthAt, type Place, type Waters, waterTemp } from './waters.ts'

/** What a boat's network tells of. */
export interface Fitting {
  waters: Waters
  /** Instances; the first feeds the meter. The others have run `apart` hours less. */
  engines: readonly string[]
  apart: number
  /** Under way: what the engines turn at, burn in an hour each, and the boat makes. */
  rpm: number
  litresPerHour: number
  knots: number
  /** All tanks together, l. */
  tank: number
}

/** A boat at one moment. */
export interface Moment {
  at: Date
  doing: 'berth' | 'motor' | 'sail'
  place: Place
  /** The meter engine's hours, with their fraction. */
  engineHours: number
}

const WATER_DAYS = 6
const REFUEL_HOURS = 60

/**
 * All that the box reads at a moment, in the units of the metric table. The same moment gives the same readings: levels follow
 * from the time and the engine hours, so that what was seeded and what is live fit together.
 */
export function readingsAt(fitting: Fitting, moment: Moment): NewReading[] {
  const { at, doing, place, engineHours } = moment
  const random = seeded(at.getTime() / 1000)
  const about = (value: number, spread: number, decimals = 1) => round(value + spread * (2 * random() - 1), decimals)
  const readings: NewReading[] = []
  const tell = (metric: Metric, value: number, unit?: string, instance?: string) =>
    readings.push({
      metric,
      value,
      recorded_at: at.toISOString(),
      ...(unit && { unit }),
      ...(instance && { instance }),
    })

  for (const [place, engine] of fitting.engines.entries()) {
    tell('engine_hours', round(engineHours - place * fitting.apart, 2), 'h', engine)
    if (doing !== 'motor') continue
    tell('engine_rpm', about(fitting.rpm, 25, 0), 'rpm', engine)
    tell('engine_coolant_temp', about(81, 1.5), 'C', engine)
    tell('engine_oil_pressure', about(355, 8, 0), 'kPa', engine)
    tell('fuel_rate', about(fitting.litresPerHour, fitting.litresPerHour / 20), 'l/h', engine)
  }
  const burnt = (engineHours % REFUEL_HOURS) * fitting.litresPerHour * fitting.engines.length
  const days = (at.getTime() / 86_400_000) % WATER_DAYS
  tell('fuel_level_pct', round(94 - (100 * burnt) / fitting.tank, 1), '%', '0')
  tell('water_level_pct', round(97 - 13 * days, 1), '%', '0')
  tell('waste_level_pct', round(6 + 12 * days, 1), '%', '0')
  tell('battery_voltage', about(VOLTS[doing], 0.05, 2), 'V', 'house')
  tell('battery_voltage', about(doing === 'motor' ? 14.1 : 12.8, 0.03, 2), 'V', 'starter')
  tell('battery_soc_pct', about(doing === 'berth' ? 99.6 : 88 + 6 * Math.sin(engineHours), 0.4), '%', 'house')
  tell('shore_power', doing === 'berth' ? 1 : 0)
  tell('bilge_water', 0)
  tell('water_temp', waterTemp(at), 'C')
  tell('depth', about(depthAt(fitting.waters, place), 0.1), 'm')
  if (doing === 'berth') return readings
  tell('position_lat', place.lat, 'deg')
  tell('position_lon', place.lon, 'deg')
  tell('speed_over_ground', about(fitting.knots, fitting.knots / 10), 'kn')
  return readings
}

/** On shore power the charger floats, the alternator bulk-charges, and under sail the fridge pulls the voltage down. */
const VOLTS = { berth: 13.5, motor: 14.2, sail: 12.65 }
