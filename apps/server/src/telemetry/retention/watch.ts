import { LIMITS } from '@binnacle/contract'
import { DAY_MS } from '../charts/time-grid.ts'

/** What is deleted by a mistake never comes back, so this long there is to notice one. */
export const DELAY_MS = LIMITS.telemetryKeepDelayDays * DAY_MS
/** Passes are an hour apart. After a longer time the service was away, or its clock was set: by a clock that is wrong nothing may go. */
const STEADY_MS = 3 * DAY_MS

/** Since when the operator's limit and the clock are as they are. Times in ms. */
export interface Watch {
  /** TELEMETRY_KEEP_DAYS at the last look; null: for ever. */
  operatorDays: number | null
  /** From then on it is acted on. */
  operatorFrom: number
  seenAt: number
  /** Before this nothing goes, by whatever limit. */
  steadyFrom: number
}

/** At each look: a limit that is new or shorter, and a clock that jumped, have to stand for a week. */
export function watchNow(before: Watch | null, operatorDays: number | null, now: number): Watch {
  const later = now + DELAY_MS
  if (!before) return { operatorDays, operatorFrom: later, seenAt: now, steadyFrom: now }
  const isSteady = Math.abs(now - before.seenAt) <= STEADY_MS
  const isShorter = days(operatorDays) < days(before.operatorDays)
  return {
    operatorDays,
    // One that was set by a clock that was ahead must not wait for years.
    operatorFrom: isShorter ? later : Math.min(before.operatorFrom, later),
    seenAt: now,
    steadyFrom: isSteady ? Math.min(before.steadyFrom, later) : later,
  }
}

/** The operator's limit as far as it is acted on, days. */
export const operatorLimit = ({ operatorDays, operatorFrom }: Watch, now: number): number | null =>
  now >= operatorFrom ? operatorDays : null

export const isSteady = ({ steadyFrom }: Watch, now: number): boolean => now >= steadyFrom

const days = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY
