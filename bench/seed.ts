import { sql } from 'kysely'
import type { Database } from '../apps/server/src/db/database.ts'
import { readBatch } from '../apps/server/src/telemetry/batch.ts'
import { type Arrival, ingest } from '../apps/server/src/telemetry/ingest-sql.ts'
import { isoTime, readingsOf, StampedText, telemetryParts } from './bodies.ts'
import type { Boat } from './fleet.ts'

export const READINGS_PER_BATCH = 200
const SAMPLE_EVERY_MS = 60_000
const BATCH_MS = 10 * SAMPLE_EVERY_MS
const BATCHES_PER_STATEMENT = 64
/** How often the rare metric occurs, however much else there is: at the very beginning, where a search comes to it last. */
const FAULTS = 3

/**
 * Fills the boats with readings through the service's own statement, ten minutes a batch up to now, all boats in turn as
 * they would arrive. Gives how many are stored.
 */
export async function seedReadings(database: Database, boats: Boat[], readings: number): Promise<number> {
  const batches = Math.ceil(readings / READINGS_PER_BATCH / boats.length)
  const start = Date.now() - batches * BATCH_MS
  const bodies = boats.map((_, boat) => {
    const parts = telemetryParts(readingsOf(boat, READINGS_PER_BATCH, SAMPLE_EVERY_MS))
    return new StampedText(parts, isoTime)
  })
  let arrivals: Arrival[] = []
  const send = async (boat: Boat, body: Buffer, arrivedAt: number) => {
    arrivals.push({ keyHash: boat.key.hash, batch: readBatch(body, undefined, new Date(arrivedAt)) })
    if (arrivals.length === BATCHES_PER_STATEMENT) await flush()
  }
  const flush = async () => {
    const outcomes = await ingest(database, arrivals, { gapMs: 0, enabled: true })
    const refused = outcomes.find(({ outcome }) => outcome !== 'accepted')
    if (refused) throw new Error(`a batch to read was not stored: ${refused.outcome}`)
    arrivals = []
  }
  for (const boat of boats)
    for (let fault = 0; fault < FAULTS; fault++) await send(boat, faultBody(start - fault * 1000), start)
  for (let batch = 0; batch < batches; batch++)
    for (const [i, boat] of boats.entries()) {
      bodies[i]!.stamp(start + batch * BATCH_MS)
      await send(boat, Buffer.from(bodies[i]!.bytes), start + (batch + 1) * BATCH_MS)
    }
  if (arrivals.length > 0) await flush()
  return boats.length * (batches * READINGS_PER_BATCH + FAULTS)
}

const faultBody = (at: number) =>
  Buffer.from(
    `{"readings":[{"metric":"fault_code","text_value":"SPN 110 FMI 0","instance":"port","recorded_at":"${isoTime(at)}"}]}`,
  )

/** Tasks of each boat, and its logbook: `entries` service logs and as many hour logs. */
export async function seedMaintenance({ db }: Database, tasks: number, entries: number): Promise<void> {
  await sql`insert into task (vessel_id, id, title, title_key, interval_days, interval_hours, lead_days, lead_hours, start_at, start_hours)
    select v.id, gen_random_uuid(), 'Task ' || n, 'task ' || n, 365, 250, 30, 25, now() - interval '2 years', 0
    from vessel v cross join generate_series(1, ${tasks}::integer) n`.execute(db)
  await sql`insert into service_log (vessel_id, id, title, title_key, done_at, engine_hours, cost, currency, route)
    select v.id, gen_random_uuid(), 'Task ' || n % ${tasks}::integer, 'task ' || n % ${tasks}::integer, now() - n * interval '1 day', 1000, 12.50, 'EUR', 'diy'
    from vessel v cross join generate_series(1, ${entries}::integer) n`.execute(db)
  await sql`insert into engine_hour_log (vessel_id, id, hours, source, logged_at)
    select v.id, gen_random_uuid(), 1000, 'manual', now() - n * interval '1 hour'
    from vessel v cross join generate_series(1, ${entries}::integer) n`.execute(db)
}

/** What autovacuum does within minutes of such a load. */
export async function settle({ db }: Database): Promise<void> {
  await sql`vacuum (analyze)`.execute(db)
  await sql`checkpoint`.execute(db)
}
