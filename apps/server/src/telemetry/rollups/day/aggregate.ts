import { SLOT_MS } from './time-grid.ts'

/** The readings of a bucket in short. */
export interface Aggregate {
  count: number
  min: number
  max: number
  mean: number
  /** The newest value, and its time, ms; of several at one time the greatest. */
  last: number
  lastAt: number
}

/** Aggregates by the start of their bucket, ms. */
export type Buckets = Map<number, Aggregate>

/** The mean of two means. Of equal ones it is exactly that; parts of 1e308 are divided first, since their difference is no number. */
function meanOf(a: number, countA: number, b: number, countB: number): number {
  const share = countB / (countA + countB)
  const apart = b - a
  return Number.isFinite(apart) ? a + apart * share : a * (1 - share) + b * share
}

/** Adds a reading to the bucket of this width that it falls into. */
export function addReading(buckets: Buckets, width: number, at: number, value: number): void {
  const start = Math.floor(at / width) * width
  const bucket = buckets.get(start)
  if (bucket === undefined) {
    buckets.set(start, { count: 1, min: value, max: value, mean: value, last: value, lastAt: at })
    return
  }
  bucket.mean = meanOf(bucket.mean, bucket.count, value, 1)
  bucket.count++
  if (value < bucket.min) bucket.min = value
  if (value > bucket.max) bucket.max = value
  if (at > bucket.lastAt || (at === bucket.lastAt && value > bucket.last)) {
    bucket.last = value
    bucket.lastAt = at
  }
}

/** A time as rollups know it: to five minutes. */
export const coarseTime = (at: number): number => Math.floor(at / SLOT_MS) * SLOT_MS

/**
 * Two aggregates of different readings as one, in whatever order. Rollups know times to five minutes: of several last values in
 * those the greatest.
 */
export function merge(a: Aggregate, b: Aggregate): Aggregate {
  const later = coarseTime(b.lastAt) - coarseTime(a.lastAt) || b.last - a.last
  const { last, lastAt } = later > 0 ? b : a
  return {
    count: a.count + b.count,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    mean: meanOf(a.mean, a.count, b.mean, b.count),
    last,
    lastAt,
  }
}

/** Adds an aggregate to the bucket of this width that its part of time, which begins at `start`, falls into. */
export function addAggregate(buckets: Buckets, width: number, start: number, added: Aggregate): void {
  const to = Math.floor(start / width) * width
  const bucket = buckets.get(to)
  buckets.set(to, bucket ? merge(bucket, added) : added)
}
