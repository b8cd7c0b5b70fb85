import { LIMITS, type Metric, metricBit, type Rejection } from '@binnacle/contract'
import { badTextIn, isRawNumber } from '../../http/route/json.ts'

/** A reading that fits; its value is a number by its digits, as parseExact gives it. */
export interface AcceptedReading {
  metric: Metric
  value?: unknown
  text_value?: string | null
  unit?: string | null
  instance?: string | null
  recorded_at?: string | null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)

const TEXTS = Object.entries(LIMITS.readingText)

/** Lengths are code points; a text of no more UTF-16 units has no more code points. */
const fits = (value: unknown, maxLength: number) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && (value.length <= maxLength || [...value].length <= maxLength))

/**
 * Why a reading, as parseExact gives it, is not stored; null when it is an AcceptedReading. recordedMs is what its time was read
 * as; badAt is where it has a text that cannot be stored, as badTextAt gives it. Source: vessel-data-api.md, "Reading";
 * bad-input.md 22 to 24.
 */
export function problemOf(reading: unknown, recordedMs: number, badAt: string | null): string | null {
  if (!isObject(reading)) return 'a reading must be an object'
  const sent: Record<string, unknown> = reading
  if (sent.metric === null || sent.metric === undefined) return 'metric is required'
  if (typeof sent.metric !== 'string') return 'metric must be a string'
  if (metricBit(sent.metric) === 0) return 'unknown metric'
  // 1e400 is JSON, but no number that anyone can compute with.
  const measured = isRawNumber(sent.value) && Number.isFinite(Number(JSON.stringify(sent.value)))
  if (!measured && sent.value !== null && sent.value !== undefined) return 'value must be a number'
  for (const [name, length] of TEXTS)
    if (!fits(sent[name], length)) return `${name} must be a string of at most ${length} characters`
  if (!measured && typeof sent.text_value !== 'string') return 'one of value and text_value is required'
  if (Number.isNaN(recordedMs)) return 'recorded_at must be an RFC 3339 date-time'
  return badAt === null ? null : badTextIn(badAt.slice(1) || 'a reading')
}

/** The rejection as the onboard device is told: the metric's name cut and made fit to be stored. */
export function rejection(reading: unknown, reason: string): Rejection {
  const metric = (reading as { metric?: unknown } | null)?.metric ?? ''
  const name = typeof metric === 'string' ? metric : JSON.stringify(metric)
  const shortened = [...name.slice(0, 2 * LIMITS.echoedMetricLength)].slice(0, LIMITS.echoedMetricLength).join('')
  return { metric: shortened.replaceAll('\0', '').toWellFormed(), reason }
}
