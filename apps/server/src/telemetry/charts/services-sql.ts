import { LIMITS } from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import type { Span } from '../rollups/day/time-grid.ts'

/** The services done within the span, by time, of many the newest. The caller has checked the owner. */
export async function servicesIn(db: Db, vesselId: string, { from, to }: Span) {
  const newestFirst = await db
    .selectFrom('service_log')
    .select(['id', 'title', 'done_at'])
    .where('vessel_id', '=', vesselId)
    .where('done_at', '>=', new Date(from))
    .where('done_at', '<', new Date(to))
    .orderBy('done_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIMITS.eventsPerRead)
    .execute()
  return newestFirst.reverse()
}
