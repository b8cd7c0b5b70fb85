import { METRICS, type Metric, type UNIT_BESIDE_METER } from '@binnacle/contract'
import type { FixQuality } from './fix-quality.ts'

/**
 * One measurement in the service's unit (METRICS), stamped in ms since 1970.
 * `instance` says which engine, tank, battery or input; a vessel has only one depth, so depth has none.
 */
export interface Reading {
  metric: Metric
  value?: number
  text_value?: string
  instance?: string
  /** Where it is not the metric's own: for the hours of an engine that does not feed the hour meter (see hour-meter.ts). */
  unit?: typeof UNIT_BESIDE_METER
  at: number
}

/**
 * A reading as a network gave it, before one source is chosen and the rules have looked at it.
 * `source` names where it comes from, in parts with / between them: the input's name (put before it by the gateway), then the
 * device and its message, such as n2k/35/128267 (bus address and PGN). Of two sources the lower `rank` is preferred.
 * A position comes as two observations with one `at`, position_lat first.
 */
export interface Observation extends Reading {
  source: string
  rank: number
  /** Counts only while no other source does: a general message beside that of a sensor, an alternator beside its engine. */
  stopgap?: true
  /** Position and speed only, where the receiver says it. */
  fix?: FixQuality
  /**
   * Position and speed only: the receiver is still to say whether it has a fix. It takes part in the choice of the source, and is
   * not sent.
   */
  isTentative?: true
  /** depth only: what it is below; without it, the transducer. */
  depth?: MeasuredDepth
  /** Where it has told more of itself than its place on the network. */
  device?: Device
  /** bilge_pump_cycles only: the value is a switch (0 or 1) or a counter that runs on, not yet pump starts. */
  raw?: 'switch' | 'counter'
  /** fault_code only: the device has already debounced it. */
  debounced?: true
}

/** Silent for this long, a source has lost its place: slow messages (tanks, some GPS) come every 2.5 to 10 s. */
export const SOURCE_SILENT_MS = 30_000

export type DepthReference = 'transducer' | 'keel' | 'surface'

export interface MeasuredDepth {
  below: DepthReference
  /** The distance from the transducer to the surface, or, below zero, to the keel, m; where the sounder tells it. */
  offset?: number
}

/** What a device has told of itself. */
export interface Device {
  /** What stays with it where its address does not: NMEA 2000's NAME. */
  id?: string
  /** For people: model, model with serial number, what the owner called it; the first is shown. */
  names: readonly string[]
}

/** What the service takes at POST /v1/telemetry. Source: vessel-data-api.md, "Reading". */
export interface WireReading {
  metric: Metric
  value?: number
  text_value?: string
  unit?: string
  instance?: string
  recorded_at: string
}

const NO_UNIT = new Set(['0 or 1', 'count', 'text'])

/** The unit a metric is sent with; undefined for flags, counts and text. */
export const unitOf = new Map<Metric, string>(
  METRICS.filter((m) => !NO_UNIT.has(m.unit)).map((m) => [m.metric, m.unit]),
)

/** A metric and its instance: one line in a chart, one row in a table. */
export const seriesOf = (reading: { metric: Metric; instance?: string }): string =>
  `${reading.metric}/${reading.instance ?? ''}`

/** The same for people, without an end where there is no instance. */
export const seriesName = ({ metric, instance }: { metric: Metric; instance?: string }): string =>
  instance ? `${metric}/${instance}` : metric

export function toWire({ metric, value, text_value, instance, unit, at }: Reading): WireReading {
  return {
    metric,
    value,
    text_value,
    unit: unit ?? unitOf.get(metric),
    instance,
    recorded_at: new Date(at).toISOString(),
  }
}
