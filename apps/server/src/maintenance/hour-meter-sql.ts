import { randomUUIDv7 } from 'node:crypto'
import type { HourSource } from '@binnacle/contract'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { decimal } from './decimal.ts'

export const hourLogColumns = ['id', 'hours', 'litres', 'fuel_cost', 'currency', 'source', 'logged_at'] as const

export interface HourLogRow {
  id: string
  hours: number | null
  litres: number | null
  fuel_cost: number | null
  currency: string | null
  source: HourSource
  logged_at: Date
}

type Stored = Omit<HourLogRow, 'litres' | 'fuel_cost'> & { litres: string | null; fuel_cost: string | null }

/** A stored row as the contract shows it. */
export const hourEntry = (row: Stored): HourLogRow => ({
  ...row,
  litres: decimal(row.litres),
  fuel_cost: decimal(row.fuel_cost),
})

/** The hour log, newest first. The caller has made sure whose vessel it is. */
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

/** service_id: the service that it comes with. */
export type NewHourLog = Partial<Omit<HourLogRow, 'id'>> &
  Pick<HourLogRow, 'hours' | 'source' | 'logged_at'> & { service_id?: string }

/** Writes the hour log: with each change of the meter, in the same transaction. */
export async function insertHourLog(tx: Transaction<Tables>, vesselId: string, log: NewHourLog): Promise<HourLogRow> {
  const row = await tx
    .insertInto('engine_hour_log')
    .values({ ...log, vessel_id: vesselId, id: randomUUIDv7() })
    .returning(hourLogColumns)
    .executeTakeFirstOrThrow()
  return hourEntry(row)
}

/**
 * Sets the account's meter to whole hours unless it stands higher; false when it does, or when there is no such vessel.
 * The comparison is the statement's own: of two at once, the second sees what the first has set.
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

/** Hours that came with a service or an inspection: always in the hour log, and on the meter when they are higher. */
export async function logHoursOf(
  tx: Transaction<Tables>,
  ownerId: string,
  vesselId: string,
  log: NewHourLog & { hours: number },
): Promise<void> {
  await insertHourLog(tx, vesselId, log)
  await advanceMeter(tx, ownerId, vesselId, log.hours)
}
