import { hash, randomUUID } from 'node:crypto'
import { LIMITS, metricBit, type Rejection } from '@binnacle/contract'
import { parseInstant } from '../http/instant.ts'
import { decodeUtf8 } from '../http/json.ts'
import { meterValue, raisesMeter } from '../maintenance/hour-meter.ts'
import { columnsOf } from './columns.ts'
import { readAny } from './read-any.ts'
import { type AcceptedReading, problemOf, rejection } from './reading.ts'
import { scanReadings } from './scan.ts'

/** A telemetry request, read and checked: what the statement that stores it needs. */
export interface Batch {
  /** Names the batch for its connection: a repeat has the same. */
  key: string
  /** What the key stood for, where the key is not made of it. */
  bodyHash: string | null
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
  /** The accepted readings as columns.ts writes them. */
  body: Buffer
}

const ENGINE_HOURS = metricBit('engine_hours')

/** Reads a telemetry body. Throws invalid_request and too_many_readings; a reading that does not fit is rejected alone. */
export function readBatch(body: Buffer, idempotencyKey: string | undefined, arrivedAt: Date): Batch {
  const sent = scanReadings(decodeUtf8(body), LIMITS.readingsPerRequest) ?? readAny(body)
  const now = arrivedAt.getTime()
  const accepted: AcceptedReading[] = []
  const rejected: Rejection[] = []
  let metrics = 0
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let everyTimeSent = true
  let meter: Batch['meter'] = null
  let lastText: unknown
  let lastMs = Number.NaN
  for (const reading of sent) {
    if (reading.recorded_at === undefined) everyTimeSent = false
    // A box's readings come sample by sample, so most times are the same as the one before.
    else if (reading.recorded_at !== lastText) {
      lastText = reading.recorded_at
      lastMs = typeof lastText === 'string' ? parseInstant(lastText) : Number.NaN
    }
    const bit = typeof reading.metric === 'string' ? metricBit(reading.metric) : 0
    const problem = problemOf(reading, bit, reading.recorded_at === undefined ? now : lastMs)
    if (problem !== null) {
      rejected.push(rejection(reading.metric, problem))
      continue
    }
    const fits = reading as AcceptedReading
    accepted.push(fits)
    // A reading from the future sorts by its arrival, or a wrong clock would hide all that comes after it.
    const at = fits.recorded_at === undefined || lastMs > now ? now : lastMs
    if (at < first) first = at
    if (at > last) last = at
    metrics |= bit
    if (bit === ENGINE_HOURS) meter = higher(meter, fits, at)
  }
  const columns = Buffer.from(columnsOf(accepted))
  return {
    ...keyOf(columns, rejected, idempotencyKey, everyTimeSent),
    arrivedAt,
    firstAt: accepted.length > 0 ? new Date(first) : arrivedAt,
    lastAt: accepted.length > 0 ? new Date(last) : arrivedAt,
    metrics,
    accepted: accepted.length,
    rejected,
    meter,
    body: columns,
  }
}

function higher(meter: Batch['meter'], { value, unit }: AcceptedReading, at: number): Batch['meter'] {
  const hours = meterValue({ value: value ? Number(value.text) : null, unit: unit ?? null })
  return hours !== null && raisesMeter(meter?.hours ?? null, hours) ? { hours, at: new Date(at) } : meter
}

/** The first half of a SHA-256 as a uuid: 16 bytes tell the batches of one connection apart. */
function digest(data: string | Buffer): string {
  const hex = hash('sha256', data, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/**
 * Known by its Idempotency-Key, or by its content where every reading has its own time; else each request is a new batch. The
 * content is what was read of the body: white space and unknown fields make no other batch.
 */
function keyOf(
  columns: Buffer,
  rejected: Rejection[],
  idempotencyKey: string | undefined,
  everyTimeSent: boolean,
): Pick<Batch, 'key' | 'bodyHash'> {
  const content = () => digest(rejected.length === 0 ? columns : columns.toString() + JSON.stringify(rejected))
  if (idempotencyKey !== undefined) return { key: digest(`key:${idempotencyKey}`), bodyHash: content() }
  return { key: everyTimeSent ? content() : randomUUID(), bodyHash: null }
}
