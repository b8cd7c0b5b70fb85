import { type Selectable, sql, type Transaction } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables, VesselTable } from '../db/schema/tables.ts'
import { notFound } from '../http/errors.ts'

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

const ownVessel = (db: Db, ownerId: string, id: string) =>
  db.selectFrom('vessel').selectAll().where('id', '=', id).where('owner_id', '=', ownerId)

export const vesselOrNotFound = (db: Db, ownerId: string, id: string): Promise<VesselRow> =>
  ownVessel(db, ownerId, id).executeTakeFirstOrThrow(notFound)

/** The vessel cannot be deleted until the transaction ends. */
export const keepVesselOrNotFound = (tx: Transaction<Tables>, ownerId: string, id: string): Promise<VesselRow> =>
  ownVessel(tx, ownerId, id).forKeyShare().executeTakeFirstOrThrow(notFound)

/** The vessel cannot be changed until the transaction ends. */
export const lockVesselOrNotFound = (tx: Transaction<Tables>, ownerId: string, id: string): Promise<VesselRow> =>
  ownVessel(tx, ownerId, id).forNoKeyUpdate().executeTakeFirstOrThrow(notFound)

/**
 * Deletes vessels with all their data, except their readings, which have no foreign key (see 0001_schema.sql): the caller calls
 * startDeletingReadings after the commit. Connections are deleted first: their row locks wait for batches in progress, and later
 * batches find no connection. Deleting years of readings here would hold those locks, and block ingestion, for minutes.
 * Returns the ids that it deleted: another request may have deleted some first.
 */
export async function removeVessels(tx: Transaction<Tables>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  await tx.deleteFrom('connection').where('vessel_id', 'in', ids).execute()
  const removed = await tx.deleteFrom('vessel').where('id', 'in', ids).returning('id').execute()
  for (const { id } of removed) await sql`insert into deleted_vessel (vessel_id) values (${id})`.execute(tx)
  return removed.map(({ id }) => id)
}
