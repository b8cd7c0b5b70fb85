import type { ExportSize } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Days of a vessel whose readings are counted: about 20 ms for days of an onboard device that sends every five seconds. */
const SAMPLED_DAYS = 12

/** Measured on the demo's boats: a reading's line in the archive, compressed; and what a boat without readings and images comes to. */
const BYTES_PER_READING = 6
const BYTES_PER_VESSEL = 40_000

/**
 * What an account's archive holds, about. Readings are not counted, since there may be hundreds of millions: some days of each
 * vessel are, spread over all of its days.
 */
export async function exportSize(db: Db, ownerId: string): Promise<ExportSize> {
  const { rows: own } = await sql<{ id: string }>`select id from vessel where owner_id = ${ownerId}`.execute(db)
  const ids = own.map(({ id }) => id)
  const { rows: counted } = await sql<{ readings: number }>`
    with day as (
      select d.vessel_id, d.day, count(*) over boat as days, row_number() over (boat order by d.day) - 1 as place
      from telemetry_day d where d.vessel_id = any(${ids}::uuid[]) and d.metrics <> 0
      window boat as (partition by d.vessel_id)
    ), sampled as (
      select vessel_id, day, days from day where place % greatest(1, days / ${SAMPLED_DAYS}::integer) = 0
    ), counted as (
      select s.vessel_id, max(s.days) * avg(b.readings) as readings
      from sampled s cross join lateral (
        select coalesce(sum(accepted), 0) as readings from telemetry_batch b
        where b.vessel_id = s.vessel_id
          and b.last_at >= s.day::timestamp at time zone 'UTC' and b.last_at < (s.day + 1)::timestamp at time zone 'UTC'
      ) b group by s.vessel_id
    )
    select coalesce(round(sum(readings)), 0)::double precision as readings from counted`.execute(db)
  const { rows: pictures } = await sql<{ frames: number; picture_bytes: number }>`
    select (select count(*) from frame where vessel_id = any(${ids}::uuid[]))::double precision as frames,
      (select coalesce(sum(bytes), 0) from (
        select bytes from frame where vessel_id = any(${ids}::uuid[])
        union all select bytes from inspection_photo where vessel_id = any(${ids}::uuid[])
      ) p)::double precision as picture_bytes`.execute(db)
  const vessels = ids.length
  const { readings } = counted[0]!
  const { frames, picture_bytes } = pictures[0]!
  const bytes = picture_bytes + readings * BYTES_PER_READING + vessels * BYTES_PER_VESSEL
  return { vessels, readings, frames, bytes: Math.round(bytes) }
}
