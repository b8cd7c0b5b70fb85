import { isUtf8 } from 'node:buffer'
import { hash, randomBytes } from 'node:crypto'
import type { Rejection } from '@binnacle/contract'
import { invalid } from '../../http/errors.ts'
import { meterValue, raisesMeter } from '../../maintenance/hour-meter/hour-meter.ts'
import type { Encoded } from '../batch-format.ts'
import { encode } from './encode.ts'
import { encodeAny } from './encode-any.ts'

/** A telemetry request, read and checked: what the statement that stores it needs. */
export interface Batch {
  /** Names the batch for its connection, 16 bytes: a repeat has the same. */
  key: Buffer
  /** What the key stood for, where the key is not made of it. */
  bodyHash: Buffer | null
  arrivedAt: Date
  /** First and last time of its readings, none after the arrival. */
  firstAt: Date
  lastAt: Date
  /** Bits of its metrics: see METRICS. */
  metrics: number
  accepted: number
  rejected: Rejection[]
  /** The whole hours that it gives the meter, and when they were measured; null when none of its readings move it. */
  meter: { hours: number; at: Date } | null
  /** The accepted readings, encoded: see batch-format.ts. */
  body: Buffer
}

/** Reads a telemetry body. Throws invalid_request and too_many_readings; a reading that does not fit is rejected alone. */
export function readBatch(body: Buffer, idempotencyKey: string | undefined, arrivedAt: Date): Batch {
  if (!isUtf8(body)) throw invalid('the body must be UTF-8')
  const now = arrivedAt.getTime()
  const quick = encode(body, now)
  const { encoded, rejected } = quick ? { encoded: quick, rejected: [] } : encodeAny(body, now)
  const none = encoded.accepted === 0
  return {
    ...keyOf(encoded, rejected, idempotencyKey),
    arrivedAt,
    firstAt: none ? arrivedAt : new Date(encoded.firstMs),
    lastAt: none ? arrivedAt : new Date(encoded.lastMs),
    metrics: encoded.metrics,
    accepted: encoded.accepted,
    rejected,
    meter: meterOf(encoded.hours),
    body: encoded.body,
  }
}

function meterOf(readings: Encoded['hours']): Batch['meter'] {
  let meter: Batch['meter'] = null
  for (const { digits, unit, ms } of readings) {
    const hours = meterValue({ value: Number(digits), unit })
    if (hours !== null && raisesMeter(meter?.hours ?? null, hours)) meter = { hours, at: new Date(ms) }
  }
  return meter
}

const KEY_BYTES = 16

/** The first half of a SHA-256: it tells the batches of one connection apart. */
const digest = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer').subarray(0, KEY_BYTES)

/**
 * Known by its Idempotency-Key, or by its content where every reading has its own time; else each request is a new batch. The
 * content is what was read of the body: white space and unknown fields make no other batch.
 */
function keyOf(
  { body, everyTimeSent }: Encoded,
  rejected: Rejection[],
  idempotencyKey: string | undefined,
): Pick<Batch, 'key' | 'bodyHash'> {
  const content = () => digest(rejected.length === 0 ? body : body.toString() + JSON.stringify(rejected))
  if (idempotencyKey !== undefined) return { key: digest(`key:${idempotencyKey}`), bodyHash: content() }
  return { key: everyTimeSent ? content() : randomBytes(KEY_BYTES), bodyHash: null }
}
