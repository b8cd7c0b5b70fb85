import type { Database } from '../../db/database.ts'
import { HOUR_MS } from './time-grid.ts'

/** How far the readings of a vessel are in the rollups for good (docs/decisions/0020-retention.md). */
export interface Sealed {
  /** Readings before this, ms, are kept by rollups alone, but for those that came later and wait to be added. */
  before: number
  /** Changes when what is sealed does. */
  version: number
}

const NOTHING: Sealed = { before: Number.NEGATIVE_INFINITY, version: 0 }

const SEALED = 'select s.before_hour, s.version from telemetry_sealed s where s.vessel_id = $1'

/** The caller has made sure that the vessel is the reader's. */
export async function sealedOf(database: Database, vesselId: string): Promise<Sealed> {
  const rows = await database.prepared<{ before_hour: number; version: number }>('sealed', SEALED, [vesselId])
  const [row] = rows
  return row ? { before: row.before_hour * HOUR_MS, version: row.version } : NOTHING
}

/** What `read` finds by several statements, none of them before and another after readings went from the batches into the rollups. */
export async function whileSealed<T>(
  database: Database,
  vesselId: string,
  read: (sealed: Sealed) => Promise<T>,
): Promise<T> {
  let sealed = await sealedOf(database, vesselId)
  for (;;) {
    const answer = await read(sealed)
    const now = await sealedOf(database, vesselId)
    if (now.version === sealed.version) return answer
    sealed = now
  }
}
