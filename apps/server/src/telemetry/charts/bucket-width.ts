import { FIRST_MS, LAST_MS } from '../../http/values/instant.ts'
import { DAY_MS, HOUR_MS, SLOT_MS, type Span } from '../rollups/day/time-grid.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000

/**
 * Widths that people read a time axis in, each of which divides a day or is made of days. There is none between 6 h and a day:
 * what is wider than that comes from the summaries of the days alone.
 */
const WIDTHS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE_MS),
  ...[1, 2, 3, 6].map((n) => n * HOUR_MS),
  ...[1, 2, 7].map((n) => n * DAY_MS),
]
const WIDEST = WIDTHS.at(-1)!

/** The span in whole buckets of a width, as far as there are instants. */
export const align = ({ from, to }: Span, width: number): Span => ({
  from: Math.max(FIRST_MS, Math.floor(from / width) * width),
  to: Math.min(LAST_MS, Math.ceil(to / width) * width),
})

/** Below five minutes every batch of a chart is read: of an onboard device that sends each 5 s these are 8,640. */
const LONGEST_RAW_MS = 12 * HOUR_MS

/**
 * The width of a chart's buckets: as many as asked for where its span is short, and never less than five minutes where it is not,
 * or begins before the time from which there are batches.
 */
export const chartWidth = (span: Span, most: number, batchesFrom: number): number =>
  bucketWidth(span, most, span.to - span.from > LONGEST_RAW_MS || span.from < batchesFrom ? SLOT_MS : 0)

/** The narrowest width, none below `least`, in which the span has at most so many buckets, those at its ends counted whole. */
export function bucketWidth(span: Span, most: number, least = 0): number {
  const fits = (width: number) => {
    const { from, to } = align(span, width)
    return width >= least && (to - from) / width <= most
  }
  const width = WIDTHS.find(fits)
  if (width !== undefined) return width
  let wider = WIDEST
  // One bucket cannot hold a span across its border, however wide it is.
  while (!fits(wider) && wider < span.to - span.from) wider *= 2
  return wider
}
