import { LIMITS, metricBit, type Rejection } from '@binnacle/contract'
import { ApiError } from '../http/errors.ts'
import { parseInstant } from '../http/instant.ts'
import { holdsBadText, isRawNumber, parseExact, parseJson } from '../http/json.ts'
import { type Packed, packedText } from './packed.ts'
import { type AcceptedReading, isObject, problemOf, rejection } from './reading.ts'

const invalid = (why: string) => new ApiError('invalid_request', why)

/**
 * Packs a body of any form: with white space, escapes, unknown fields, or readings that do not fit, which are rejected alone. Throws
 * invalid_request and too_many_readings. Slower than pack, which gives the same for the bodies that it takes.
 */
export function packAny(body: Buffer, now: number): { packed: Packed; rejected: Rejection[] } {
  const sent = readingsOf(body)
  const accepted: { reading: AcceptedReading; ms: number }[] = []
  const rejected: Rejection[] = []
  let everyTimeSent = true
  for (const reading of sent) {
    const recorded_at = (reading as { recorded_at?: unknown } | null)?.recorded_at
    if (recorded_at === undefined) everyTimeSent = false
    const ms =
      recorded_at === undefined ? now : typeof recorded_at === 'string' ? parseInstant(recorded_at) : Number.NaN
    const problem = problemOf(reading, ms)
    if (problem === null) accepted.push({ reading: reading as AcceptedReading, ms: Math.min(ms, now) })
    else rejected.push(rejection(reading, problem))
  }
  const times = accepted.map(({ ms }) => ms)
  const hours = accepted.filter(({ reading }) => reading.metric === 'engine_hours' && isRawNumber(reading.value))
  const packed: Packed = {
    body: packReadings(accepted.map(({ reading }) => reading)),
    accepted: accepted.length,
    metrics: accepted.reduce((bits, { reading }) => bits | metricBit(reading.metric), 0),
    firstMs: Math.min(...times),
    lastMs: Math.max(...times),
    everyTimeSent,
    hours: hours.map(({ reading, ms }) => ({ digits: JSON.stringify(reading.value), unit: reading.unit ?? null, ms })),
  }
  return { packed, rejected }
}

function readingsOf(body: Buffer): unknown[] {
  const parsed = parseJson(body)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw invalid('/ must be object')
  const { readings } = parsed as { readings?: unknown }
  if (readings === undefined) throw invalid('/readings is required')
  if (!Array.isArray(readings)) throw invalid('/readings must be array')
  if (readings.length === 0) throw invalid('/readings must have at least 1 reading')
  if (readings.length > LIMITS.readingsPerRequest) throw new ApiError('too_many_readings')
  const { readings: exact } = parseExact(body.toString()) as { readings: unknown[] }
  // A text that cannot be stored makes the reading unfit wherever it stands; the digits make no difference to that.
  return exact.map((reading, i) =>
    isObject(reading) && holdsBadText(readings[i]) ? { ...reading, badText: true } : reading,
  )
}

function packReadings(readings: AcceptedReading[]): Buffer {
  const series = new Map<string, number>()
  const times: string[] = []
  const at: (number | null)[] = []
  const of = readings.map(({ metric, unit, instance, recorded_at }) => {
    const key = JSON.stringify([metric, unit ?? null, instance ?? null])
    if (!series.has(key)) series.set(key, series.size)
    if (recorded_at !== undefined && JSON.stringify(recorded_at) !== times.at(-1))
      times.push(JSON.stringify(recorded_at))
    at.push(recorded_at === undefined ? null : times.length - 1)
    return series.get(key)!
  })
  const texts = readings.map(({ text_value }) => JSON.stringify(text_value ?? null))
  const { head, tail } = packedText(
    [...series.keys()],
    of,
    times,
    at,
    texts.some((text) => text !== 'null') ? texts : null,
  )
  return Buffer.from(head + readings.map(({ value }) => JSON.stringify(value ?? null)).join() + tail)
}
