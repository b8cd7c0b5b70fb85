import { metricBit } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import type { Archived } from '../rollups/archived-sql.ts'
import { narrowBatches, wideBatches } from '../rollups/batches-sql.ts'
import { metricIndex } from '../rollups/day/day-rollup.ts'
import { hourlyFixes } from '../rollups/day/hourly-fixes.ts'
import {
  addPosition,
  byTime,
  coarse,
  decodeTrack,
  type Fixes,
  type Position,
  positionsOf,
} from '../rollups/day/positions.ts'
import { contains, DAY_MS, dayOf, hourOf, SLOT_MS, type Span, spansOf } from '../rollups/day/time-grid.ts'
import { pendingHours, rolledUpParts } from '../rollups/rollup-sql.ts'

export const POSITION_BITS = metricBit('position_lat') | metricBit('position_lon')

/**
 * The positions of a span of whole days, the last of each five minutes: those of finished hours from rollups, of pending hours
 * what will be rolled up of them, of archived hours both. A day at a time and in order, since years of them are half a million.
 */
export async function readDailyFixes(
  database: Database,
  vesselId: string,
  span: Span,
  archived: Archived,
): Promise<Iterable<Position[]>> {
  const pending = new Set(await pendingHours(database, vesselId, span))
  const rollups = await rolledUpParts(database, 'track', vesselId, metricIndex('position_lat'), span)
  const batches = await batchFixes(database, vesselId, span, pending)
  const rolledByDay = Map.groupBy(rollups, ({ day }) => day)
  const othersByDay = Map.groupBy(batches, ({ at }) => dayOf(at))
  const isFinished = ({ at }: Position) => at < archived.before || !pending.has(hourOf(at))
  const days = [...new Set([...rolledByDay.keys(), ...othersByDay.keys()])].sort((a, b) => a - b)
  return days.values().map((day) => {
    const [rolled, others] = [rolledByDay.get(day) ?? [], othersByDay.get(day) ?? []]
    if (rolled.length === 1 && others.length === 0)
      return decodeTrack(rolled[0]!.encoded, day * DAY_MS, SLOT_MS).filter(isFinished)
    const fixes: Fixes = new Map()
    for (const { encoded } of rolled)
      for (const position of decodeTrack(encoded, day * DAY_MS, SLOT_MS))
        if (isFinished(position)) addPosition(fixes, SLOT_MS, position)
    for (const position of others) addPosition(fixes, SLOT_MS, position)
    return [...fixes.values()].sort(byTime)
  })
}

/** What is in no rollup yet: the positions of pending hours, and of the batches that reach over more than a day. */
async function batchFixes(
  database: Database,
  vesselId: string,
  span: Span,
  pending: ReadonlySet<number>,
): Promise<Position[]> {
  const byInstance = new Map<string, Position[]>()
  const wanted = spansOf(pending).map((part) => ({ ...part, vesselId }))
  for await (const [part, { columns }] of narrowBatches(database, wanted, POSITION_BITS))
    for (const [instance, position] of positionsOf(columns))
      if (contains(part, position.at)) byInstance.getOrInsertComputed(instance, () => []).push(position)
  const fixes = [...byInstance.values()].flatMap(hourlyFixes)
  for (const [part, { columns }] of await wideBatches(database, [{ ...span, vesselId }], POSITION_BITS))
    for (const [, position] of positionsOf(columns)) if (contains(part, position.at)) fixes.push(coarse(position))
  return fixes
}
