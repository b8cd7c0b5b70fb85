import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

interface Row {
  keep_days: number | null
}

/** What the owner set for the vessel; null when the account has no such vessel. */
export async function keepDaysOf(db: Db, ownerId: string, vesselId: string): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select telemetry_keep_days as keep_days from vessel where id = ${vesselId} and owner_id = ${ownerId}`.execute(db)
  return rows[0] ?? null
}

export async function storeKeepDays(
  db: Db,
  ownerId: string,
  vesselId: string,
  days: number | null,
): Promise<Row | null> {
  const { rows } = await sql<Row>`
    update vessel set telemetry_keep_days = ${days} where id = ${vesselId} and owner_id = ${ownerId}
    returning telemetry_keep_days as keep_days`.execute(db)
  return rows[0] ?? null
}
