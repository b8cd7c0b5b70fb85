import { sql } from 'kysely'
import type { Database, Db } from '../../db/database.ts'

/**
 * Where the readings are spread over a cluster, a batch is committed on its server a moment after the marks on its connection, and a
 * transaction sees of each server what is committed there by then. This waits for batches of the vessel that are being stored, and
 * keeps others waiting until the transaction ends (alone: not at all). Elsewhere one snapshot does that.
 */
export async function lockIngest({ spread }: Pick<Database, 'spread'>, db: Db, vesselId: string): Promise<void> {
  if (!spread) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ingest ${vesselId}`}, 0))`.execute(db)
}
