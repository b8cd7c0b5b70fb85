import type { SeriesRollup } from './day-rollup.ts'
import { placeOf } from './day-rollup.ts'
import { changesOf, type FaultText, packChanges, unpackChanges } from './faults.ts'
import { hourlyFixes } from './hourly-fixes.ts'
import { type DaySlots, packBuckets, summary, unpackBuckets } from './packed-buckets.ts'
import { type Position, packTrack, unpackTrack } from './positions.ts'
import type { StoredDay, StoredParts } from './rolling-sql.ts'
import { hourOf, SLOT_MS, SLOTS_PER_HOUR } from './time-grid.ts'

/** The stored day with the hours as they are now in the place of what it had of them. */
export function mergedDay(
  series: SeriesRollup,
  stored: StoredParts | undefined,
  dayStart: number,
  hours: ReadonlySet<number>,
): StoredDay {
  const isKept = (at: number) => !hours.has(hourOf(at))
  const inOrder = <T extends { at: number }>(before: T[], fresh: Iterable<T>) =>
    [...before.filter(({ at }) => isKept(at)), ...fresh].sort((a, b) => a.at - b.at)
  const track = inOrder(stored?.track ? unpackTrack(stored.track, dayStart) : [], hourlyFixes(series.positions))
  const changes = inOrder(stored?.changes ? unpackChanges(stored.changes, dayStart) : [], changesOf(series.faults))
  return packedDay(series, { slots: mergedSlots(series, stored, dayStart, hours), track, changes }, dayStart)
}

/** What is kept of a day of a series, each by time. */
export interface DayParts {
  slots: DaySlots
  track: Position[]
  changes: FaultText[]
}

export function packedDay(
  { metric, instance }: Pick<SeriesRollup, 'metric' | 'instance'>,
  { slots, track, changes }: DayParts,
  dayStart: number,
): StoredDay {
  const whole = summary(slots)
  return {
    metric: placeOf(metric),
    instance,
    readings: whole?.count ?? 0,
    least: whole?.min ?? null,
    greatest: whole?.max ?? null,
    mean: whole?.mean ?? null,
    last: whole?.last ?? null,
    last_slot: whole ? Math.floor((whole.lastAt - dayStart) / SLOT_MS) : null,
    buckets: packBuckets(slots),
    track: track.length > 0 ? packTrack(track, dayStart) : null,
    changes: changes.length > 0 ? packChanges(changes, dayStart) : null,
  }
}

function mergedSlots(
  { buckets }: SeriesRollup,
  stored: StoredParts | undefined,
  dayStart: number,
  hours: ReadonlySet<number>,
): DaySlots {
  const firstHour = hourOf(dayStart)
  const before = stored ? [...unpackBuckets(stored.buckets, dayStart)] : []
  const kept = before.filter(([slot]) => !hours.has(firstHour + Math.floor(slot / SLOTS_PER_HOUR)))
  const fresh = [...buckets].map(([start, bucket]) => [(start - dayStart) / SLOT_MS, bucket] as const)
  return new Map([...kept, ...fresh].sort(([a], [b]) => a - b))
}
