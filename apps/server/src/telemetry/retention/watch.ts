import { LIMITS } from '@binnacle/contract'
import { DAY_MS } from '../rollups/day/time-grid.ts'

/** Deleted readings cannot be restored. This delay gives people time to notice a mistake. */
export const DELAY_MS = LIMITS.telemetryKeepDelayDays * DAY_MS
/**
 * Passes are an hour apart. After a longer time the service did not run, or its clock was changed. A wrong clock must not delete
 * anything.
 */
const STEADY_MS = 3 * DAY_MS

/** How long the operator's limit and the clock have been stable. Times in ms. */
export interface Watch {
  /** TELEMETRY_KEEP_DAYS at the last pass; null: unlimited. */
  operatorDays: number | null
  /** When it takes effect. */
  operatorFrom: number
  seenAt: number
  /** Nothing is deleted before this time, by any limit. */
  steadyFrom: number
}

/** The watch after a pass. A new or shorter limit, or a changed clock, takes effect after DELAY_MS. */
export function watchNow(before: Watch | null, operatorDays: number | null, now: number): Watch {
  const later = now + DELAY_MS
  if (!before) return { operatorDays, operatorFrom: later, seenAt: now, steadyFrom: now }
  const isSteady = Math.abs(now - before.seenAt) <= STEADY_MS
  const isShorter = days(operatorDays) < days(before.operatorDays)
  return {
    operatorDays,
    // A time that was computed with a clock ahead must not delay the limit for years.
    operatorFrom: isShorter ? later : Math.min(before.operatorFrom, later),
    seenAt: now,
    steadyFrom: isSteady ? Math.min(before.steadyFrom, later) : later,
  }
}

/** The operator's limit in effect, days; null: unlimited. */
export const operatorLimit = ({ operatorDays, operatorFrom }: Watch, now: number): number | null =>
  now >= operatorFrom ? operatorDays : null

export const isSteady = ({ steadyFrom }: Watch, now: number): boolean => now >= steadyFrom

const days = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY
