import type { RuleKind } from '@binnacle/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

interface ByClock {
  /** The instances that break rules of a kind now, and since when. */
  broken: RawBuilder<unknown>
  /** The time at which an open alarm `a` ended, if its instance is not broken now. */
  over: RawBuilder<unknown>
}

const hours = sql`r."limit" * interval '1 hour'`
const lastSeen = (vessel: RawBuilder<unknown>) =>
  sql`(select max(c.last_seen_at) from connection c where c.vessel_id = ${vessel} and c.enabled)`

/** A boat, or a camera, that never sent anything is not silent. */
const kindsAt = (now: Date): Partial<Record<RuleKind, ByClock>> => ({
  silent: {
    broken: sql`
      select r.vessel_id, r.id as rule_id, '' as instance, null as text, s.seen + ${hours} as since
      from alarm_rule r cross join lateral (select ${lastSeen(sql`r.vessel_id`)} as seen) s
      where r.kind = 'silent' and r.enabled and s.seen + ${hours} <= ${now}`,
    over: lastSeen(sql`a.vessel_id`),
  },
  camera_silent: {
    broken: sql`
      select r.vessel_id, r.id as rule_id, c.id::text as instance, c.label as text, c.last_frame_at + ${hours} as since
      from alarm_rule r join camera c on c.vessel_id = r.vessel_id and c.enabled
      where r.kind = 'camera_silent' and r.enabled and c.last_frame_at + ${hours} <= ${now}`,
    over: sql`(select c.last_frame_at from camera c where c.vessel_id = a.vessel_id and c.id::text = a.instance)`,
  },
  // A key is an alarm of one boat only, so that its owner is told once.
  key_expiring: {
    broken: sql`
      select r.vessel_id, r.id as rule_id, k.id::text as instance, k.name as text, k.expires_at - r."limit" * interval '1 day' as since
      from access_key k
      join alarm_rule r on r.kind = 'key_expiring' and r.enabled and r.vessel_id = coalesce(
        (select c.vessel_id from connection c where c.access_key_id = k.id order by c.created_at, c.id limit 1),
        (select v.id from vessel v where v.owner_id = k.owner_id order by v.created_at, v.id limit 1))
      where k.expires_at > ${now} and k.expires_at - r."limit" * interval '1 day' <= ${now}`,
    over: sql`${now}::timestamptz`,
  },
})

/** Judges the rules that look at no readings, for all boats. Several processes may do it at once. */
export async function judgeByClock(db: Db, now: Date): Promise<void> {
  for (const [kind, { broken, over }] of Object.entries(kindsAt(now))) {
    await sql`
      with broken as (${broken})
      update alarm a set ended_at = greatest(a.began_at, coalesce(${over}, ${now}))
      where a.kind = ${kind} and a.ended_at is null and not exists (
        select from broken b where b.vessel_id = a.vessel_id and b.rule_id = a.rule_id and b.instance = a.instance)`.execute(
      db,
    )
    await sql`
      insert into alarm (vessel_id, id, rule_id, kind, instance, "limit", severity, text, began_at)
      select b.vessel_id, gen_random_uuid(), b.rule_id, r.kind, b.instance, r."limit", r.severity, b.text, b.since
      from (${broken}) b join alarm_rule r on r.vessel_id = b.vessel_id and r.id = b.rule_id
      on conflict (vessel_id, rule_id, instance) where ended_at is null do nothing`.execute(db)
  }
}
