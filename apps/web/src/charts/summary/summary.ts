import type { TelemetryRange } from '@binnacle/contract'
import type { Points } from '../columns.ts'

/** A series in four numbers. */
export interface Summary {
  min: number
  /** The mean over the time in which there are readings. */
  mean: number
  max: number
  last: number
  /** When the last one was, ms. */
  lastAt: number
}

/** Widths of buckets, ms, as the service tells them. */
type Widths = Pick<TelemetryRange, 'bucket_ms' | 'gap_ms'>

/**
 * Of the buckets that can be true; null when there is none. Values are as given. Each bucket counts for as long as it is until the
 * next, or until it is a gap: an onboard device tells more while the engine runs, and that hour is no longer than one at the berth.
 */
export function summarise(
  [at, min, max, mean, last]: Points,
  { bucket_ms, gap_ms }: Widths,
  isPlausible: (value: number) => boolean,
): Summary | null {
  const rows = at.flatMap((_, i) => (isPlausible(min[i]!) && isPlausible(max[i]!) ? [i] : []))
  const end = rows.at(-1)
  if (end === undefined) return null
  const weights = rows.map((i) => Math.min((at[i + 1] ?? at[i]! + bucket_ms) - at[i]!, gap_ms))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return {
    min: rows.reduce((least, i) => Math.min(least, min[i]!), Number.POSITIVE_INFINITY),
    max: rows.reduce((most, i) => Math.max(most, max[i]!), Number.NEGATIVE_INFINITY),
    mean: rows.reduce((sum, i, n) => sum + mean[i]! * (weights[n]! / whole), 0),
    last: last[end]!,
    lastAt: at[end]!,
  }
}
