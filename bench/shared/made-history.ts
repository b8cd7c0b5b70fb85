import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { untimed } from '../../apps/server/src/db/untimed.ts'
import { compactAll } from '../../apps/server/src/telemetry/testing/compact-all.ts'
import { rollUpAll } from '../../apps/server/src/telemetry/testing/roll-up-all.ts'
import type { Boat } from './boats.ts'
import { storeLive } from './live-batches.ts'

const HOUR_MS = 3_600_000
/** As Signal K gives each value a time of its own. */
export const JITTER_MS = 12
/** Boats that send in one statement. */
const BOATS_AT_ONCE = 40
/** Hours that are copied by one statement. */
const HOURS_AT_ONCE = 24

/** What history is made for. */
type HistoryBoat = Pick<Boat, 'vesselId' | 'connectionId'> & { key: Pick<Boat['key'], 'hash'> }

/**
 * An hour of each boat as the service makes it, with its rollups and blocks, which ends at `start`, ms; and as many copies before
 * it as the days have.
 */
export async function makeHistory(
  database: Database,
  boats: HistoryBoat[],
  start: number,
  days: number,
): Promise<void> {
  const { db } = database
  for (let from = 0; from < boats.length; from += BOATS_AT_ONCE)
    await storeLive(database, boats.slice(from, from + BOATS_AT_ONCE), {
      ...{ start: start - HOUR_MS, hours: 1, jitterMs: JITTER_MS },
    })
  await rollUpAll(database)
  await compactAll(database)
  const earlier = sql`n * interval '1 hour'`
  await untimed(db, async (own) => {
    for (let last = 24 * days - 1; last > 0; last -= HOURS_AT_ONCE) {
      const hours = sql`generate_series(${Math.max(1, last - HOURS_AT_ONCE + 1)}::integer, ${last}::integer) n`
      await sql`
        insert into telemetry_batch (vessel_id, connection_id, batch_key, first_at, last_at, arrived_at, metrics, accepted, hours_applied, body, block)
        select vessel_id, connection_id, overlay(batch_key::text placing lpad(to_hex(100000 - n), 5, '0') from 1 for 5)::uuid, first_at - ${earlier}, last_at - ${earlier}, arrived_at - ${earlier}, metrics, accepted, false, body, block
        from telemetry_batch, ${hours} where last_at >= ${new Date(start - HOUR_MS)} order by n desc, vessel_id`.execute(
        own,
      )
      await sql`
        insert into telemetry_answered (vessel_id, connection_id, hour, day, mark_bytes, batches, applied)
        select vessel_id, connection_id, hour - n, day - n / 24, mark_bytes, batches, applied from telemetry_answered, ${hours}
        where hour >= ${start / HOUR_MS - 1}::integer order by n desc, vessel_id`.execute(own)
    }
    await sql`
      insert into telemetry_rollup select (jsonb_populate_record(r, jsonb_build_object('day', r.day - n))).* from telemetry_rollup r, generate_series(1, ${days}::integer) n
      on conflict do nothing`.execute(own)
    await sql`
      insert into telemetry_day select (jsonb_populate_record(d, jsonb_build_object('day', d.day - n))).* from telemetry_day d, generate_series(1, ${days}::integer) n
      on conflict do nothing`.execute(own)
  })
}
