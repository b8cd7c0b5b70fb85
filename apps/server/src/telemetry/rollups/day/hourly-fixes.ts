import { addPosition, byTime, coarse, type Fixes, type Position } from './positions.ts'
import { hourOf, SLOT_MS } from './time-grid.ts'
import { withoutErrors } from './track-errors.ts'

/**
 * What rollups keep of the positions of one instance in whole hours: the last of each five minutes. Errors go first, hour by
 * hour, since hours are rolled up each for itself: among all positions of an hour they are plain to see, among the last ones of a year's
 * hours they are not.
 */
export function hourlyFixes(positions: readonly Position[]): Position[] {
  const fixes: Fixes = new Map()
  for (const [, hour] of Map.groupBy(positions.toSorted(byTime), ({ at }) => hourOf(at)))
    for (const position of withoutErrors(hour)) addPosition(fixes, SLOT_MS, coarse(position))
  return [...fixes.values()]
}
