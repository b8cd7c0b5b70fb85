import { merge } from '../charts/aggregate.ts'
import type { SeriesRollup } from '../charts/day-rollup.ts'
import { unpackChanges } from '../charts/faults.ts'
import { hourlyFixes } from '../charts/hourly-fixes.ts'
import { packedDay } from '../charts/merged-day.ts'
import { unpackBuckets } from '../charts/packed-buckets.ts'
import { addPosition, byTime, coarse, type Fixes, type Position, unpackTrack } from '../charts/positions.ts'
import type { StoredDay, StoredParts } from '../charts/rolling-sql.ts'
import { DAY_MS, dayOf, SLOT_MS } from '../charts/time-grid.ts'

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
  const slots = new Map(stored ? unpackBuckets(stored.buckets, dayStart) : [])
  for (const [start, bucket] of series.buckets) {
    if (dayOf(start) !== day) continue
    const slot = (start - dayStart) / SLOT_MS
    const known = slots.get(slot)
    slots.set(slot, known ? merge(known, bucket) : bucket)
  }
  const fresh = series.positions.filter(isOurs)
  const track = lastFixes([
    ...(stored?.track ? unpackTrack(stored.track, dayStart) : []),
    ...(isWide ? fresh.map(coarse) : hourlyFixes(fresh)),
  ])
  const changes = [
    ...(stored?.changes ? unpackChanges(stored.changes, dayStart) : []),
    ...series.faults.filter(isOurs),
  ].sort((a, b) => a.at - b.at)
  return packedDay(series, { slots: new Map([...slots].sort(([a], [b]) => a - b)), track, changes }, dayStart)
}

/** The last position of each five minutes. */
function lastFixes(positions: Position[]): Position[] {
  const fixes: Fixes = new Map()
  for (const position of positions) addPosition(fixes, SLOT_MS, position)
  return [...fixes.values()].sort(byTime)
}
