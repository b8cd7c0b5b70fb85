import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const name = (vesselId: string) => sql`hashtextextended(${`blocks ${vesselId}`}, 0)`

/**
 * No batch of the vessel becomes a block until the transaction ends: for who reads by several statements where no snapshot holds
 * for all of them, as on a cluster.
 */
export async function keepFromBlocks(tx: Db, vesselId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${name(vesselId)})`.execute(tx)
}

/** Waits for those. */
export async function lockForBlocks(tx: Db, vesselId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${name(vesselId)})`.execute(tx)
}
