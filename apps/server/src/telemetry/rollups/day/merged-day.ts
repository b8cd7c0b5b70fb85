import type { StoredDay, StoredParts } from '../pending-rollups-sql.ts'
import type { SeriesRollup } from './day-rollup.ts'
import { metricIndex } from './day-rollup.ts'
import { type DaySlots, decodeBuckets, encodeBuckets, summary } from './encoded-buckets.ts'
import { changesOf, decodeChanges, encodeChanges, type FaultText } from './faults.ts'
import { hourlyFixes } from './hourly-fixes.ts'
import { decodeTrack, encodeTrack, type Position } from './positions.ts'
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
  const track = inOrder(stored?.track ? decodeTrack(stored.track, dayStart) : [], hourlyFixes(series.positions))
  const changes = inOrder(stored?.changes ? decodeChanges(stored.changes, dayStart) : [], changesOf(series.faults))
  return encodedDay(series, { slots: mergedSlots(series, stored, dayStart, hours), track, changes }, dayStart)
}

/** What is kept of a day of a series, each by time. */
interface DayParts {
  slots: DaySlots
  track: Position[]
  changes: FaultText[]
}

export function encodedDay(
  { metric, instance }: Pick<SeriesRollup, 'metric' | 'instance'>,
  { slots, track, changes }: DayParts,
  dayStart: number,
): StoredDay {
  const whole = summary(slots)
  return {
    metric: metricIndex(metric),
    instance,
    readings: whole?.count ?? 0,
    least: whole?.min ?? null,
    greatest: whole?.max ?? null,
    mean: whole?.mean ?? null,
    last: whole?.last ?? null,
    last_slot: whole ? Math.floor((whole.lastAt - dayStart) / SLOT_MS) : null,
    buckets: encodeBuckets(slots),
    track: track.length > 0 ? encodeTrack(track, dayStart) : null,
    changes: changes.length > 0 ? encodeChanges(changes, dayStart) : null,
  }
}

function mergedSlots(
  { buckets }: SeriesRollup,
  stored: StoredParts | undefined,
  dayStart: number,
  hours: ReadonlySet<number>,
): DaySlots {
  const firstHour = hourOf(dayStart)
  const before = stored ? [...decodeBuckets(stored.buckets, dayStart)] : []
  const kept = before.filter(([slot]) => !hours.has(firstHour + Math.floor(slot / SLOTS_PER_HOUR)))
  const fresh = [...buckets].map(([start, bucket]) => [(start - dayStart) / SLOT_MS, bucket] as const)
  return new Map([...kept, ...fresh].sort(([a], [b]) => a - b))
}
