import type { Database } from '../../db/database.ts'
import { DAY_MS, dayOf, SLOT_MS } from '../rollups/day/time-grid.ts'
import { readBuckets, type SeriesName } from './range.ts'

const MINUTE_MS = 60_000

/** Onboard programs send what does not change each quarter of an hour: two of those missed and five minutes. */
export const TWO_HEARTBEATS_MS = 35 * MINUTE_MS
const USUAL_TIMES = 3

/**
 * Between two points further apart than this, ms, nothing was heard of a series. That is the series' own, so that a chart is a line or
 * dots however much of it is shown.
 * @param steps between the readings of the series, ms
 */
export function gapOf(steps: readonly number[]): number {
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0
  return Math.max(TWO_HEARTBEATS_MS, USUAL_TIMES * usual)
}

const HABIT_DAYS = 7

/** The gap of a series by its readings of the week up to a time; null when these are too few. */
export async function seriesGap(
  database: Database,
  vesselId: string,
  series: SeriesName,
  at: number,
): Promise<number | null> {
  const to = (dayOf(at) + 1) * DAY_MS
  const slots = await readBuckets(database, vesselId, series, { from: to - HABIT_DAYS * DAY_MS, to }, SLOT_MS)
  const starts = [...slots.keys()].sort((a, b) => a - b)
  return starts.length < 2 ? null : gapOf(starts.slice(1).map((start, i) => start - starts[i]!))
}
