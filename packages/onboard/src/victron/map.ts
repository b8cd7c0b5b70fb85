import type { Metric } from '@binnacle/contract'
import { isNowhere } from '../readings/fix-quality.ts'
import { blackTankName, engineName } from '../readings/instance.ts'
import { hoursOf, measured, tankLevel } from '../readings/measured.ts'
import type { Observation } from '../readings/reading.ts'
import { KNOTS_PER_METRE_A_SECOND } from '../readings/units.ts'
import type { Withhold } from '../readings/withheld.ts'
import { type Device, numberAt } from './device.ts'

/** What the GX does not say by itself. */
export interface VenusOptions {
  /** Digital inputs, besides those of the type "bilge alarm", that are active when there is water. */
  bilgeWater?: readonly number[]
  /** Digital inputs, besides those of the type "bilge pump", that count the starts of one. */
  bilgePumps?: readonly number[]
  /** Told what is not sent, and why. */
  withhold?: Withhold
}

export interface Row {
  service: string
  metric: Metric
  /** All of these are needed to know the value; a message about any of them says it anew. */
  paths: readonly string[]
  /** In the metric's unit; undefined where the device does not say it. */
  value: (device: Device, options: VenusOptions) => number | undefined
  /** '' where a vessel has only one. */
  instance: (device: Device) => string
  raw?: Observation['raw']
  stopgap?: Observation['stopgap']
  /** Counts only where nothing better is: `isSaid` tells whether a device of a service says a path. */
  outdone?: (isSaid: (service: string, path: string) => boolean) => boolean
}

// Values of the tank's FluidType. Source: node-red-contrib-victron, services.json.
const FUELS = [0, 6, 7]
const FRESH_WATER = 1
const WASTE_WATER = 2
const BLACK_WATER = 5

// Types of digital inputs. Source: dbus-digitalinputs.
const BILGE_PUMP = 3
const BILGE_ALARM = 4

// What the active AC input is connected to. Source: services.json, system Ac/ActiveIn/Source: 0 none, 2 generator, 240 inverting.
const GRID = 1
const SHORE = 3

const LATITUDE = 'Position/Latitude'
const LONGITUDE = 'Position/Longitude'
/** The two messages of a fix; a row of each half has both, so that they go together. */
export const HALVES: readonly string[] = [LATITUDE, LONGITUDE]

/** Where a receiver says whether it has a fix. */
export const FIX = 'Fix'

const byNumber = ({ instance }: Device): string => instance
const byName = ({ name, instance }: Device): string => name ?? instance
const whole = (): string => ''
/** A generator is no propulsion engine, whose names are port, starboard and numbers. */
const byService = ({ service, instance }: Device): string => `${service}-${instance}`

/** Of the battery of a monitor or a charger. */
export const VOLTAGE = 'Dc/0/Voltage'
const MONITOR = [`battery/${VOLTAGE}`, 'battery/Soc']

const GENSETS = ['genset', 'dcgenset']

/** What knows the battery where no monitor is: what charges it, then what the GX reckons. It is the only one, and has no name. */
const WITHOUT_MONITOR: readonly Row[] = (
  [
    ['battery_voltage', 'vebus/Dc/0/Voltage', 'multi/Dc/0/Voltage', 'system/Dc/Battery/Voltage'],
    ['battery_soc_pct', 'vebus/Soc', 'multi/Soc', 'system/Dc/Battery/Soc'],
  ] as const
).flatMap(([metric, ...places]) =>
  places.map((place, i) => ({
    ...plain(...serviceAndPath(place), metric, whole),
    outdone: (isSaid) => [...MONITOR, ...places.slice(0, i)].some((better) => isSaid(...serviceAndPath(better))),
  })),
)

// Of two rows with the same metric and instance, the upper one is preferred. Source: marine-sources.md, the table.
export const ROWS: readonly Row[] = [
  ...GENSETS.flatMap((service): Row[] => [
    plain(service, 'Engine/OperatingHours', 'engine_hours', byService, hoursOf),
    plain(service, 'Engine/Speed', 'engine_rpm', byService),
    plain(service, 'Engine/CoolantTemperature', 'engine_coolant_temp', byService),
    plain(service, 'Engine/OilPressure', 'engine_oil_pressure', byService),
  ]),
  plain('motordrive', 'Motor/RPM', 'engine_rpm', byService),
  plain('motordrive', 'Coolant/Temperature', 'engine_coolant_temp', byService),
  // What an alternator's regulator counts is the speed of the engine that drives it, named as the only one is on other networks.
  { ...plain('alternator', 'Engine/Speed', 'engine_rpm', () => engineName(0)), stopgap: true },
  tank('fuel_level_pct', FUELS, byNumber),
  tank('water_level_pct', [FRESH_WATER], byNumber),
  tank('waste_level_pct', [WASTE_WATER], byNumber),
  tank('waste_level_pct', [BLACK_WATER], ({ instance }) => blackTankName(instance)),
  plain('battery', VOLTAGE, 'battery_voltage', byName),
  plain('battery', 'Dc/1/Voltage', 'battery_voltage', ({ name, instance }) =>
    name ? `${name} starter` : `${instance}-starter`,
  ),
  plain('battery', 'Soc', 'battery_soc_pct', byName),
  ...WITHOUT_MONITOR,
  { service: 'digitalinput', metric: 'bilge_water', paths: ['State', 'Type'], value: bilgeWater, instance: byNumber },
  {
    service: 'digitalinput',
    metric: 'bilge_pump_cycles',
    paths: ['Count', 'Type'],
    value: bilgePump,
    instance: byNumber,
    raw: 'counter',
  },
  plain('system', 'Ac/ActiveIn/Source', 'shore_power', whole, (source) => Number(source === GRID || source === SHORE)),
  {
    ...plain('vebus', 'Ac/ActiveIn/Connected', 'shore_power', whole),
    outdone: (isSaid) => isSaid('system', 'Ac/ActiveIn/Source'),
  },
  gps('position_lat', LATITUDE, LONGITUDE),
  gps('position_lon', LONGITUDE, LATITUDE),
  {
    service: 'gps',
    metric: 'speed_over_ground',
    paths: ['Speed', FIX],
    value: (device) => (hasFix(device) ? times(numberAt(device, 'Speed'), KNOTS_PER_METRE_A_SECOND) : undefined),
    instance: whole,
  },
]

/** vebus and Dc/0/Voltage of vebus/Dc/0/Voltage. */
function serviceAndPath(place: string): [service: string, path: string] {
  const end = place.indexOf('/')
  return [place.slice(0, end), place.slice(end + 1)]
}

/** A row that is one value of a device, in the metric's unit or converted to it. */
function plain(
  service: string,
  path: string,
  metric: Metric,
  instance: Row['instance'],
  convert: (value: number) => number | undefined = (same) => same,
): Row {
  const read = (device: Device) => {
    const found = numberAt(device, path)
    return found === undefined ? undefined : convert(found)
  }
  return { service, metric, paths: [path], value: read, instance }
}

/** What is in a tank comes in a topic of its own, before its level or after it. */
function tank(metric: Metric, fluids: readonly number[], instance: Row['instance']): Row {
  const level = (device: Device) => {
    const percent = fluids.includes(numberAt(device, 'FluidType') ?? -1) ? numberAt(device, 'Level') : undefined
    return percent === undefined ? undefined : tankLevel(percent)
  }
  return { service: 'tank', metric, paths: ['Level', 'FluidType'], value: level, instance }
}

/** State is twice the kind of words (off/on, ok/alarm), plus one when active, with the owner's inversion applied. */
function bilgeWater(device: Device, { bilgeWater = [] }: VenusOptions): number | undefined {
  const state = numberAt(device, 'State')
  return isInput(device, BILGE_ALARM, bilgeWater) && state !== undefined ? state % 2 : undefined
}

function bilgePump(device: Device, { bilgePumps = [] }: VenusOptions): number | undefined {
  return isInput(device, BILGE_PUMP, bilgePumps) ? numberAt(device, 'Count') : undefined
}

function isInput(device: Device, type: number, chosen: readonly number[]): boolean {
  return numberAt(device, 'Type') === type || chosen.includes(Number(device.instance))
}

/** A half beside one that is missing or cannot be true is no position. */
function gps(metric: 'position_lat' | 'position_lon', path: string, other: string): Row {
  const paths = [...HALVES, FIX]
  const otherMetric = metric === 'position_lat' ? 'position_lon' : 'position_lat'
  const degrees = (device: Device) => {
    const isWhole = measured(otherMetric, numberAt(device, other)) !== undefined
    return isWhole && hasFix(device) ? numberAt(device, path) : undefined
  }
  return { service: 'gps', metric, paths, value: degrees, instance: whole }
}

export function hasFix(device: Device): boolean {
  const [latitude, longitude] = HALVES.map((path) => numberAt(device, path))
  return numberAt(device, FIX) !== 0 && !isNowhere({ latitude, longitude })
}

function times(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor
}
