import type { Delivery, WithDates } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../http/errors.ts'
import { eventOfKind } from './messages-sql.ts'

type DeliveryRow = WithDates<Delivery>

const columns = sql`
  m.id, m.channel_id, m.vessel_id, m.content->'vessel'->>'name' as vessel_name, m.alarm_id,
  concat_ws('.', ${eventOfKind("(m.content->'alarm'->>'kind')")}, m.content->>'event') as event,
  m.content->'alarm'->>'severity' as severity, m.tries, m.error, m.created_at, m.done_at,
  case when m.done_at is null then m.held_until end as held_until,
  case when m.done_at is null then 'waiting' when m.error is null then 'accepted' else 'given_up' end as state`

/** The newest messages to the channels of an account. `channelId`: undefined for all. */
export async function listDeliveries(
  db: Db,
  ownerId: string,
  channelId: string | undefined,
  limit: number,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from message m join channel c on c.id = m.channel_id
    where c.owner_id = ${ownerId} and (${channelId ?? null}::uuid is null or m.channel_id = ${channelId ?? null})
    order by m.created_at desc, m.id desc limit ${limit}`.execute(db)
  return rows
}

/** Sends it as if it was new, but for its id and the quiet hours. */
export async function sendAgain(db: Db, ownerId: string, id: string, now: Date): Promise<DeliveryRow> {
  const { rows } = await sql<DeliveryRow>`
    update message m set done_at = null, error = null, tries = 0, next_try_at = ${now}, held_until = null, again_at = ${now}
    from channel c where c.id = m.channel_id and c.owner_id = ${ownerId} and m.id = ${id}
    returning ${columns}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
