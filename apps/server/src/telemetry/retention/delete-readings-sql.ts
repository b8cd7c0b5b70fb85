import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Rows of a statement: some tens of milliseconds, however many years there are. */
const ROWS = 10_000

/**
 * Deletes the readings of a deleted vessel, and all that was made of them, some at a time. What a crash leaves is deleted later by
 * startRetention. Marks go before rollups: who is rolling a day of the vessel waits for its marks and keeps nothing, or has kept it by now.
 */
export async function deleteReadings(db: Db, vesselId: string): Promise<void> {
  await sql`delete from telemetry_unrolled where vessel_id = ${vesselId}`.execute(db)
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from telemetry_batch b where b.vessel_id = ${vesselId} and (b.connection_id, b.batch_key) in (
        select o.connection_id, o.batch_key from telemetry_batch o where o.vessel_id = ${vesselId} limit ${ROWS})`.execute(
      db,
    )
    if (numAffectedRows === 0n) break
  }
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from telemetry_rollup r where r.vessel_id = ${vesselId} and (r.metric, r.instance, r.day) in (
        select o.metric, o.instance, o.day from telemetry_rollup o where o.vessel_id = ${vesselId} limit ${ROWS})`.execute(
      db,
    )
    if (numAffectedRows === 0n) break
  }
  for (const table of ['telemetry_day', 'telemetry_latest', 'telemetry_sealed', 'deleted_vessel'])
    await sql`delete from ${sql.table(table)} where vessel_id = ${vesselId}`.execute(db)
}

/** Vessels whose deletion was not finished. */
export async function deletedVessels(db: Db): Promise<string[]> {
  const { rows } = await sql<{ vessel_id: string }>`select vessel_id from deleted_vessel order by vessel_id`.execute(db)
  return rows.map(({ vessel_id }) => vessel_id)
}
