import type { RuleKind } from '@binnacle/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { endAndBegin, type Found } from './end-and-begin-sql.ts'

type ByClock = Pick<Found, 'broken' | 'over'>

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
  for (const [kind, { broken, over }] of Object.entries(kindsAt(now)))
    await endAndBegin(db, { open: sql`a.kind = ${kind}`, broken, over }, now)
}
