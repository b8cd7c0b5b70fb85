import type { Series } from '@binnacle/contract'
import type { Metric } from '@binnacle/contract/metrics'
import { isFault } from '@binnacle/contract/onboard-text'

/** What one engine says, in the order in which people ask for it. */
export interface Engine {
  instance: string | null
  series: Series[]
}

export interface Battery {
  instance: string | null
  voltage: Series | null
  charge: Series | null
}

/** Latitude and longitude of one fix. */
export interface Position {
  lat: number
  lon: number
  instance: string | null
  recorded_at: string
  arrived_at: string
}

/** The newest readings by what they belong to. */
export interface Groups {
  engines: Engine[]
  tanks: Series[]
  batteries: Battery[]
  safety: Series[]
  position: Position | null
  navigation: Series[]
  faults: Series[]
}

const ENGINE: readonly Metric[] = [
  'engine_rpm',
  'engine_hours',
  'engine_coolant_temp',
  'engine_oil_pressure',
  'fuel_rate',
  'fuel_used',
]
const TANKS: readonly Metric[] = ['fuel_level_pct', 'water_level_pct', 'waste_level_pct']
const SAFETY: readonly Metric[] = ['bilge_water', 'bilge_pump_cycles', 'shore_power']
const NAVIGATION: readonly Metric[] = ['speed_over_ground', 'depth', 'water_temp']

export function groupSeries(series: readonly Series[]): Groups {
  return {
    engines: byInstance(pick(series, ENGINE)).map(([instance, series]) => ({ instance, series })),
    tanks: pick(series, TANKS),
    batteries: byInstance(pick(series, ['battery_voltage', 'battery_soc_pct'])).map(([instance, of]) => ({
      instance,
      voltage: of.find(({ metric }) => metric === 'battery_voltage') ?? null,
      charge: of.find(({ metric }) => metric === 'battery_soc_pct') ?? null,
    })),
    safety: pick(series, SAFETY),
    position: newestPosition(series),
    navigation: pick(series, NAVIGATION),
    faults: pick(series, ['fault_code']).filter(({ text_value }) => isFault(text_value ?? '')),
  }
}

/** Those of some metrics, in the order of the metrics and then of the instances: port before starboard, 2 before 10. */
function pick(series: readonly Series[], metrics: readonly Metric[]): Series[] {
  return series
    .filter(({ metric }) => metrics.includes(metric))
    .sort((a, b) => metrics.indexOf(a.metric) - metrics.indexOf(b.metric) || compareInstances(a.instance, b.instance))
}

const order = new Intl.Collator('en', { numeric: true })
const compareInstances = (a: string | null, b: string | null) => order.compare(a ?? '', b ?? '')

function byInstance(series: readonly Series[]): [string | null, Series[]][] {
  const instances = [...new Set(series.map(({ instance }) => instance))].sort(compareInstances)
  return instances.map((instance) => [instance, series.filter((one) => one.instance === instance)])
}

/** The newest place of which both halves are known and can be. */
function newestPosition(series: readonly Series[]): Position | null {
  const positions = pick(series, ['position_lat']).flatMap((lat) => {
    const lon = series.find(({ metric, instance }) => metric === 'position_lon' && instance === lat.instance)
    const { instance, recorded_at, arrived_at } = lat
    if (!lon || !isWithin(lat.value, 90) || !isWithin(lon.value, 180)) return []
    return [{ lat: lat.value, lon: lon.value, instance, recorded_at, arrived_at }]
  })
  return positions.sort((a, b) => Date.parse(b.recorded_at) - Date.parse(a.recorded_at))[0] ?? null
}

const isWithin = (value: number | null, most: number): value is number => value !== null && Math.abs(value) <= most

/** Whether it matters which one a series is of: the only tank of its kind needs no number. */
export const isNamed = ({ metric, instance }: Series, among: readonly Series[]): boolean =>
  instance !== null && (!/^\d*$/.test(instance) || among.filter((one) => one.metric === metric).length > 1)
