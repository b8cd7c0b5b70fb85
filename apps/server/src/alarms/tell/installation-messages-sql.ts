import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isSilenced } from '../alarms-sql.ts'
import { isoTime } from './messages-sql.ts'

/**
 * Writes the messages about alarms of the installation that began, and about told ones that ended, to the channels of its operators; each
 * once, whichever process does it.
 */
export async function writeInstallationMessages(db: Db, now: Date): Promise<void> {
  await sql`
    with begun as (
      update installation_alarm a set told_at = ${now} where a.told_at is null and a.ended_at is null and not ${isSilenced(now)} returning a.*
    ), over as (
      update installation_alarm a set told_end_at = ${now} where a.told_at is not null and a.told_end_at is null and a.ended_at is not null
      returning a.*, ${isSilenced(now)} as silenced
    )
    insert into message (vessel_id, id, channel_id, alarm_id, content, created_at, next_try_at)
    select null, gen_random_uuid(), c.id, t.id, json_build_object(
      'event', t.event,
      'vessel', null,
      'alarm', json_build_object('id', t.id, 'kind', t.kind, 'metric', null, 'instance', nullif(t.instance, ''), 'limit', t."limit",
        'severity', t.severity, 'value', t.value, 'text', t.text, 'began_at', ${isoTime('t.began_at')}, 'ended_at', ${isoTime('t.ended_at')})
    ), ${now}, ${now}
    from (select 'began' as event, b.*, false as silenced from begun b union all select 'ended', e.* from over e where not e.silenced) t
    cross join owner o
    join channel c on c.owner_id = o.id and c.enabled and c.verified_at is not null
      and (c.events is null or 'installation.alarm' = any(c.events))
      and (c.severity = 'warning' or t.severity = 'alarm' or c.events is not null)
    where o.operator and o.suspended_at is null
    for key share of c`.execute(db)
}
