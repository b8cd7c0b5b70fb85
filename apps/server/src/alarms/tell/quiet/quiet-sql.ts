import type { QuietHours } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { isSilenced } from '../../alarms-sql.ts'
import { asChosen, type ClaimedMessage } from '../messages-sql.ts'
import { atSameClockTime } from '../summary/last-period.ts'
import type { HeldMessage } from './digest.ts'

export async function findQuietHours(db: Db, ownerId: string): Promise<QuietHours | undefined> {
  const { quiet_from, quiet_until, quiet_time_zone } = await db
    .selectFrom('owner')
    .select(['quiet_from', 'quiet_until', 'quiet_time_zone'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return quiet_from === null ? undefined : { from: quiet_from, until: quiet_until!, time_zone: quiet_time_zone! }
}

/** Sets or switches off an account's quiet hours. What is held is judged anew. */
export async function setQuietHours(tx: Db, ownerId: string, hours: QuietHours | null, now: Date): Promise<void> {
  if (hours) await moveSummaries(tx, ownerId, hours.time_zone)
  await tx
    .updateTable('owner')
    .set({
      quiet_from: hours?.from ?? null,
      quiet_until: hours?.until ?? null,
      ...(hours && { quiet_time_zone: hours.time_zone }),
    })
    .where('id', '=', ownerId)
    .execute()
  await releaseHeld(tx, { owner_id: ownerId }, now)
}

/** Summaries end at midnight in the account's time zone: what was summed up until then in the old zone is so in the new one. */
async function moveSummaries(tx: Db, ownerId: string, timeZone: string): Promise<void> {
  const { quiet_time_zone } = await tx
    .selectFrom('owner')
    .select('quiet_time_zone')
    .where('id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const before = quiet_time_zone ?? 'UTC'
  if (before === timeZone) return
  const summed = await tx
    .selectFrom('channel')
    .select(['id', 'summary_until'])
    .where('owner_id', '=', ownerId)
    .where('summary_until', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id, summary_until } of summed)
    await tx
      .updateTable('channel')
      .set({ summary_until: atSameClockTime(summary_until!, before, timeZone) })
      .where('id', '=', id)
      .execute()
}

/** Judges anew what is held for a channel, or for all of an account. */
export async function releaseHeld(
  tx: Db,
  channels: Partial<Record<'id' | 'owner_id', string>>,
  now: Date,
): Promise<void> {
  const ids = tx.selectFrom('channel').select('id')
  await tx
    .updateTable('message')
    .set({ next_try_at: now, held_until: now })
    .where(
      'channel_id',
      'in',
      ids.where((where) => where.and(channels)),
    )
    .where('done_at', 'is', null)
    .where('held_until', '>', now)
    .execute()
}

/**
 * Holds a claimed message, which counts as no try. Not when the setting by which it is held has changed: then it is claimed again when
 * its lease ends. One that was tried before is given up as early as without quiet hours.
 */
export async function holdMessage(db: Db, message: ClaimedMessage, until: Date): Promise<void> {
  const { id, channel_id, quiet_passes, quietHours } = message
  const { from, until: ends, time_zone } = quietHours!
  await sql`
    with unchanged as (
      select c.id from channel c join owner o on o.id = c.owner_id
      where c.id = ${channel_id} and c.quiet_passes = ${quiet_passes}
        and (o.quiet_from, o.quiet_until, o.quiet_time_zone) = (${from}, ${ends}, ${time_zone}) for share
    )
    update message set tries = tries - 1, next_try_at = ${until},
      held_until = case when tries = 1 then ${until}::timestamptz else coalesce(held_until, ${until}::timestamptz) end
    where id = ${id} and done_at is null and exists (select from unchanged)`.execute(db)
}

/** The messages that were held for a boat and channel, and those that wait behind them. */
export async function heldMessages(
  db: Db,
  { vessel_id, channel_id }: Pick<ClaimedMessage, 'vessel_id' | 'channel_id'>,
  now: Date,
): Promise<HeldMessage[]> {
  const { rows } = await sql<HeldMessage>`
    select m.id, ${asChosen} as content, a.began_at, a.ended_at,
      (a.acknowledged_at is not null or ${isSilenced(now)}) as seen
    from message m join channel c on c.id = m.channel_id left join lateral (
      select a.began_at, a.ended_at, a.acknowledged_at, a.silenced_at, a.silenced_until from alarm a
      where a.vessel_id = m.vessel_id and a.id = m.alarm_id
      union all
      select i.began_at, i.ended_at, i.acknowledged_at, i.silenced_at, i.silenced_until from installation_alarm i
      where m.vessel_id is null and i.id = m.alarm_id
    ) a on true
    where m.vessel_id is not distinct from ${vessel_id}::uuid and m.channel_id = ${channel_id} and m.done_at is null and m.again_at is null
      and m.alarm_id in (
        select h.alarm_id from message h
        where h.vessel_id is not distinct from ${vessel_id}::uuid and h.channel_id = ${channel_id} and h.done_at is null and h.held_until is not null)
    order by m.created_at, m.id`.execute(db)
  return rows
}
