import { LIMITS, metricBit, type Rejection } from '@binnacle/contract'
import { ApiError, invalid } from '../../http/errors.ts'
import { badTextAt, isRawNumber, parseExact, parseJson } from '../../http/route/json.ts'
import { parseInstant } from '../../http/values/instant.ts'
import { BEFORE, END, type Encoded } from '../batch-format.ts'
import { type AcceptedReading, problemOf, rejection } from './reading.ts'

/**
 * Encodes a body of any form: with white space, escapes, unknown fields, or readings that do not fit, which are rejected alone. Throws
 * invalid_request and too_many_readings. Slower than encode, which gives the same for the bodies that it takes.
 */
export function encodeAny(body: Buffer, now: number): { encoded: Encoded; rejected: Rejection[] } {
  const { readings, badAt } = readingsOf(body)
  const accepted: { reading: AcceptedReading; ms: number }[] = []
  const rejected: Rejection[] = []
  let everyTimeSent = true
  for (const [i, reading] of readings.entries()) {
    // A null is as if the field were absent.
    const recorded_at = (reading as { recorded_at?: unknown } | null)?.recorded_at ?? null
    if (recorded_at === null) everyTimeSent = false
    const ms = recorded_at === null ? now : typeof recorded_at === 'string' ? parseInstant(recorded_at) : Number.NaN
    const problem = problemOf(reading, ms, badAt[i]!)
    if (problem === null) accepted.push({ reading: reading as AcceptedReading, ms: Math.min(ms, now) })
    else rejected.push(rejection(reading, problem))
  }
  const times = accepted.map(({ ms }) => ms)
  const hours = accepted.filter(({ reading }) => reading.metric === 'engine_hours' && isRawNumber(reading.value))
  const encoded: Encoded = {
    body: encodeReadings(accepted.map(({ reading }) => reading)),
    accepted: accepted.length,
    metrics: accepted.reduce((bits, { reading }) => bits | metricBit(reading.metric), 0),
    firstMs: Math.min(...times),
    lastMs: Math.max(...times),
    everyTimeSent,
    hours: hours.map(({ reading, ms }) => ({ digits: JSON.stringify(reading.value), unit: reading.unit ?? null, ms })),
  }
  return { encoded, rejected }
}

/** The readings with the digits of their numbers, and where each has a text that cannot be stored. */
function readingsOf(body: Buffer): { readings: unknown[]; badAt: (string | null)[] } {
  const parsed = parseJson(body)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw invalid('the body must be an object')
  const { readings } = parsed as { readings?: unknown }
  if (readings === undefined) throw invalid('/readings is required')
  if (!Array.isArray(readings)) throw invalid('/readings must be an array')
  if (readings.length === 0) throw invalid('/readings must not be empty')
  if (readings.length > LIMITS.readingsPerRequest) throw new ApiError('too_many_readings')
  const { readings: exact } = parseExact(body.toString()) as { readings: unknown[] }
  // A text that cannot be stored makes the reading unfit wherever it stands; the digits make no difference to that.
  return { readings: exact, badAt: readings.map(badTextAt) }
}

function encodeReadings(readings: AcceptedReading[]): Buffer {
  const series = new Map<string, number>()
  const times: string[] = []
  const at: (number | null)[] = []
  const of = readings.map(({ metric, unit, instance, recorded_at }) => {
    const key = JSON.stringify([metric, unit ?? null, instance ?? null])
    if (!series.has(key)) series.set(key, series.size)
    if (recorded_at != null && JSON.stringify(recorded_at) !== times.at(-1)) times.push(JSON.stringify(recorded_at))
    at.push(recorded_at == null ? null : times.length - 1)
    return series.get(key)!
  })
  const texts = readings.map(({ text_value }) => JSON.stringify(text_value ?? null))
  const values = readings.map(({ value }) => JSON.stringify(value ?? null))
  const places = at.map((place) => place ?? 'null')
  const text = texts.some((one) => one !== 'null') ? `${BEFORE.texts}${texts}` : ''
  return Buffer.from(
    `${BEFORE.series}${[...series.keys()]}${BEFORE.of}${of}${BEFORE.times}${times}${BEFORE.at}${places}${text}${BEFORE.values}${values}${END}`,
  )
}
