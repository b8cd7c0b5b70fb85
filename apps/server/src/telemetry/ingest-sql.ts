import type { Rejection } from '@binnacle/contract'
import type { Database } from '../db/database.ts'
import type { Batch } from './batch.ts'

/** A batch and the box that sends it. */
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
    | 'connection_disabled'
    | 'idempotency_key_reused'
    | 'too_frequent'
  accepted: number | null
  rejected: Rejection[] | null
  hours_applied: boolean
  /** How much of the gap is left, ms, for too_frequent. */
  wait_ms: number | null
}

export interface IngestRules {
  gapMs: number
  /** What the environment says; the operator's switch, which the statement reads, goes before it. */
  enabled: boolean
}

const INGEST = `select outcome, accepted, rejected, hours_applied, wait_ms
from ingest_telemetry($1::interval, $2::boolean, $3::bytea[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::timestamptz[],
  $8::timestamptz[], $9::integer[], $10::smallint[], $11::integer[], $12::timestamptz[], $13::json[], $14::bytea, $15::integer[], $16::integer[])`

/**
 * Stores the batches of several requests in one transaction: key check, repeats, gap, meter, logbook and readings. The
 * statement is the function of migrations/0002_ingest.sql. Gives an outcome for each arrival, in their order. No two of them
 * may be of one box.
 */
export async function ingest(database: Database, arrivals: Arrival[], rules: IngestRules): Promise<Outcome[]> {
  const batches = arrivals.map((arrival) => arrival.batch)
  const each = (cell: (batch: Batch) => string | number | null) => list(batches.map(cell))
  const ends: number[] = []
  for (const { body } of batches) ends.push((ends.at(-1) ?? 0) + body.length)
  return database.prepared<Outcome>('ingest', INGEST, [
    `${rules.gapMs} milliseconds`,
    rules.enabled,
    list(arrivals.map((arrival) => `"\\\\x${arrival.keyHash.toString('hex')}"`)),
    each((b) => b.key),
    each((b) => b.bodyHash),
    each((b) => b.arrivedAt.toISOString()),
    each((b) => b.firstAt.toISOString()),
    each((b) => b.lastAt.toISOString()),
    each((b) => b.metrics),
    each((b) => b.accepted),
    each((b) => b.meter?.hours ?? null),
    each((b) => b.meter?.at.toISOString() ?? null),
    batches.map((b) => (b.rejected.length > 0 ? JSON.stringify(b.rejected) : null)),
    batches.length === 1 ? batches[0]!.body : Buffer.concat(batches.map((b) => b.body)),
    list([0, ...ends.slice(0, -1)]),
    list(ends),
  ])
}

/** An array as PostgreSQL writes it, of cells that need no quotes: `pg` would look at every character of each. */
const list = (cells: (string | number | null)[]) => `{${cells.map((cell) => cell ?? 'null').join()}}`
