import type { Insertable, Selectable, Transaction, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables, VesselTable } from '../db/tables.ts'
import { insertHourLog } from '../maintenance/hour-meter-sql.ts'
import { startDeletingReadings } from '../telemetry/retention/delete-readings-sql.ts'

export type VesselRow = Selectable<VesselTable>

export function listVessels(db: Db, ownerId: string): Promise<VesselRow[]> {
  return db
    .selectFrom('vessel')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The vessel when it is the account's; ownership is in the WHERE clause, here and everywhere. */
export async function findVessel(db: Db, ownerId: string, id: string): Promise<VesselRow | null> {
  const row = await db
    .selectFrom('vessel')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row ?? null
}

/** The same, and it is not deleted until the transaction ends. */
export async function holdVessel(tx: Transaction<Tables>, ownerId: string, id: string): Promise<VesselRow | null> {
  const row = await tx
    .selectFrom('vessel')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forKeyShare()
    .executeTakeFirst()
  return row ?? null
}

/** Adds a vessel; a meter value given with it starts its hour log. */
export function insertVessel(db: Db, vessel: Insertable<VesselTable>): Promise<VesselRow> {
  return inTransaction(db, async (tx) => {
    const row = await tx.insertInto('vessel').values(vessel).returningAll().executeTakeFirstOrThrow()
    if (row.engine_hours !== null)
      await insertHourLog(tx, row.id, { hours: row.engine_hours, source: 'manual', logged_at: row.created_at })
    return row
  })
}

/**
 * Changes the fields that are given; null when the account has no such vessel. This is the one way for the meter to fall,
 * and every change of it is in the hour log.
 */
export function updateVessel(
  db: Db,
  ownerId: string,
  id: string,
  change: Updateable<VesselTable>,
  now: Date,
): Promise<VesselRow | null> {
  return inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('vessel')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before || Object.values(change).every((value) => value === undefined)) return before ?? null
    const row = await tx.updateTable('vessel').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    if (row.engine_hours !== null && row.engine_hours !== before.engine_hours)
      await insertHourLog(tx, id, { hours: row.engine_hours, source: 'manual', logged_at: now })
    return row
  })
}

/** Deletes the account's vessel; false when it has no such vessel. */
export async function deleteVessel(db: Db, ownerId: string, id: string): Promise<boolean> {
  const removed = await inTransaction(db, async (tx) => {
    if (!(await findVessel(tx, ownerId, id))) return false
    return removeVessel(tx, id)
  })
  if (removed) await startDeletingReadings(db, [id])
  return removed
}

/**
 * Deletes a vessel and all that is its own but for its readings, which have no foreign key (see 0001_schema.sql): startDeletingReadings
 * is the caller's to call when this is committed. Connections go first: their row locks wait for batches under way, and a batch that
 * comes later finds no connection. Years of readings would hold those locks, and with them the ingest of every boat, for minutes.
 */
export async function removeVessel(tx: Transaction<Tables>, id: string): Promise<boolean> {
  await tx.deleteFrom('connection').where('vessel_id', '=', id).execute()
  const result = await tx.deleteFrom('vessel').where('id', '=', id).executeTakeFirst()
  if (result.numDeletedRows === 0n) return false
  await sql`insert into deleted_vessel (vessel_id) values (${id})`.execute(tx)
  return true
}
