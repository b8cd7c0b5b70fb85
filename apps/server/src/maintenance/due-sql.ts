import type { DueItem } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type DueTask, dueFeed, lastServedAt } from './due.ts'

type DueRow = DueTask & { vessel_id: string }

/**
 * Every task of the vessels with the service that it counts from, in one statement for one vessel or for many: two index
 * probes a task (service_log_task, service_log_title), and one of the hour log where the service has no hours of its own.
 */
export async function dueTasks(db: Db, vesselIds: readonly string[], now: Date): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select t.vessel_id, t.id, t.title, t.interval_days, t.interval_hours, t.lead_days, t.lead_hours, t.start_at,
           t.start_hours, s.done_at as served_at, coalesce(s.engine_hours, h.hours) as served_hours
    from task t
    left join lateral (
      select * from (
        (select l.done_at, l.id, l.engine_hours from service_log l
         where l.vessel_id = t.vessel_id and l.task_id = t.id and l.done_at <= ${lastServedAt(now)}
         order by l.done_at desc, l.id desc limit 1)
        union all
        (select l.done_at, l.id, l.engine_hours from service_log l
         where l.vessel_id = t.vessel_id and l.task_id is null and l.title_key = t.title_key
           and l.done_at <= ${lastServedAt(now)}
         order by l.done_at desc, l.id desc limit 1)
      ) settled
      order by done_at desc, id desc limit 1
    ) s on true
    left join lateral (
      select e.hours from engine_hour_log e
      where s.engine_hours is null and t.interval_hours is not null
        and e.vessel_id = t.vessel_id and e.logged_at <= s.done_at and e.hours is not null
      order by e.logged_at desc, e.id desc limit 1
    ) h on true
    where t.vessel_id = any(${vesselIds}::uuid[])`.execute(db)
  return rows
}

/** The due feed of each vessel, by its id. The caller has made sure whose vessels they are. */
export async function dueFeeds(
  db: Db,
  vessels: readonly { id: string; engine_hours: number | null }[],
  now: Date,
): Promise<Map<string, DueItem[]>> {
  const ids = vessels.map(({ id }) => id)
  const tasks = Map.groupBy(ids.length > 0 ? await dueTasks(db, ids, now) : [], (task) => task.vessel_id)
  return new Map(vessels.map(({ id, engine_hours }) => [id, dueFeed(tasks.get(id) ?? [], engine_hours, now)]))
}
