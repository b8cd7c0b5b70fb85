import { FIX_HOLDS_MS, type Fix, gradeOf, isNowhere } from '../readings/fix-quality.ts'
import { num } from '../readings/units.ts'
import type { Pgn } from './pgn.ts'

export const GNSS_POSITION = 129029
const RAPID_POSITION = 129025
export const RAPID_COURSE = 129026
const OF_RECEIVERS = new Set([GNSS_POSITION, RAPID_POSITION, RAPID_COURSE])

/** Whether a position was measured: not none, and not estimated, entered by hand or simulated. As canboatjs names the method. */
export const isFix = (method: unknown): boolean => gradeOf(method) !== undefined

/** A receiver says it once a second; one that has not within this long after it was first heard is one that never does. */
const SAYS_WITHIN_MS = 2_000

/** A receiver since it was first heard, or heard again after FIX_HOLDS_MS; times in ms. */
interface Receiver {
  since: number
  newest: number
  said?: { fix: Fix; at: number }
}

/**
 * Makes a watch over the receivers of one bus: how well the receiver of a position, speed or course has its position; 'lost'
 * where it has said that it has no fix; 'unsaid' while it is still to say so. The rapid messages do not say it themselves. `at`
 * is when the message was received, ms.
 */
export function fixWatch(): (message: Pgn, at: number) => Fix | 'unsaid' | undefined {
  const receivers = new Map<number, Receiver>()
  return ({ pgn, src, fields }, at) => {
    if (!OF_RECEIVERS.has(pgn)) return undefined
    const known = receivers.get(src)
    const receiver = known && at - known.newest <= FIX_HOLDS_MS ? known : { since: at, newest: at }
    receivers.set(src, receiver)
    receiver.newest = at
    if (pgn === GNSS_POSITION && fields.method !== undefined) {
      const grade = gradeOf(fields.method)
      const fix = grade === undefined ? 'lost' : { grade, satellites: num(fields.numberOfSvs) ?? 0 }
      receiver.said = { fix, at }
    }
    if (isNowhere(fields)) return 'lost'
    const { said, since } = receiver
    if (said && at - said.at <= FIX_HOLDS_MS) return said.fix
    return !said && at - since < SAYS_WITHIN_MS ? 'unsaid' : undefined
  }
}
