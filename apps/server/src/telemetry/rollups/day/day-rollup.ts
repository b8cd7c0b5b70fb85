import { LIMITS, METRIC_NAMES, type Metric } from '@binnacle/contract'
import { addReading, type Buckets } from './aggregate.ts'
import type { Columns } from './columns.ts'
import type { FaultText } from './faults.ts'
import { type Position, positionsOf } from './positions.ts'
import { contains, SLOT_MS, type Span } from './time-grid.ts'

/** The reading of a series that is newest: later measured, of one time later arrived, and then the greater. */
export interface Newest {
  /** ms, never later than its arrival. */
  at: number
  arrived: number
  unit: string | null
  value: number | null
  text: string | null
}

export function isNewer(a: Newest, b: Newest): boolean {
  const [value, other] = [a.value ?? Number.NEGATIVE_INFINITY, b.value ?? Number.NEGATIVE_INFINITY]
  if (a.at !== b.at) return a.at > b.at
  if (a.arrived !== b.arrived) return a.arrived > b.arrived
  if (value !== other) return value > other
  return (a.text ?? '') > (b.text ?? '')
}

/** What rollups keep of some hours of a series. */
export interface SeriesRollup {
  metric: Metric
  /** '' where the readings name none. */
  instance: string
  newest: Newest | null
  buckets: Buckets
  /** Of a position_lat: those that it is half of. */
  positions: Position[]
  faults: FaultText[]
}

/** Series by metric and instance. */
export type Rollup = Map<string, SeriesRollup>

function seriesOf(rollup: Rollup, metric: Metric, instance: string): SeriesRollup {
  const key = `${metric} ${instance}`
  let series = rollup.get(key)
  if (!series) {
    series = { metric, instance, newest: null, buckets: new Map(), positions: [], faults: [] }
    if (rollup.size < LIMITS.seriesPerVessel) rollup.set(key, series)
  }
  return series
}

/** Adds the readings of a batch that are within the span, which whole hours make. `timeOf`: the times by which values are last. */
export function addBatch(
  rollup: Rollup,
  span: Span,
  columns: Columns,
  arrived: number,
  timeOf = (at: number) => at,
): void {
  const { series, of, at, value, text } = columns
  const rollups = series.map(([metric, , instance]) => seriesOf(rollup, metric as Metric, instance ?? ''))
  for (let i = 0; i < of.length; i++) {
    const measured = at[i]!
    if (!contains(span, measured)) continue
    const into = rollups[of[i]!]!
    const number = value[i] ?? null
    const words = text?.[i] ?? null
    if (number !== null) addReading(into.buckets, SLOT_MS, timeOf(measured), number)
    if (into.metric === 'fault_code') into.faults.push({ at: measured, text: words ?? String(number) })
    const reading = { at: measured, arrived, unit: series[of[i]!]![1], value: number, text: words }
    if (into.newest === null || isNewer(reading, into.newest)) into.newest = reading
  }
  for (const [instance, position] of positionsOf(columns))
    if (contains(span, position.at)) seriesOf(rollup, 'position_lat', instance).positions.push(position)
}

/** The index of a metric in METRIC_NAMES. Tables store it instead of the name. */
export const metricIndex = (metric: Metric): number => METRIC_NAMES.indexOf(metric)
