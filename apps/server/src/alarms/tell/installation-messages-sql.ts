import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isSilenced } from '../alarms-sql.ts'
import { alarmOfMessage, isWanted } from './messages-sql.ts'

/**
 * Writes the messages about alarms of the installation that began, and about told ones that ended, to the channels of its
 * operators; each once, whichever process does it.
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
      'alarm', ${alarmOfMessage(sql`null`)}
    ), ${now}, ${now}
    from (select 'began' as event, b.*, false as silenced from begun b union all select 'ended', e.* from over e where not e.silenced) t
    cross join owner o
    join channel c on c.owner_id = o.id and ${isWanted}
    where o.operator and o.suspended_at is null
    for key share of c`.execute(db)
}
