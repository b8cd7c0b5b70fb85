import { LIMITS, metricBit } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { type Archived, whileArchived } from '../rollups/archived-sql.ts'
import { narrowBatches, wideBatches } from '../rollups/batches-sql.ts'
import { metricIndex } from '../rollups/day/day-rollup.ts'
import { hourlyFixes } from '../rollups/day/hourly-fixes.ts'
import { addPosition, coarse, decodeTrack, type Fixes, type Position, positionsOf } from '../rollups/day/positions.ts'
import { contains, DAY_MS, dayOf, HOUR_MS, hourOf, SLOT_MS, type Span, spansOf } from '../rollups/day/time-grid.ts'
import { withoutErrors } from '../rollups/day/track-errors.ts'
import { pendingHours, rolledUpParts } from '../rollups/rollup-sql.ts'
import { align, bucketWidth } from './bucket-width.ts'
import { simplify } from './simplify.ts'

const BIT = metricBit('position_lat')
const MINUTE_MS = 60_000
/** So many positions of a track are looked at, so that years take no longer than a season. */
const MAX_PARTS = 40_000

/** The parts of time of which a track shows the last position: of a day each minute, of more each five minutes or longer. */
function partWidth(span: Span, archived: Archived): number {
  const width = bucketWidth(span, LIMITS.pointsPerRead.max)
  return width <= MINUTE_MS && span.from >= archived.before ? width : Math.max(SLOT_MS, bucketWidth(span, MAX_PARTS))
}

/** Where the boat went: without errors, and simplified to LIMITS.pointsPerRead. */
export async function readTrack(database: Database, vesselId: string, asked: Span): Promise<Position[]> {
  const fixes = await whileArchived(database, vesselId, (archived) => {
    const width = partWidth(asked, archived)
    return readFixes(database, vesselId, align(asked, width), width, archived)
  })
  const inOrder = [...fixes.values()].sort((a, b) => a.at - b.at)
  return simplify(withoutErrors(inOrder), LIMITS.pointsPerRead.max)
}

async function readFixes(
  database: Database,
  vesselId: string,
  span: Span,
  width: number,
  archived: Archived,
): Promise<Fixes> {
  const fixes: Fixes = new Map()
  if (width < SLOT_MS) await addRaw(fixes, database, vesselId, span, width)
  else await addHours(fixes, database, vesselId, span, width, archived)
  for (const [part, { columns }] of await wideBatches(database, [{ ...span, vesselId }], BIT))
    for (const [, position] of positionsOf(columns))
      if (contains(part, position.at)) addPosition(fixes, width, width < SLOT_MS ? position : coarse(position))
  return fixes
}

async function addRaw(fixes: Fixes, database: Database, vesselId: string, span: Span, width: number): Promise<void> {
  for await (const [part, { columns }] of narrowBatches(database, [{ ...span, vesselId }], BIT))
    for (const [, position] of positionsOf(columns))
      if (contains(part, position.at)) addPosition(fixes, width, position)
}

/** The positions of finished hours, and of the others what will be rolled up of them: of archived ones both. */
async function addHours(
  fixes: Fixes,
  database: Database,
  vesselId: string,
  span: Span,
  width: number,
  archived: Archived,
): Promise<void> {
  const hours = new Set(await pendingHours(database, vesselId, span))
  const mixed = new Set([...hours].map((hour) => dayOf(hour * HOUR_MS)))
  for (const { day, encoded } of await rolledUpParts(database, 'track', vesselId, metricIndex('position_lat'), span))
    for (const position of decodeTrack(encoded, day * DAY_MS, mixed.has(day) ? SLOT_MS : width))
      if (contains(span, position.at) && (position.at < archived.before || !hours.has(hourOf(position.at))))
        addPosition(fixes, width, position)

  const pending = new Map<string, Position[]>()
  const wanted = spansOf(hours).map((part) => ({ ...part, vesselId }))
  for await (const [part, { columns }] of narrowBatches(database, wanted, BIT))
    for (const [instance, position] of positionsOf(columns))
      if (contains(part, position.at)) pending.getOrInsertComputed(instance, () => []).push(position)
  for (const position of [...pending.values()].flatMap(hourlyFixes))
    if (contains(span, position.at)) addPosition(fixes, width, position)
}
