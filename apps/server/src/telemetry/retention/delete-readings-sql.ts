import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { BATCH_KEY, firstRows } from './step-sql.ts'

/** Rows of a statement: some tens of milliseconds, however many years there are. */
const ROWS = 10_000

/**
 * Deletes the readings of a deleted vessel, and all that was made of them, some at a time. What a crash leaves is deleted later
 * by startRetention. Marks go before rollups: who is rolling a day of the vessel waits for its marks and keeps nothing, or has
 * kept it by now.
 */
export async function deleteReadings(db: Db, vesselId: string, signal?: AbortSignal): Promise<void> {
  await sql`delete from telemetry_pending_rollup where vessel_id = ${vesselId}`.execute(db)
  await deleteAll(db, vesselId, 'telemetry_batch', BATCH_KEY, signal)
  await deleteAll(db, vesselId, 'telemetry_answered', ['connection_id', 'hour'], signal)
  await deleteAll(db, vesselId, 'telemetry_rollup', ['metric', 'instance', 'day'], signal)
  for (const table of ['telemetry_day', 'telemetry_latest', 'telemetry_archived', 'deleted_vessel'])
    await sql`delete from ${sql.table(table)} where vessel_id = ${vesselId}`.execute(db)
}

/** Another process may delete the same rows: this one then waits for it, and finds them gone. */
async function deleteAll(db: Db, vesselId: string, table: string, key: string[], signal?: AbortSignal): Promise<void> {
  for (let isLast = false; !isLast; ) {
    signal?.throwIfAborted()
    const step = await firstRows(db, table, key, sql`b.vessel_id = ${vesselId}`, ROWS)
    await sql`delete from ${sql.table(table)} b where ${step.which}`.execute(db)
    isLast = step.isLast
  }
}

/**
 * Deletes the readings of deleted vessels, and is back when they have gone or, of very many, before: then the rest goes
 * afterwards. What fails, or is left when the service stops, goes later like what a crash leaves.
 */
export async function startDeletingReadings(db: Db, vesselIds: string[], timeoutMs?: number): Promise<void> {
  const all = async () => {
    for (const id of vesselIds) await deleteReadings(db, id)
  }
  await withTimeout(
    all().catch(() => {}),
    timeoutMs,
  )
}

/** Vessels whose deletion was not finished. */
export async function deletedVessels(db: Db): Promise<string[]> {
  const { rows } = await sql<{ vessel_id: string }>`select vessel_id from deleted_vessel order by vessel_id`.execute(db)
  return rows.map(({ vessel_id }) => vessel_id)
}
