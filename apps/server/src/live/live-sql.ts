import type { Database } from '../db/database.ts'
import type { Fingerprint, Fleet } from './topics.ts'

/**
 * All that a poll reads, for any number of accounts: rows by index only, a handful for each vessel. A row's xmin is the
 * transaction that wrote it, so their sum with their number changes with any row that is added, changed or removed. A camera's
 * watched_at is left out: it is written because somebody looks, and an event would make them load it again. Measured with 1,000
 * vessels: see docs/decisions.
 */
const FINGERPRINTS = `
select v.owner_id, v.id as vessel_id,
  v.xmin::text as vessel, v.engine_hours::text as hours,
  n.tasks::text, n.logs::text, n.inspections::text, n.alarms::text,
  c.telemetry, c.connections, k.cameras || '/' || a.check_ins as cameras, s.xmin::text as share
from vessel v
left join vessel_change n on n.vessel_id = v.id
left join share s on s.vessel_id = v.id
cross join lateral (
  select max(c.telemetry_at)::text as telemetry, count(*) || ',' || sum(c.xmin::text::bigint) as connections
  from connection c where c.vessel_id = v.id
) c
cross join lateral (
  select coalesce(md5(string_agg((to_jsonb(k) - 'watched_at')::text, '' order by k.id)), '') as cameras
  from camera k where k.vessel_id = v.id
) k
cross join lateral (
  select count(*) || ',' || coalesce(sum(a.xmin::text::bigint), 0) as check_ins
  from check_in a where a.vessel_id = v.id
) a
where v.owner_id = any($1::uuid[])`

type Row = { owner_id: string; vessel_id: string } & Fingerprint

/** The fleets of these accounts as they are now, in one statement; an account without a vessel has an empty one. */
export async function readFleets(database: Database, ownerIds: readonly string[]): Promise<Map<string, Fleet>> {
  const rows = await database.prepared<Row>('live_fingerprints', FINGERPRINTS, [ownerIds])
  const fleets = new Map(ownerIds.map((id) => [id, new Map<string, Fingerprint>()]))
  for (const { owner_id, vessel_id, ...fingerprint } of rows) fleets.get(owner_id)!.set(vessel_id, fingerprint)
  return fleets
}

const OPEN_SESSIONS = 'select id from session where id = any($1::uuid[]) and expires_at > $2'

/** Which of these sessions still stand. */
export async function openSessions(database: Database, ids: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await database.prepared<{ id: string }>('live_sessions', OPEN_SESSIONS, [ids, now])
  return new Set(rows.map(({ id }) => id))
}
