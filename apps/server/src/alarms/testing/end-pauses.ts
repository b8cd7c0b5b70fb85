import type { Db } from '../../db/database.ts'

/** As if the pauses after refusals were over. A message that is being sent keeps its lease: it has no error meanwhile. */
export const endPauses = (db: Db) =>
  db
    .updateTable('message')
    .set({ next_try_at: new Date(), error: null })
    .where('error', 'is not', null)
    .where('done_at', 'is', null)
    .execute()
