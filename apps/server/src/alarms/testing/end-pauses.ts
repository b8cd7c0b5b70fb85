import type { Db } from '../../db/database.ts'

/**
 * The pauses after the first three refusals are shorter than that, and what is left of the lease of a message that is being sent
 * is longer.
 */
const MAX_PAUSE_MS = 45_000

/** Messages that were refused, and that nobody is sending just now. */
const pausing = (db: Db) =>
  db
    .updateTable('message')
    .where('error', 'is not', null)
    .where('done_at', 'is', null)
    .where('next_try_at', '<', new Date(Date.now() + MAX_PAUSE_MS))

/** As if the pauses after refusals were over. */
export const endPauses = (db: Db) => pausing(db).set({ next_try_at: new Date(), error: null }).execute()

/**
 * As if the pauses after the refusals of a boat's messages lasted until then: the service does not try them meanwhile. Gives how
 * many these are.
 */
export async function extendPauses(db: Db, vesselId: string, to: Date): Promise<number> {
  const extended = await pausing(db)
    .set({ next_try_at: to })
    .where('vessel_id', '=', vesselId)
    .returning('id')
    .execute()
  return extended.length
}
