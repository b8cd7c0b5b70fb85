import { randomUUIDv7 } from 'node:crypto'
import type { EngineHourLog, WithDates } from '@binnacle/contract'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { decimal } from './decimal.ts'

export const hourLogColumns = ['id', 'hours', 'litres', 'fuel_cost', 'currency', 'source', 'logged_at'] as const

export type HourLogRow = WithDates<EngineHourLog>

type Stored = Omit<HourLogRow, 'litres' | 'fuel_cost'> & { litres: string | null; fuel_cost: string | null }

/** Converts a stored row into the contract's form. */
export const hourEntry = (row: Stored): HourLogRow => ({
  ...row,
  litres: decimal(row.litres),
  fuel_cost: decimal(row.fuel_cost),
})

/** The hour log, newest first. The caller has checked the owner. */
export async function listHourLog(db: Db, vesselId: string, limit: number): Promise<HourLogRow[]> {
  const rows = await db
    .selectFrom('engine_hour_log')
    .select(hourLogColumns)
    .where('vessel_id', '=', vesselId)
    .orderBy('logged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(hourEntry)
}

/** service_id: the service that the entry belongs to. */
type NewHourLog = Partial<Omit<HourLogRow, 'id'>> &
  Pick<HourLogRow, 'hours' | 'source' | 'logged_at'> & { service_id?: string }

/** Adds an entry to the hour log. Call it in the transaction that changes the meter. */
export async function insertHourLog(tx: Transaction<Tables>, vesselId: string, log: NewHourLog): Promise<HourLogRow> {
  const row = await tx
    .insertInto('engine_hour_log')
    .values({ ...log, vessel_id: vesselId, id: randomUUIDv7() })
    .returning(hourLogColumns)
    .executeTakeFirstOrThrow()
  return hourEntry(row)
}

/**
 * Sets the meter of the owner's vessel to whole hours unless it is higher. Returns whether it did. The statement itself compares, so
 * of two parallel calls the second sees the value of the first.
 */
export async function advanceMeter(
  tx: Transaction<Tables>,
  ownerId: string,
  vesselId: string,
  hours: number,
): Promise<boolean> {
  const result = await tx
    .updateTable('vessel')
    .set({ engine_hours: hours })
    .where('id', '=', vesselId)
    .where('owner_id', '=', ownerId)
    .where(sql<number>`coalesce(engine_hours, -1)`, '<=', hours)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Logs the hours of a service or an inspection, and raises the meter if they are higher. */
export async function logHoursOf(
  tx: Transaction<Tables>,
  ownerId: string,
  vesselId: string,
  log: NewHourLog & { hours: number },
): Promise<void> {
  await insertHourLog(tx, vesselId, log)
  await advanceMeter(tx, ownerId, vesselId, log.hours)
}
