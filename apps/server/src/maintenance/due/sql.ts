import type { DueItem } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type DueTask, lastServedAt, type RankedTask, rankTasks } from './due.ts'

type DueRow = DueTask & { vessel_id: string }

/**
 * Every task of the vessels with the service that it counts from, in one statement. Each task costs two index probes
 * (service_log_task, service_log_title), and one or two of the hour log where the service, or the task's start, has no hours of
 * its own.
 */
export async function dueTasks(db: Db, vesselIds: readonly string[], now: Date): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select t.vessel_id, t.id, t.title, t.interval_days, t.interval_hours, t.lead_days, t.lead_hours, t.start_at,
           coalesce(t.start_hours, b.hours) as start_hours, t.safety, t.once, s.done_at as served_at, coalesce(s.engine_hours, h.hours) as served_hours
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
      ) matching
      order by done_at desc, id desc limit 1
    ) s on true
    left join lateral (
      select e.hours from engine_hour_log e
      where s.engine_hours is null and t.interval_hours is not null
        and e.vessel_id = t.vessel_id and e.logged_at <= s.done_at and e.hours is not null
      order by e.logged_at desc, e.id desc limit 1
    ) h on true
    left join lateral (
      select first.hours from (
        (select e.hours, 1 as place from engine_hour_log e
         where e.vessel_id = t.vessel_id and e.logged_at <= t.start_at and e.hours is not null
         order by e.logged_at desc, e.id desc limit 1)
        union all
        (select e.hours, 2 as place from engine_hour_log e
         where e.vessel_id = t.vessel_id and e.logged_at > t.start_at and e.hours is not null
         order by e.logged_at, e.id limit 1)
      ) first
      where t.start_hours is null and t.interval_hours is not null
      order by first.place limit 1
    ) b on true
    where not (t.once and s.done_at is not null) and t.vessel_id = any(${vesselIds}::uuid[])`.execute(db)
  return rows
}

type Metered = { id: string; engine_hours: number | null }

/** The tasks of each vessel in the order of the feed, by vessel id. The caller has checked the owner. */
export async function rankedTasks(db: Db, vessels: readonly Metered[], now: Date): Promise<Map<string, RankedTask[]>> {
  const ids = vessels.map(({ id }) => id)
  const tasks = Map.groupBy(ids.length > 0 ? await dueTasks(db, ids, now) : [], (task) => task.vessel_id)
  return new Map(vessels.map(({ id, engine_hours }) => [id, rankTasks(tasks.get(id) ?? [], engine_hours, now)]))
}

/** The due feed of each vessel, by vessel id. The caller has checked the owner. */
export async function dueFeeds(db: Db, vessels: readonly Metered[], now: Date): Promise<Map<string, DueItem[]>> {
  const ranked = await rankedTasks(db, vessels, now)
  return new Map([...ranked].map(([id, tasks]) => [id, tasks.map(({ item }) => item)]))
}
