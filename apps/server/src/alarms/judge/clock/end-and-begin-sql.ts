import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { takenOver } from '../../alarms-sql.ts'

export interface Found {
  /** Which of the alarms `a` were judged. */
  open: RawBuilder<unknown>
  /** What breaks rules now: vessel_id, rule_id, instance, text, since. */
  broken: RawBuilder<unknown>
  /** The time at which an open alarm `a` ended, if its instance is not broken now; null, or one before it began: now. */
  over: RawBuilder<unknown>
}

const NEW = { vessel_id: sql`b.vessel_id`, rule_id: sql`b.rule_id`, instance: sql`b.instance`, began_at: sql`b.since` }

/** Ends what is over and begins what is new. An open alarm is one of its kind, so two processes begin it once. */
export async function endAndBegin(db: Db, { open, broken, over }: Found, now: Date): Promise<void> {
  await sql`
    with broken as (${broken})
    update alarm a set ended_at = coalesce(
      (select t.at from (select ${over} as at) t where t.at >= a.began_at), greatest(a.began_at, ${now}::timestamptz))
    where ${open} and a.ended_at is null and not exists (
      select from broken b where b.vessel_id = a.vessel_id and b.rule_id = a.rule_id and b.instance = a.instance)`.execute(
    db,
  )
  await sql`
    insert into alarm (vessel_id, id, rule_id, kind, instance, "limit", severity, text, began_at, silenced_at, silenced_until)
    select b.vessel_id, gen_random_uuid(), b.rule_id, r.kind, b.instance, r."limit", r.severity, b.text, b.since,
      ${takenOver(NEW, 'silenced_at')}, ${takenOver(NEW, 'silenced_until')}
    from (${broken}) b join alarm_rule r on r.vessel_id = b.vessel_id and r.id = b.rule_id
    on conflict (vessel_id, rule_id, instance) where ended_at is null do nothing`.execute(db)
}
