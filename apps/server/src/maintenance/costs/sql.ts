import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { CostEntry } from './costs.ts'

/**
 * Every entry of the vessel with a cost or with fuel, oldest first; a service with the task that it counts for in the due
 * feed. The caller has checked the owner.
 */
export async function costEntries(db: Db, vesselId: string): Promise<CostEntry[]> {
  const { rows } = await sql<CostEntry>`
    select 'service' as kind, s.done_at as at, t.id as task_id, t.title, s.currency, s.cost as amount, null as litres
    from service_log s
    left join lateral (
      select t.id, t.title from task t
      where t.vessel_id = s.vessel_id and (t.id = s.task_id or (s.task_id is null and t.title_key = s.title_key))
      order by t.id limit 1
    ) t on true
    where s.vessel_id = ${vesselId} and s.cost is not null
    union all
    select 'fuel', e.logged_at, null, null, e.currency, e.fuel_cost, e.litres
    from engine_hour_log e
    where e.vessel_id = ${vesselId} and (e.fuel_cost is not null or e.litres is not null)
    order by at`.execute(db)
  return rows
}
