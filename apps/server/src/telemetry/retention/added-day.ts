import { merge } from '../rollups/day/aggregate.ts'
import type { SeriesRollup } from '../rollups/day/day-rollup.ts'
import { decodeBuckets } from '../rollups/day/encoded-buckets.ts'
import { decodeChanges } from '../rollups/day/faults.ts'
import { hourlyFixes } from '../rollups/day/hourly-fixes.ts'
import { encodedDay } from '../rollups/day/merged-day.ts'
import { addPosition, byTime, coarse, decodeTrack, type Fixes, type Position } from '../rollups/day/positions.ts'
import { DAY_MS, dayOf, SLOT_MS } from '../rollups/day/time-grid.ts'
import type { StoredDay, StoredParts } from '../rollups/pending-rollups-sql.ts'

/** Which days a series has readings of: days since 1970. */
export function daysOf({ buckets, positions, faults }: SeriesRollup): Set<number> {
  const times = [...buckets.keys(), ...positions.map(({ at }) => at), ...faults.map(({ at }) => at)]
  return new Set(times.map(dayOf))
}

/** A day of a series as rollups have it, with these readings beside those that it has: nothing is taken away. */
export function addedDay(
  series: SeriesRollup,
  stored: StoredParts | undefined,
  day: number,
  isWide: boolean,
): StoredDay {
  const dayStart = day * DAY_MS
  const isOurs = ({ at }: { at: number }) => dayOf(at) === day
  const slots = new Map(stored ? decodeBuckets(stored.buckets, dayStart) : [])
  for (const [start, bucket] of series.buckets) {
    if (dayOf(start) !== day) continue
    const slot = (start - dayStart) / SLOT_MS
    const known = slots.get(slot)
    slots.set(slot, known ? merge(known, bucket) : bucket)
  }
  const fresh = series.positions.filter(isOurs)
  const track = lastFixes([
    ...(stored?.track ? decodeTrack(stored.track, dayStart) : []),
    ...(isWide ? fresh.map(coarse) : hourlyFixes(fresh)),
  ])
  const changes = [
    ...(stored?.changes ? decodeChanges(stored.changes, dayStart) : []),
    ...series.faults.filter(isOurs),
  ].sort((a, b) => a.at - b.at)
  return encodedDay(series, { slots: new Map([...slots].sort(([a], [b]) => a - b)), track, changes }, dayStart)
}

/** The last position of each five minutes. */
function lastFixes(positions: Position[]): Position[] {
  const fixes: Fixes = new Map()
  for (const position of positions) addPosition(fixes, SLOT_MS, position)
  return [...fixes.values()].sort(byTime)
}
