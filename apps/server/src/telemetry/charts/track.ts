import { LIMITS, metricBit } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { narrowBatches, wideBatches } from './batches-sql.ts'
import { align, bucketWidth } from './bucket-width.ts'
import { placeOf } from './day-rollup.ts'
import { hourlyFixes } from './hourly-fixes.ts'
import { addPosition, coarse, type Fixes, type Position, positionsOf, unpackTrack } from './positions.ts'
import { rolledParts, unrolledHours } from './rollup-sql.ts'
import { type Sealed, whileSealed } from './sealed-sql.ts'
import { simplify } from './simplify.ts'
import { contains, DAY_MS, dayOf, HOUR_MS, hourOf, SLOT_MS, type Span, spansOf } from './time-grid.ts'
import { withoutErrors } from './track-errors.ts'

const BIT = metricBit('position_lat')
const MINUTE_MS = 60_000
/** So many positions of a track are looked at, so that years take no longer than a season. */
const MOST_PARTS = 40_000

/** The parts of time of which a track shows the last position: of a day each minute, of more each five minutes or longer. */
function partWidth(span: Span, sealed: Sealed): number {
  const width = bucketWidth(span, LIMITS.pointsPerRead.max)
  return width <= MINUTE_MS && span.from >= sealed.before ? width : Math.max(SLOT_MS, bucketWidth(span, MOST_PARTS))
}

/** Where the boat went: without errors, and simplified to LIMITS.pointsPerRead. */
export async function readTrack(database: Database, vesselId: string, asked: Span): Promise<Position[]> {
  const fixes = await whileSealed(database, vesselId, (sealed) => {
    const width = partWidth(asked, sealed)
    return readFixes(database, vesselId, align(asked, width), width, sealed)
  })
  const inOrder = [...fixes.values()].sort((a, b) => a.at - b.at)
  return simplify(withoutErrors(inOrder), LIMITS.pointsPerRead.max)
}

async function readFixes(
  database: Database,
  vesselId: string,
  span: Span,
  width: number,
  sealed: Sealed,
): Promise<Fixes> {
  const fixes: Fixes = new Map()
  if (width < SLOT_MS) await addRaw(fixes, database, vesselId, span, width)
  else await addHours(fixes, database, vesselId, span, width, sealed)
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

/** The positions of rolled hours, and of the others what will be rolled of them: of sealed ones both. */
async function addHours(
  fixes: Fixes,
  database: Database,
  vesselId: string,
  span: Span,
  width: number,
  sealed: Sealed,
): Promise<void> {
  const hours = new Set(await unrolledHours(database, vesselId, span))
  const mixed = new Set([...hours].map((hour) => dayOf(hour * HOUR_MS)))
  for (const { day, packed } of await rolledParts(database, 'track', vesselId, placeOf('position_lat'), span))
    for (const position of unpackTrack(packed, day * DAY_MS, mixed.has(day) ? SLOT_MS : width))
      if (contains(span, position.at) && (position.at < sealed.before || !hours.has(hourOf(position.at))))
        addPosition(fixes, width, position)

  const unrolled = new Map<string, Position[]>()
  const wanted = spansOf(hours).map((part) => ({ ...part, vesselId }))
  for await (const [part, { columns }] of narrowBatches(database, wanted, BIT))
    for (const [instance, position] of positionsOf(columns))
      if (contains(part, position.at)) unrolled.getOrInsertComputed(instance, () => []).push(position)
  for (const position of [...unrolled.values()].flatMap(hourlyFixes))
    if (contains(span, position.at)) addPosition(fixes, width, position)
}
