import { type HourSource, LIMITS } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

interface MeterRow {
  id: string
  hours: number
  logged_at: Date
  source: HourSource
}

/**
 * The hour log as a line for a chart, oldest first: the last reading of each of LIMITS.hourPoints equal periods. So years of a
 * meter that logs every hour stay small. The caller has checked the owner.
 */
export async function meterLine(db: Db, vesselId: string): Promise<MeterRow[]> {
  const { rows } = await sql<MeterRow>`
    with log as (
      select id, hours, logged_at, source from engine_hour_log where vessel_id = ${vesselId} and hours is not null
    ), span as (
      select min(logged_at) as since, nullif(extract(epoch from max(logged_at) - min(logged_at)), 0) as seconds from log
    ), parted as (
      select log.*, floor(${LIMITS.hourPoints - 1} * extract(epoch from logged_at - since) / seconds) as part from log, span
    )
    select distinct on (part) id, hours, logged_at, source from parted order by part, logged_at desc, id desc`.execute(
    db,
  )
  return rows
}
