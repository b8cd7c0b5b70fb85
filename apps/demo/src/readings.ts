import type { Metric, NewReading } from '@binnacle/contract'
import type { DemoBoat, Place } from './boats.ts'
import { mix, round, seeded } from './random.ts'

/** A boat at one moment; `engineHours` of the engine that feeds the meter, with their fraction. */
export interface Moment {
  at: Date
  doing: 'berth' | 'motor' | 'sail'
  place: Place
  engineHours: number
  /** Of the bilge pump since the last moment. */
  pumpStarts?: number
}

const WATER_DAYS = 6
/** The part of the tank that is burnt before the owner fuels. */
const BURNT_BEFORE_FUELLING = 0.7
/** On shore power the charger floats, the alternator charges, and under sail the fridge pulls the voltage down. */
const VOLTS = { berth: 13.5, motor: 14.2, sail: 12.65 }

/**
 * All that the onboard device measures at a moment. The same moment gives the same readings: levels follow from the time and
 * the engine hours, so that stored and live readings fit together.
 */
export function readingsAt(boat: DemoBoat, { at, doing, place, engineHours, pumpStarts }: Moment): NewReading[] {
  const random = seeded(at.getTime() / 1000)
  const about = (value: number, spread: number, decimals = 1) => round(value + spread * (2 * random() - 1), decimals)
  const readings: NewReading[] = []
  const add = (metric: Metric, value: number, unit?: string, instance?: string) =>
    readings.push({ metric, value, recorded_at: at.toISOString(), unit, instance })

  for (const [place, engine] of boat.engines.entries()) {
    add('engine_hours', round(engineHours - place * boat.hoursApart, 2), 'h', engine)
    if (doing !== 'motor') continue
    add('engine_rpm', about(boat.rpm, 25, 0), 'rpm', engine)
    add('engine_coolant_temp', about(81, 1.5), 'C', engine)
    add('engine_oil_pressure', about(355, 8, 0), 'kPa', engine)
    add('fuel_rate', about(boat.litresPerHour, boat.litresPerHour / 20), 'l/h', engine)
  }
  const burnt = (engineHours * boat.litresPerHour * boat.engines.length) / boat.tankLitres
  const days = (at.getTime() / 86_400_000) % WATER_DAYS
  add('fuel_level_pct', round(94 - 100 * (burnt % BURNT_BEFORE_FUELLING), 1), '%', '0')
  add('water_level_pct', round(97 - 13 * days, 1), '%', '0')
  add('waste_level_pct', round(6 + 12 * days, 1), '%', '0')
  add('battery_voltage', about(VOLTS[doing], 0.05, 2), 'V', 'house')
  add('battery_voltage', about(doing === 'motor' ? 14.1 : 12.8, 0.03, 2), 'V', 'starter')
  add('battery_soc_pct', about(doing === 'berth' ? 99.6 : 88 + 6 * Math.sin(engineHours), 0.4), '%', 'house')
  add('shore_power', doing === 'berth' ? 1 : 0)
  add('bilge_water', 0)
  if (pumpStarts !== undefined) add('bilge_pump_cycles', pumpStarts)
  add('water_temp', waterTemp(at), 'C')
  add('depth', about(depthAt(boat, place), 0.1), 'm')
  if (doing === 'berth') return readings
  add('position_lat', place.lat, 'deg')
  add('position_lon', place.lon, 'deg')
  add('speed_over_ground', about(boat.knots, boat.knots / 10), 'kn')
  return readings
}

/** Nautical miles; on so short a way the earth is flat. */
export function distance(a: Place, b: Place): number {
  return 60 * Math.hypot(b.lat - a.lat, (b.lon - a.lon) * Math.cos((a.lat * Math.PI) / 180))
}

/** Where a boat is that has gone `miles` along a line from its start, to its end and back and so on. */
export function placeAlong(line: readonly Place[], miles: number): Place {
  const legs = line.slice(1).map((to, before) => ({ from: line[before]!, to, miles: distance(line[before]!, to) }))
  const length = legs.reduce((sum, leg) => sum + leg.miles, 0)
  let left = length - Math.abs((miles % (2 * length)) - length)
  for (const leg of legs) {
    if (left <= leg.miles) {
      const part = left / leg.miles
      return { lat: round(mix(leg.from.lat, leg.to.lat, part), 5), lon: round(mix(leg.from.lon, leg.to.lon, part), 5) }
    }
    left -= leg.miles
  }
  return line.at(-1)!
}

/** Below the transducer, m: shallow at the berth, an uneven bottom further out. */
function depthAt({ route }: DemoBoat, place: Place): number {
  const uneven = 4 * Math.sin(place.lat * 700) + 3 * Math.sin(place.lon * 420) + Math.sin(place.lon * 1900)
  return round(2.6 + Math.min(1, distance(route[0]!, place) / 1.5) * (16 + uneven), 1)
}

/** The sea's temperature here by the day of the year: 2 °C in February, 19 °C in August. */
function waterTemp(at: Date): number {
  const day = (at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000
  return round(10.5 - 8.3 * Math.cos((2 * Math.PI * (day - 47)) / 365), 1)
}
