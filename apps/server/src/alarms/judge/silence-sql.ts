import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/**
 * Judges the rules of the kind silent: an alarm begins when nothing came from any of the boat's devices for as many hours as the limit
 * says, and ends when something comes. A boat that never sent anything is not silent. Several processes may do it at once.
 */
export async function judgeSilence(db: Db, now: Date): Promise<void> {
  await sql`
    update alarm a set ended_at = greatest(a.began_at, s.seen)
    from alarm_rule r
    cross join lateral (select max(c.last_seen_at) as seen from connection c where c.vessel_id = r.vessel_id and c.enabled) s
    where r.kind = 'silent' and a.vessel_id = r.vessel_id and a.rule_id = r.id and a.ended_at is null
      and s.seen + r."limit" * interval '1 hour' > ${now}`.execute(db)
  await sql`
    insert into alarm (vessel_id, id, rule_id, kind, instance, "limit", severity, began_at)
    select r.vessel_id, gen_random_uuid(), r.id, r.kind, '', r."limit", r.severity, s.seen + r."limit" * interval '1 hour'
    from alarm_rule r
    cross join lateral (select max(c.last_seen_at) as seen from connection c where c.vessel_id = r.vessel_id and c.enabled) s
    where r.kind = 'silent' and r.enabled and s.seen + r."limit" * interval '1 hour' <= ${now}
    on conflict (vessel_id, rule_id, instance) where ended_at is null do nothing`.execute(db)
}
