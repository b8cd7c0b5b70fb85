import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { untimed } from '../../apps/server/src/db/untimed.ts'
import { readBatch } from '../../apps/server/src/telemetry/ingest/batch.ts'
import { type Arrival, ingest } from '../../apps/server/src/telemetry/ingest/ingest-sql.ts'
import type { Boat } from './boats.ts'
import { isoTime, readingsOf, StampedText, telemetryParts } from './bodies.ts'

export const READINGS_PER_BATCH = 200
const SAMPLE_EVERY_MS = 60_000
const BATCH_MS = 10 * SAMPLE_EVERY_MS
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
  /** One statement for a batch of each boat. */
  const send = async (bodyOf: (boat: number) => Buffer, arrivedAt: number) => {
    const arrivals = boats.map(({ key }, boat): Arrival => {
      return { keyHash: key.hash, batch: readBatch(bodyOf(boat), undefined, new Date(arrivedAt)) }
    })
    const outcomes = await ingest(database, arrivals, { gapMs: 0, enabled: true })
    const refused = outcomes.find(({ outcome }) => outcome !== 'accepted')
    if (refused) throw new Error(`a batch to read was not stored: ${refused.outcome}`)
  }
  for (let fault = 0; fault < FAULTS; fault++) await send(() => faultBody(start - fault * 1000), start)
  for (let batch = 0; batch < batches; batch++) {
    const from = start + batch * BATCH_MS
    for (const body of bodies) body.stamp(from)
    await send((boat) => Buffer.from(bodies[boat]!.bytes), from + BATCH_MS)
  }
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
export const vacuumAndCheckpoint = ({ db }: Pick<Database, 'db'>): Promise<void> =>
  untimed(db, async (own) => {
    await sql`vacuum (analyze)`.execute(own)
    await sql`checkpoint`.execute(own)
  })
