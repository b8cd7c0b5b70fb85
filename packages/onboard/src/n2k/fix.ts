import { FIX_HOLDS_MS, type Fix, gradeOf, isNowhere } from '../readings/fix-quality.ts'
import { num } from '../readings/units.ts'
import type { Pgn } from './pgn.ts'

export const GNSS_POSITION = 129029
const RAPID_POSITION = 129025
export const RAPID_COURSE = 129026
const OF_RECEIVERS = new Set([GNSS_POSITION, RAPID_POSITION, RAPID_COURSE])

/** Whether a position was measured: not none, and not estimated, entered by hand or simulated. As canboatjs names the method. */
export const isFix = (method: unknown): boolean => gradeOf(method) !== undefined

/**
 * Makes a watch over the receivers of one bus: how well the receiver of a position, speed or course has its position, or 'lost' where
 * it has said that it has no fix. The rapid messages do not say so themselves. `at` is when the message was received, ms.
 */
export function fixWatch(): (message: Pgn, at: number) => Fix | undefined {
  /** By bus address. */
  const said = new Map<number, { fix: Fix; at: number }>()
  return ({ pgn, src, fields }, at) => {
    if (!OF_RECEIVERS.has(pgn)) return undefined
    if (pgn === GNSS_POSITION && fields.method !== undefined) {
      const grade = gradeOf(fields.method)
      const fix = grade === undefined ? 'lost' : { grade, satellites: num(fields.numberOfSvs) ?? 0 }
      said.set(src, { fix, at })
    }
    if (isNowhere(fields)) return 'lost'
    const last = said.get(src)
    return last && at - last.at <= FIX_HOLDS_MS ? last.fix : undefined
  }
}
