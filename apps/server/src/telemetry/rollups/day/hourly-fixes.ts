import { addPosition, byTime, coarse, type Fixes, type Position } from './positions.ts'
import { hourOf, SLOT_MS } from './time-grid.ts'
import { SHORTEST_RUN, withoutErrors } from './track-errors.ts'

/**
 * What rollups keep of the positions of one instance in whole hours: the last of each five minutes. Errors go first, hour by
 * hour, since hours are rolled up each for itself: among all positions of an hour they are plain to see, among the last ones of a
 * year's hours they are not.
 */
export function hourlyFixes(positions: readonly Position[]): Position[] {
  const fixes: Fixes = new Map()
  for (const [, hour] of Map.groupBy(positions.toSorted(byTime), ({ at }) => hourOf(at)))
    for (const position of plainErrorsOut(hour)) addPosition(fixes, SLOT_MS, coarse(position))
  return [...fixes.values()]
}

/** Of an hour with a few positions, nobody can tell which are wrong: whoever reads the day can. */
function plainErrorsOut(hour: readonly Position[]): readonly Position[] {
  const kept = withoutErrors(hour)
  return kept.length < SHORTEST_RUN ? hour : kept
}
