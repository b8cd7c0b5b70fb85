import { LIMITS } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { type Archived, whileArchived } from '../rollups/archived-sql.ts'
import { narrowBatches, wideBatches } from '../rollups/batches-sql.ts'
import { addPosition, byTime, type Fixes, type Position, positionsOf } from '../rollups/day/positions.ts'
import { contains, DAY_MS, SLOT_MS, type Span } from '../rollups/day/time-grid.ts'
import { withoutErrorsInTurn } from '../rollups/day/track-errors.ts'
import { align, bucketWidth } from './bucket-width.ts'
import { POSITION_BITS, readDailyFixes } from './daily-fixes.ts'
import { drawTrack } from './draw-track.ts'
import { SAILED_LEAD_MS, type Sailed, sailed } from './sailed.ts'

const MINUTE_MS = 60_000
/** So many positions of a track are looked at, so that years take no longer than a season. */
const MAX_PARTS = 40_000

/** The parts of time of which a track shows the last position: of a day each minute, of more each five minutes or longer. */
function partWidth(span: Span, archived: Archived): number {
  const width = bucketWidth(span, LIMITS.pointsPerRead.max)
  return width <= MINUTE_MS && span.from >= archived.before ? width : Math.max(SLOT_MS, bucketWidth(span, MAX_PARTS))
}

interface Track extends Sailed {
  /** Without errors, and simplified to LIMITS.pointsPerRead. The ends of the gaps are among them. */
  positions: Position[]
}

/** Where the boat went, and how far. The distance is that of all positions that rollups keep, however few of them are shown. */
export function readTrack(database: Database, vesselId: string, asked: Span): Promise<Track> {
  return whileArchived(database, vesselId, async (archived) => {
    const width = partWidth(asked, archived)
    const span = align(asked, width)
    const shown: Fixes = new Map()
    const days = await readDailyFixes(database, vesselId, withLead(asked), archived)
    const show = (position: Position) => {
      if (width >= SLOT_MS && contains(span, position.at)) addPosition(shown, width, position)
    }
    const { metres, gaps } = sailed(withoutErrorsInTurn(telling(days, show)), asked)
    if (width < SLOT_MS) await addRaw(shown, database, vesselId, span, width)
    const furthest = gaps.sort((a, b) => b.metres - a.metres).slice(0, LIMITS.gapsPerTrack)
    const told = furthest.sort((a, b) => a.from.at - b.from.at)
    return { positions: drawTrack([...shown.values()].sort(byTime), told, span), metres, gaps: told }
  })
}

const withLead = ({ from, to }: Span): Span => align({ from: from - SAILED_LEAD_MS, to: to + SAILED_LEAD_MS }, DAY_MS)

/** The days as they are; `seen` is told their positions. */
function* telling(days: Iterable<Position[]>, seen: (position: Position) => void): Generator<Position[]> {
  for (const day of days) {
    day.forEach(seen)
    yield day
  }
}

async function addRaw(fixes: Fixes, database: Database, vesselId: string, span: Span, width: number): Promise<void> {
  const wanted = [{ ...span, vesselId }]
  for await (const [part, { columns }] of narrowBatches(database, wanted, POSITION_BITS))
    for (const [, position] of positionsOf(columns))
      if (contains(part, position.at)) addPosition(fixes, width, position)
  for (const [part, { columns }] of await wideBatches(database, wanted, POSITION_BITS))
    for (const [, position] of positionsOf(columns))
      if (contains(part, position.at)) addPosition(fixes, width, position)
}
