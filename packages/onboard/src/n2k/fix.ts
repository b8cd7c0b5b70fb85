import type { Pgn } from './pgn.ts'

export const GNSS_POSITION = 129029
const RAPID_POSITION = 129025
const RAPID_COURSE = 129026

const FIXES = new Set(['GNSS fix', 'DGNSS fix', 'Precise GNSS', 'RTK Fixed Integer', 'RTK float'])

/** Whether a position was measured: not none, and not estimated, entered by hand or simulated. As canboatjs names the method. */
export const isFix = (method: unknown): boolean => FIXES.has(String(method))

/** A receiver says once a second how it has its position; one that has not said so for this long may have a fix again. */
const HOLDS_MS = 60_000
/**
 * Makes a watch over the receivers of one bus: whether a message is a position, speed or course of a receiver that has said that it has
 * no fix. The rapid messages do not say so themselves. `at` is when the message was received, ms.
 */
export function fixWatch(): (message: Pgn, at: number) => boolean {
  /** By bus address. */
  const lost = new Map<number, number>()
  return ({ pgn, src, fields }, at) => {
    if (pgn === GNSS_POSITION && fields.method !== undefined) {
      if (isFix(fields.method)) lost.delete(src)
      else lost.set(src, at)
    }
    if (pgn !== RAPID_POSITION && pgn !== RAPID_COURSE) return false
    const since = lost.get(src)
    return since !== undefined && at - since <= HOLDS_MS
  }
}
