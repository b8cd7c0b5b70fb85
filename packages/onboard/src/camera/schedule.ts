import { REQUEST_BYTES } from './service.ts'

/** Cameras begin so far apart, so that two never load the boat's network and processor at once. */
const APART_MS = 5_000

/** How long after the start the camera at `index` takes its first picture, ms. `random` is in [0, 1). */
export const firstCaptureDelay = (index: number, random: number): number => (index + random / 2) * APART_MS

/** When the schedule's next picture is due, after the one that was due at `due`: those that were missed are not made up for. */
export const nextCapture = (due: number, everyMs: number, now: number): number =>
  due + everyMs * Math.max(1, Math.ceil((now - due) / everyMs))

/** A camera that sees movement all the time still sends at most one picture of it in so many ms. */
export const MOTION_EVERY_MS = 30_000

/** Polls may use this part of a month's budget. */
const POLL_SHARE = 1 / 4
const MONTH_MS = 30 * 24 * 3600 * 1000
/** Two polls must fit into the five minutes that a check-in is open. */
const POLL_SELDOM_MS = 120_000
const POLL_BOUNDS_MS = { min: 1_000, max: 600_000 }

/**
 * How long to wait before the next poll, ms: as the service says. Every 15 s is 120 MB a month, so with a data budget it is
 * seldom enough for polls to stay within a quarter of it, yet at least every two minutes.
 */
export function pollAfter(saidMs: number, budgetBytes: number | null): number {
  const said = Math.min(POLL_BOUNDS_MS.max, Math.max(POLL_BOUNDS_MS.min, saidMs))
  if (budgetBytes === null) return said
  const affordable = (MONTH_MS * REQUEST_BYTES) / (budgetBytes * POLL_SHARE)
  return Math.max(said, Math.min(POLL_SELDOM_MS, affordable))
}

/** The owner's check-ins may go past the month's budget by a tenth: somebody wants to see the boat now. */
const CHECK_IN_SHARE = 1.1

export const allowsCheckIn = ({ bytes, limitBytes }: { bytes: number; limitBytes: number | null }): boolean =>
  limitBytes === null || bytes < limitBytes * CHECK_IN_SHARE
