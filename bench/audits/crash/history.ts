import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../apps/server/src/db/database.ts'
import { hashKey } from '../../../apps/server/src/http/values/key.ts'
import { readBatch } from '../../../apps/server/src/telemetry/ingest/batch.ts'
import { ingest } from '../../../apps/server/src/telemetry/ingest/ingest-sql.ts'
import { rollUpAll } from '../../../apps/server/src/telemetry/testing/roll-up-all.ts'
import { type AuditedBoat, READINGS_PER_BATCH } from './clients.ts'

const HOUR_MS = 3_600_000
const BATCHES_AN_HOUR = 3

/**
 * Stores some batches of each of so many hours before this one, rolled up: the service makes blocks of them, from soon after its
 * start.
 */
export async function storeHistory(database: Database, boats: AuditedBoat[], hours: number): Promise<void> {
  const from = Math.floor(Date.now() / HOUR_MS - hours) * HOUR_MS
  for (let n = 0; n < hours * BATCHES_AN_HOUR && boats.length > 0; n++) {
    const at = from + (n * HOUR_MS) / BATCHES_AN_HOUR
    const readings = Array.from({ length: READINGS_PER_BATCH }, (_, i) => ({
      metric: 'engine_rpm',
      value: n * READINGS_PER_BATCH + i,
      recorded_at: new Date(at + 7 * i).toISOString(),
    }))
    const body = Buffer.from(JSON.stringify({ readings }))
    const arrivals = boats.map(({ boat }) => ({
      keyHash: hashKey(boat.deviceKey),
      batch: readBatch(body, randomUUID(), new Date(at + 700)),
    }))
    const outcomes = await ingest(database, arrivals, { gapMs: 0, enabled: true })
    for (const [i, { outcome }] of outcomes.entries()) {
      if (outcome !== 'accepted') throw new Error(`history was not stored: ${outcome}`)
      boats[i]!.acknowledged++
    }
  }
  await rollUpAll(database)
}

export async function countBlocks({ db }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(block)::integer as n from telemetry_batch`.execute(db)
  return rows[0]!.n
}
