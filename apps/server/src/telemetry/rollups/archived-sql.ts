import type { Database } from '../../db/database.ts'
import { HOUR_MS } from './day/time-grid.ts'

/** How far the readings of a vessel are in the rollups for good (docs/decisions/0020-retention.md). */
export interface Archived {
  /** Readings before this, ms, are kept by rollups alone, but for those that came later and wait to be added. */
  before: number
  /** Changes when what is archived does. */
  version: number
}

const NOTHING: Archived = { before: Number.NEGATIVE_INFINITY, version: 0 }

const ARCHIVED_BEFORE = 'select s.before_hour, s.version from telemetry_archived s where s.vessel_id = $1'

/** The caller has checked the owner. */
export async function archivedOf(database: Database, vesselId: string): Promise<Archived> {
  const rows = await database.prepared<{ before_hour: number; version: number }>('archived', ARCHIVED_BEFORE, [
    vesselId,
  ])
  const [row] = rows
  return row ? { before: row.before_hour * HOUR_MS, version: row.version } : NOTHING
}

/** What `read` finds by several statements, none of them before and another after readings went from the batches into the rollups. */
export async function whileArchived<T>(
  database: Database,
  vesselId: string,
  read: (archived: Archived) => Promise<T>,
): Promise<T> {
  let archived = await archivedOf(database, vesselId)
  for (;;) {
    const answer = await read(archived)
    const now = await archivedOf(database, vesselId)
    if (now.version === archived.version) return answer
    archived = now
  }
}
