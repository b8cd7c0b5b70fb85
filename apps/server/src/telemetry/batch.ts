import { hash, randomUUID } from 'node:crypto'
import { LIMITS, type Rejection } from '@binnacle/contract'
import { ApiError } from '../http/errors.ts'
import { decodeUtf8, holdsBadText, parseExact, refuseDeepNesting, refuseForbiddenKeys } from '../http/json.ts'
import { meterValue, raisesMeter } from '../maintenance/hour-meter.ts'
import { type Checked, checkReading, rejection, type SentReading } from './reading.ts'

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
  /** JSON `{"readings": [...]}` of the accepted readings, each as it was sent. */
  body: Uint8Array
}

const invalid = (why: string) => new ApiError('invalid_request', why)

const ENGINE_HOURS = 1

/** Reads a telemetry body. Throws invalid_request and too_many_readings; a reading that does not fit is rejected alone. */
export function readBatch(body: Uint8Array, idempotencyKey: string | undefined, arrivedAt: Date): Batch {
  const text = decodeUtf8(body)
  const readings = readingsOf(text, body)
  const escaped = text.includes('\\u')
  const now = arrivedAt.getTime()
  const checked: Checked = { reason: null, bit: 0, recordedMs: null, nested: false }
  const rejected: Rejection[] = []
  const keep: boolean[] = []
  let metrics = 0
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let everyTimeSent = true
  let meter: { hours: number; at: Date } | null = null
  let nested = false
  for (const sent of readings) {
    const { reason, bit, recordedMs, nested: inner } = checkReading(sent, checked)
    nested ||= inner
    if (recordedMs === null) everyTimeSent = false
    const problem =
      reason ?? (escaped && holdsBadText(sent) ? 'text must not hold U+0000 or half a surrogate pair' : null)
    keep.push(problem === null)
    if (problem !== null) {
      rejected.push(rejection(sent, problem))
      continue
    }
    metrics |= bit
    // A reading from the future sorts by its arrival, or a wrong clock would hide all that comes after it.
    const at = recordedMs === null || recordedMs > now ? now : recordedMs
    if (at < first) first = at
    if (at > last) last = at
    if (bit === ENGINE_HOURS) meter = higher(meter, sent as SentReading, at)
  }
  if (nested) refuseDangerous(readings, body)
  const accepted = readings.length - rejected.length
  return {
    ...keyOf(body, idempotencyKey, everyTimeSent),
    arrivedAt,
    firstAt: accepted > 0 ? new Date(first) : arrivedAt,
    lastAt: accepted > 0 ? new Date(last) : arrivedAt,
    metrics,
    accepted,
    rejected,
    meter,
    body: rejected.length === 0 ? body : withoutRejected(text, keep),
  }
}

function readingsOf(text: string, body: Uint8Array): unknown[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw invalid('the body is not JSON')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw invalid('/ must be object')
  const { readings, ...rest } = parsed as { readings?: unknown }
  for (const _ in rest) {
    refuseDangerous(rest, body)
    break
  }
  if (readings === undefined) throw invalid('/readings is required')
  if (!Array.isArray(readings)) throw invalid('/readings must be array')
  if (readings.length === 0) throw invalid('/readings must have at least 1 reading')
  if (readings.length > LIMITS.readingsPerRequest) throw new ApiError('too_many_readings')
  return readings
}

function refuseDangerous(value: unknown, body: Uint8Array): void {
  refuseDeepNesting(body)
  refuseForbiddenKeys(value)
}

function higher(meter: Batch['meter'], sent: SentReading, at: number): Batch['meter'] {
  const hours = meterValue({ value: sent.value ?? null, unit: sent.unit ?? null })
  return hours !== null && raisesMeter(meter?.hours ?? null, hours) ? { hours, at: new Date(at) } : meter
}

/** The first half of a SHA-256 as a uuid: 16 bytes tell the batches of one connection apart. */
function digest(data: string | Uint8Array): string {
  const hex = hash('sha256', data, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Known by its Idempotency-Key, or by its content where every reading has its own time; else each request is a new batch. */
function keyOf(
  body: Uint8Array,
  idempotencyKey: string | undefined,
  everyTimeSent: boolean,
): Pick<Batch, 'key' | 'bodyHash'> {
  if (idempotencyKey !== undefined) return { key: digest(`key:${idempotencyKey}`), bodyHash: digest(body) }
  return { key: everyTimeSent ? digest(body) : randomUUID(), bodyHash: null }
}

/** The body with the accepted readings alone, numbers with the digits that were sent. */
function withoutRejected(text: string, keep: boolean[]): Uint8Array {
  const { readings } = parseExact(text) as { readings: unknown[] }
  return Buffer.from(JSON.stringify({ readings: readings.filter((_, place) => keep[place]) }))
}
