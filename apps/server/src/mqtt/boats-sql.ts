import { METRIC_NAMES } from '@binnacle/contract'
import { sql } from 'kysely'
import { rulesOf } from '../alarms/rules/sql.ts'
import type { Database } from '../db/database.ts'
import { dueFeeds } from '../maintenance/due/sql.ts'
import { devicesOf } from '../overview/fleet-sql.ts'
import { latestOf } from '../telemetry/read/latest-sql.ts'
import type { BoatState } from './entities.ts'

/**
 * A fingerprint of every boat by its id, which changes with whatever is published of it (decision 11). Boats of suspended
 * accounts have none. Measured with 10,000 boats: see docs/decisions/0082-mqtt.md.
 */
export async function fingerprints({ db }: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; fingerprint: string }>`
    select v.id, concat_ws('/', v.xmin, v.engine_hours, n.tasks, n.logs, n.alarms, c.connections) as fingerprint
    from vessel v
    join owner o on o.id = v.owner_id and o.suspended_at is null
    left join vessel_change n on n.vessel_id = v.id
    left join (
      select vessel_id, count(*) || ',' || sum(xmin::text::bigint) as connections from connection group by vessel_id
    ) c on c.vessel_id = v.id`.execute(db)
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]))
}

/** Our onboard software sends at least every 15 minutes. After four missed times a boat is not connected. */
const CONNECTED_MS = 60 * 60_000

/** Those of the boats that are still there. */
export async function boatStates(database: Database, ids: readonly string[], now: Date): Promise<BoatState[]> {
  const { db } = database
  const boats = await db
    .selectFrom('vessel')
    .select(['id', 'name', 'vessel_type', 'engine_hours'])
    .where('id', 'in', ids)
    .execute()
  const [series, rules, open, due, devices] = await Promise.all([
    latestOf(database, [...ids], METRIC_NAMES, now),
    rulesOf(db, ids),
    openAlarmsOfRules(database, ids),
    dueFeeds(db, boats, now),
    devicesOf(db, ids),
  ])
  return boats.map(({ id, name, vessel_type }) => {
    const seen = (devices.get(id) ?? []).flatMap(({ enabled, last_seen_at }) =>
      enabled && last_seen_at ? [last_seen_at.getTime()] : [],
    )
    const lastSeen = Math.max(...seen)
    return {
      ...{ id, name, vessel_type },
      series: series.get(id) ?? [],
      rules: rules.get(id) ?? [],
      openAlarms: new Map((open.get(id) ?? []).map(({ rule_id, vessel_id: _, ...alarm }) => [rule_id, alarm])),
      due: due.get(id)!,
      lastSeenAt: seen.length > 0 ? new Date(lastSeen) : null,
      connected: now.getTime() - lastSeen <= CONNECTED_MS,
    }
  })
}

/** By vessel id. Of a rule with several, the last one. */
async function openAlarmsOfRules({ db }: Database, vesselIds: readonly string[]) {
  const rows = await db
    .selectFrom('alarm')
    .select(['vessel_id', 'rule_id', 'began_at', 'value', 'text', 'instance'])
    .where('vessel_id', 'in', vesselIds)
    .where('ended_at', 'is', null)
    .orderBy('began_at')
    .execute()
  return Map.groupBy(rows, ({ vessel_id }) => vessel_id)
}
