import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { VesselTable } from '../db/tables.ts'

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

export function insertVessel(db: Db, vessel: Insertable<VesselTable>): Promise<VesselRow> {
  return db.insertInto('vessel').values(vessel).returningAll().executeTakeFirstOrThrow()
}

export async function updateVessel(
  db: Db,
  ownerId: string,
  id: string,
  change: Updateable<VesselTable>,
): Promise<VesselRow | null> {
  if (Object.keys(change).length === 0) return findVessel(db, ownerId, id)
  const row = await db
    .updateTable('vessel')
    .set(change)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Deletes the vessel and all that is its own. Connections go first: their row locks wait for batches under way, and a
 * batch that comes later finds no connection. Readings have no foreign key (see 0001_schema.sql) and go by hand.
 */
export function deleteVessel(db: Db, ownerId: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await findVessel(tx, ownerId, id))) return false
    await tx.deleteFrom('connection').where('vessel_id', '=', id).execute()
    await sql`delete from telemetry_batch where vessel_id = ${id}`.execute(tx)
    await sql`delete from telemetry_day where vessel_id = ${id}`.execute(tx)
    const result = await tx.deleteFrom('vessel').where('id', '=', id).executeTakeFirst()
    return result.numDeletedRows > 0n
  })
}
