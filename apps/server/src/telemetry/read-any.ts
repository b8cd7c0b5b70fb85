import { LIMITS } from '@binnacle/contract'
import { ApiError } from '../http/errors.ts'
import { holdsBadText, isRawNumber, parseExact, parseJson } from '../http/json.ts'
import { Digits, type SentReading } from './scan.ts'

const invalid = (why: string) => new ApiError('invalid_request', why)

/**
 * The readings of a body of any form: with white space, escapes, unknown fields, or nothing that fits. Throws invalid_request and
 * too_many_readings. Slower than scanReadings, and for every form that it leaves.
 */
export function readAny(body: Buffer): SentReading[] {
  const parsed = parseJson(body)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw invalid('/ must be object')
  const { readings } = parsed as { readings?: unknown }
  if (readings === undefined) throw invalid('/readings is required')
  if (!Array.isArray(readings)) throw invalid('/readings must be array')
  if (readings.length === 0) throw invalid('/readings must have at least 1 reading')
  if (readings.length > LIMITS.readingsPerRequest) throw new ApiError('too_many_readings')
  return (parseExact(body.toString()) as { readings: unknown[] }).readings.map(toSent)
}

const NOTHING: SentReading = {
  metric: undefined,
  value: undefined,
  text_value: undefined,
  unit: undefined,
  instance: undefined,
  recorded_at: undefined,
}

function toSent(reading: unknown): SentReading {
  if (typeof reading !== 'object' || reading === null || Array.isArray(reading) || isRawNumber(reading))
    return { ...NOTHING, problem: 'a reading must be an object' }
  const { metric, value, text_value, unit, instance, recorded_at } = reading as SentReading
  return {
    metric: exact(metric),
    value: exact(value),
    text_value: exact(text_value),
    unit: exact(unit),
    instance: exact(instance),
    recorded_at: exact(recorded_at),
    ...(holdsBadText(reading) && { problem: 'text must not hold U+0000 or half a surrogate pair' }),
  }
}

/** A number by its digits. 1e400 is JSON, but no number that anyone can compute with. */
function exact(value: unknown): unknown {
  if (!isRawNumber(value)) return value
  const text = JSON.stringify(value)
  return Number.isFinite(Number(text)) ? new Digits(text) : Number.POSITIVE_INFINITY
}
