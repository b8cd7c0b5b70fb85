import type { Insertable, Updateable } from 'kysely'
import { insertReadyMade } from '../alarms/rules/sql.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { VesselTable } from '../db/schema/tables.ts'
import { notFound } from '../http/errors.ts'
import { insertHourLog } from '../maintenance/hour-meter/sql.ts'
import { startDeletingReadings } from '../telemetry/retention/delete-readings-sql.ts'
import { lockVesselOrNotFound, removeVessels, type VesselRow, vesselOrNotFound } from '../vessels/sql.ts'

/** Adds a vessel with alarm rules; engine hours given with it start its hour log. */
export function insertVessel(db: Db, vessel: Insertable<VesselTable>): Promise<VesselRow> {
  return inTransaction(db, async (tx) => {
    const row = await tx.insertInto('vessel').values(vessel).returningAll().executeTakeFirstOrThrow()
    await insertReadyMade(tx, row.id)
    if (row.engine_hours !== null)
      await insertHourLog(tx, row.id, { hours: row.engine_hours, source: 'manual', logged_at: row.created_at })
    return row
  })
}

/** Changes the given fields. Only here can the hour meter go down; every change of it is in the hour log. */
export function updateVessel(
  db: Db,
  ownerId: string,
  id: string,
  change: Updateable<VesselTable>,
  now: Date,
): Promise<VesselRow> {
  return inTransaction(db, async (tx) => {
    const before = await lockVesselOrNotFound(tx, ownerId, id)
    if (Object.values(change).every((value) => value === undefined)) return before
    const row = await tx.updateTable('vessel').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    if (row.engine_hours !== null && row.engine_hours !== before.engine_hours)
      await insertHourLog(tx, id, { hours: row.engine_hours, source: 'manual', logged_at: now })
    return row
  })
}

/** `recorded`: in the same transaction, with the vessel's name. */
export async function deleteVessel(
  db: Db,
  ownerId: string,
  id: string,
  recorded: (tx: Db, name: string) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name } = await vesselOrNotFound(tx, ownerId, id)
    if ((await removeVessels(tx, [id])).length === 0) throw notFound()
    await recorded(tx, name)
  })
  await startDeletingReadings(db, [id])
}
