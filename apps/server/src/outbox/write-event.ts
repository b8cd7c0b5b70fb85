import type { ServiceLog, VesselEvent, WebhookFrame, WithDates } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

interface DataOf extends Record<VesselEvent, object> {
  'service.logged': { service_log: WithDates<ServiceLog> }
  'frame.stored': { frame: WithDates<WebhookFrame> }
}

/**
 * Writes a message about what has happened on a vessel for each webhook of its owner that wants it. Give the transaction of the
 * change, so that neither is stored without the other. A webhook that is just being deleted gets none. alarms/tell/ sends it.
 */
export async function writeEvent<E extends VesselEvent>(
  tx: Db,
  vesselId: string,
  event: E,
  data: DataOf[E],
  now: Date,
): Promise<void> {
  await sql`
    insert into message (vessel_id, id, channel_id, content, created_at, next_try_at)
    select v.id, gen_random_uuid(), c.id, json_build_object(
      'event', ${event}::text, 'vessel', json_build_object('id', v.id, 'name', v.name), 'alarm', null,
      'at', ${now.toISOString()}::text, 'data', ${JSON.stringify(data)}::json
    ), ${now}, ${now}
    from vessel v
    join owner o on o.id = v.owner_id and o.suspended_at is null
    join channel c on c.owner_id = v.owner_id and c.enabled and ${event} = any(c.events)
    where v.id = ${vesselId}
    for key share of c`.execute(tx)
}
