const MINUTE_MS = 60_000

/** Onboard programs send what does not change each quarter of an hour: two of those missed and five minutes. */
const TWO_HEARTBEATS_MS = 35 * MINUTE_MS
const USUAL_TIMES = 3

/** Between two points further apart than this, ms, nothing was heard of a series; `at` are the starts of its buckets. */
export function gapOf(at: readonly number[], width: number): number {
  const steps = at.slice(1).map((start, i) => start - at[i]!)
  const usual = steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0
  return Math.max(2 * width, TWO_HEARTBEATS_MS, USUAL_TIMES * usual)
}
