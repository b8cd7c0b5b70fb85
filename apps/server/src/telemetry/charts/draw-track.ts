import { LIMITS } from '@binnacle/contract'
import { byTime, type Position } from '../rollups/day/positions.ts'
import { contains, type Span } from '../rollups/day/time-grid.ts'
import { withoutErrors } from '../rollups/day/track-errors.ts'
import type { Gap } from './sailed.ts'
import { simplify } from './simplify.ts'

const SECOND_MS = 1000

/**
 * What is shown of a track: LIMITS.pointsPerRead positions at most, by time, without errors. Both ends of each gap in the span
 * are among them, and nothing between.
 */
export function drawTrack(positions: readonly Position[], gaps: readonly Gap[], span: Span): Position[] {
  const drawn = gaps.filter(({ from, to }) => contains(span, from.at) && contains(span, to.at))
  // Positions of a gap's end that were kept to the millisecond go, too.
  const isReplaced = ({ at }: Position) => drawn.some(({ from, to }) => at >= from.at && at < to.at + SECOND_MS)
  const ends = new Set(drawn.flatMap(({ from, to }) => [from, to]))
  const all = [...withoutErrors(positions).filter((position) => !isReplaced(position)), ...ends].sort(byTime)
  return simplify(all, LIMITS.pointsPerRead.max, ends)
}
