import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { patiently } from '../../http/patience.ts'

/** Rows of a statement: some tens of milliseconds, however many years there are. */
const ROWS = 10_000

/**
 * Deletes the readings of a deleted vessel, and all that was made of them, some at a time. What a crash leaves is deleted later by
 * startRetention. Marks go before rollups: who is rolling a day of the vessel waits for its marks and keeps nothing, or has kept it by now.
 */
export async function deleteReadings(db: Db, vesselId: string, signal?: AbortSignal): Promise<void> {
  await sql`delete from telemetry_unrolled where vessel_id = ${vesselId}`.execute(db)
  await deleteSome(db, vesselId, 'telemetry_batch', signal)
  await deleteSome(db, vesselId, 'telemetry_rollup', signal)
  for (const table of ['telemetry_day', 'telemetry_latest', 'telemetry_sealed', 'deleted_vessel'])
    await sql`delete from ${sql.table(table)} where vessel_id = ${vesselId}`.execute(db)
}

/**
 * Until none is left, also where another process deletes the same rows and this one finds those it chose gone. They are chosen by their
 * place and not by their key: a join with themselves takes minutes where the table was nearly empty when it was last analyzed.
 */
async function deleteSome(db: Db, vesselId: string, table: string, signal?: AbortSignal): Promise<void> {
  const of = sql`${sql.table(table)} where vessel_id = ${vesselId}`
  for (;;) {
    signal?.throwIfAborted()
    await sql`delete from ${of} and ctid = any(array(select ctid from ${of} limit ${ROWS}))`.execute(db)
    const { rows } = await sql<{ left: boolean }>`select exists (select from ${of}) as left`.execute(db)
    if (!rows[0]!.left) return
  }
}

/**
 * Deletes the readings of deleted vessels, and is back when they have gone or, of very many, before: then the rest goes afterwards. What
 * fails, or is left when the service stops, goes later like what a crash leaves.
 */
export async function startDeletingReadings(db: Db, vesselIds: string[], patienceMs?: number): Promise<void> {
  const all = async () => {
    for (const id of vesselIds) await deleteReadings(db, id)
  }
  await patiently(
    all().catch(() => {}),
    patienceMs,
  )
}

/** Vessels whose deletion was not finished. */
export async function deletedVessels(db: Db): Promise<string[]> {
  const { rows } = await sql<{ vessel_id: string }>`select vessel_id from deleted_vessel order by vessel_id`.execute(db)
  return rows.map(({ vessel_id }) => vessel_id)
}
