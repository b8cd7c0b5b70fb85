import type { Metric } from '@binnacle/contract/metrics'
import type { SeriesName } from '../telemetry/series.ts'

/** On or off: drawn as steps. */
const SWITCHES = new Set<Metric>(['bilge_water', 'shore_power'])
export const isSwitch = (metric: Metric) => SWITCHES.has(metric)

/** A place has a map, and a fault is a mark. */
const NOT_LINES = new Set<Metric>(['position_lat', 'position_lon', 'fault_code'])
export const isLine = ({ metric }: SeriesName) => !NOT_LINES.has(metric)

/** Of these nothing is nothing: what they are is seen only against 0. */
const AMOUNTS = new Set<Metric>([
  'engine_rpm',
  'engine_oil_pressure',
  'fuel_rate',
  'bilge_pump_cycles',
  'depth',
  'speed_over_ground',
])

/** Series that share an axis. `unit` is the reader's. */
export interface Pane<S> {
  unit: string
  kind: 'switch' | 'percent' | 'amount' | 'number'
  series: S[]
}

/** One pane a unit, in the order of the series; switches, which have none, in one of their own. Counts stand by themselves. */
export function panesOf<S extends SeriesName>(series: readonly S[], unitOf: (series: S) => string): Pane<S>[] {
  const panes = new Map<string, Pane<S>>()
  for (const one of series) {
    const unit = unitOf(one)
    const kind = kindOf(one, unit)
    const key = kind === 'switch' ? kind : `${kind} ${unit || one.metric}`
    const pane = panes.get(key) ?? { unit, kind, series: [] }
    pane.series.push(one)
    panes.set(key, pane)
  }
  return [...panes.values()]
}

function kindOf({ metric }: SeriesName, unit: string): Pane<unknown>['kind'] {
  if (isSwitch(metric)) return 'switch'
  if (unit === '%') return 'percent'
  return AMOUNTS.has(metric) ? 'amount' : 'number'
}

/** What varies by less, in the reader's unit, is seen as the calm that it is, and not as a storm of last digits. */
const MIN_SPAN = new Map([
  ['V', 1],
  ['°C', 5],
  ['°F', 9],
])

/** The ends of a vertical axis around what is seen of its lines: never of no height, amounts from 0, shares from 0 to 100. */
export function axisRange(
  { kind, unit }: Pick<Pane<unknown>, 'kind' | 'unit'>,
  least: number | null,
  most: number | null,
): [number, number] {
  if (kind === 'switch') return [-0.15, 1.15]
  if (least === null || most === null) return kind === 'percent' ? [0, 100] : [0, 1]
  if (kind === 'percent') return [Math.min(0, least), Math.max(100, most)]
  const foot = kind === 'amount' ? Math.min(0, least) : least
  const missing = (MIN_SPAN.get(unit) ?? 0) - (most - foot)
  const air = Math.max((most - foot) * 0.08, missing / 2, Math.abs(most) * 0.002, 0.01)
  if (kind === 'amount') return [foot < 0 ? foot - air : 0, most + air]
  const floor = least >= 0 ? 0 : Number.NEGATIVE_INFINITY
  return [Math.max(floor, least - air), most + air]
}

/** The first series that a boat's charts show: how its batteries are, how it ran. */
const FIRST: readonly Metric[] = ['battery_voltage', 'engine_rpm', 'speed_over_ground', 'fuel_level_pct']
const FIRST_PANES = 2
const FIRST_LINES = 3

export function firstSeries<S extends SeriesName>(series: readonly S[]): S[] {
  const lines = series.filter(isLine)
  const found = FIRST.map((metric) => lines.filter((one) => one.metric === metric).slice(0, FIRST_LINES))
  const chosen = found.filter(({ length }) => length > 0).slice(0, FIRST_PANES)
  return chosen.length > 0 ? chosen.flat() : lines.slice(0, 1)
}
