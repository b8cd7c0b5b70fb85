import type { Metric } from '@binnacle/contract'
import { plausible } from './plausible.ts'
import { seriesName } from './reading.ts'
import type { Withhold } from './withheld.ts'

/** 1e-7 degrees is a centimetre; three places are more than any other sensor has. */
const PLACES: Partial<Record<Metric, number>> = { position_lat: 1e7, position_lon: 1e7 }

/**
 * A value in its metric's unit as it is kept: rounded to what a sensor can mean, and undefined where it is missing or can be
 * no measurement. Engine hours stay as they are: the hour meter cuts and never rounds up.
 */
export function measured(metric: Metric, value: number | undefined): number | undefined {
  if (value === undefined || !plausible(metric, value)) return undefined
  const places = PLACES[metric] ?? 1e3
  return metric === 'engine_hours' ? value : Math.round(value * places) / places
}

/** The same, and what can be no measurement is told to `withhold`. */
export function measuredOr(
  withhold: Withhold | undefined,
  { metric, instance, source }: { metric: Metric; instance?: string; source: string },
  value: number | undefined,
): number | undefined {
  const known = measured(metric, value)
  if (known === undefined && value !== undefined)
    withhold?.({ series: seriesName({ metric, instance }), source, reason: 'implausible', value })
  return known
}

/** Seconds as hours, cut and not rounded to 1/1000 h, as the hour meter is. 0 is what a controller says while it starts. */
export function hoursOf(seconds: number): number | undefined {
  return seconds ? Math.floor(seconds / 3.6) / 1000 : undefined
}

/** A level as a tank's sender gives it, %: senders overshoot a little when the tank is full. */
export function tankLevel(percent: number): number {
  return percent > 100 && percent <= 105 ? 100 : percent
}
