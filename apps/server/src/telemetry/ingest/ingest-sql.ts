import type { Rejection } from '@binnacle/contract'
import { bytesArray, int2Array, int4Array, timestampArray } from '../../db/binary-array.ts'
import type { Database } from '../../db/database.ts'
import type { Batch } from './batch.ts'

/** A batch and the onboard device that sends it. */
export interface Arrival {
  keyHash: Buffer
  batch: Batch
}

/** What became of a batch: stored now, stored before, or refused. */
export interface Outcome {
  outcome:
    | 'accepted'
    | 'repeat'
    | 'invalid_connection_key'
    | 'ingest_disabled'
    | 'account_suspended'
    | 'connection_disabled'
    | 'idempotency_key_reused'
    | 'too_frequent'
  accepted: number | null
  rejected: Rejection[] | null
  hours_applied: boolean
  /**
   * How much of the gap since the connection's batch before is left, ms, for too_frequent; for accepted, how long ago it was
   * over, as a negative number. null: there was none within 24 days, more than which an integer does not hold.
   */
  wait_ms: number | null
}

export interface IngestRules {
  gapMs: number
  /** What the environment says; the operator's switch, which the statement reads, goes before it. */
  enabled: boolean
}

const INGEST = `select outcome, accepted, rejected, hours_applied, wait_ms
from ingest_telemetry($1::interval, $2::boolean, $3::bytea[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::timestamptz[],
  $8::timestamptz[], $9::integer[], $10::smallint[], $11::integer[], $12::timestamptz[], $13::json[], $14::text[])`

/**
 * Stores the batches of several requests in one transaction: key check, repeats, gap, meter, logbook and readings. The
 * statement calls the function of ingest-function.sql. Gives an outcome for each arrival, in their order. No two of them
 * may be of one onboard device.
 */
export async function ingest(database: Database, arrivals: Arrival[], rules: IngestRules): Promise<Outcome[]> {
  const batches = arrivals.map((arrival) => arrival.batch)
  return database.prepared<Outcome>('ingest', INGEST, [
    `${rules.gapMs} milliseconds`,
    rules.enabled,
    bytesArray(
      'bytea',
      arrivals.map((arrival) => arrival.keyHash),
    ),
    bytesArray(
      'uuid',
      batches.map((b) => b.key),
    ),
    bytesArray(
      'uuid',
      batches.map((b) => b.bodyHash),
    ),
    timestampArray(batches.map((b) => b.arrivedAt)),
    timestampArray(batches.map((b) => b.firstAt)),
    timestampArray(batches.map((b) => b.lastAt)),
    int4Array(batches.map((b) => b.metrics)),
    int2Array(batches.map((b) => b.accepted)),
    int4Array(batches.map((b) => b.meter?.hours ?? null)),
    timestampArray(batches.map((b) => b.meter?.at ?? null)),
    bytesArray(
      'json',
      batches.map((b) => (b.rejected.length > 0 ? Buffer.from(JSON.stringify(b.rejected)) : null)),
    ),
    bytesArray(
      'text',
      batches.map((b) => b.body),
    ),
  ])
}
