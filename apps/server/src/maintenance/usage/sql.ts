import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Reading, running } from './running.ts'
import { hoursWithin, type Pattern, patternOf } from './usage.ts'

/**
 * The hour logs of the vessels for their patterns, oldest first, by vessel id: the last reading of each day of two years, and the
 * last one before that. One reading a day is enough, so a meter that logs every hour costs about 730 rows.
 */
async function dailyReadings(db: Db, vesselIds: readonly string[], now: Date): Promise<Map<string, Reading[]>> {
  const { rows } = await sql<{ vessel_id: string; hours: number; logged_at: Date }>`
    select distinct on (vessel_id, (logged_at at time zone 'UTC')::date) vessel_id, hours, logged_at
    from (
      select e.vessel_id, e.id, e.hours, e.logged_at from engine_hour_log e
      where e.vessel_id = any(${vesselIds}::uuid[]) and e.hours is not null
        and e.logged_at > ${now}::timestamptz - interval '730 days' and e.logged_at <= ${now}
      union all
      select older.* from unnest(${vesselIds}::uuid[]) as v(id) cross join lateral (
        select e.vessel_id, e.id, e.hours, e.logged_at from engine_hour_log e
        where e.vessel_id = v.id and e.hours is not null and e.logged_at <= ${now}::timestamptz - interval '730 days'
        order by e.logged_at desc, e.id desc limit 1
      ) older
    ) reading
    order by vessel_id, (logged_at at time zone 'UTC')::date, logged_at desc, id desc`.execute(db)
  const byVessel = Map.groupBy(rows, (row) => row.vessel_id)
  return new Map(
    [...byVessel].map(([id, log]) => [id, log.map(({ hours, logged_at }) => ({ at: logged_at.getTime(), hours }))]),
  )
}

/** Whole hours that a vessel's engine ran within a time of the last two years. The caller has checked the owner. */
export async function hoursRun(db: Db, vesselId: string, from: Date, until: Date): Promise<number> {
  const readings = (await dailyReadings(db, [vesselId], until)).get(vesselId) ?? []
  return Math.round(hoursWithin(running(readings), from.getTime(), until.getTime()))
}

/** The patterns of the vessels, by vessel id; null if the log has too little data. The caller has checked the owner. */
export async function patterns(db: Db, vesselIds: readonly string[], now: Date): Promise<Map<string, Pattern | null>> {
  const logs = vesselIds.length > 0 ? await dailyReadings(db, vesselIds, now) : new Map<string, Reading[]>()
  return new Map(vesselIds.map((id) => [id, patternOf(logs.get(id) ?? [], now.getTime())]))
}
