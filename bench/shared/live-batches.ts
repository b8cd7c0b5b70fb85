import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { readBatch } from '../../apps/server/src/telemetry/ingest/batch.ts'
import { type Arrival, ingest } from '../../apps/server/src/telemetry/ingest/ingest-sql.ts'
import type { Boat } from './boats.ts'
import { isoTime, random, readingsOf, StampedText, telemetryParts } from './bodies.ts'

const READINGS = 20
const EVERY_MS = 5_000
const HOUR_MS = 3_600_000

/** What boats really send: 20 readings each 5 s. */
export const LIVE = { readings: READINGS, everyMs: EVERY_MS, batchesAnHour: HOUR_MS / EVERY_MS } as const

/**
 * Stores what boats send in some hours from `start`, ms, in the service's own statement: all boats at once, each 5 s; then calls
 * `after`.
 */
export async function storeLive(
  database: Database,
  boats: { key: Pick<Boat['key'], 'hash'> }[],
  { start, hours, jitterMs }: { start: number; hours: number; jitterMs: number },
  after: (n: number) => Promise<void> = async () => {},
): Promise<void> {
  const batches = hours * LIVE.batchesAnHour
  const next = random(1)
  const samples = boats.map((_, i) => readingsOf(i, batches * READINGS, EVERY_MS))
  for (let n = 0; n < batches; n++) {
    const arrivals = boats.map(({ key }, i): Arrival => {
      const readings = samples[i]!.slice(n * READINGS, (n + 1) * READINGS)
      const jittered = readings.map((one) => ({ ...one, at: one.at + Math.floor(jitterMs * next()) }))
      const text = new StampedText(telemetryParts(jittered), isoTime)
      text.stamp(start)
      const arrived = new Date(start + n * EVERY_MS + 700 + Math.floor(100 * next()))
      return { keyHash: key.hash, batch: readBatch(text.bytes, randomUUID(), arrived) }
    })
    await ingest(database, arrivals, { gapMs: 0, enabled: true })
    await after(n)
  }
}

/** Bytes of WAL that the server has written since it was made. */
export async function walBytes({ db }: Database): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`.execute(
    db,
  )
  return Number(rows[0]!.bytes)
}
