import { LIMITS, type Metric, metricBit, type Rejection } from '@binnacle/contract'
import { Digits, type SentReading } from './scan.ts'

/** A reading that fits: what is stored of it. */
export interface AcceptedReading {
  metric: Metric
  value: Digits | null | undefined
  text_value: string | null | undefined
  unit: string | null | undefined
  instance: string | null | undefined
  recorded_at: string | undefined
}

const TEXTS = { text_value: 120, unit: 16, instance: 40 } as const

/** Lengths are code points; a text of no more UTF-16 units has no more code points. */
const fits = (value: unknown, most: number) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && (value.length <= most || [...value].length <= most))

/**
 * Why a reading is not stored; null when it is, and then it is an AcceptedReading. recordedMs is what parseInstant makes of
 * its time: the caller has read it.
 * Source: vessel-data-api.md, "Reading"; bad-input.md 22 to 24.
 */
export function problemOf(reading: SentReading, recordedMs: number): string | null {
  const { metric, value, text_value, problem } = reading
  if (problem !== undefined) return problem
  if (typeof metric !== 'string' || metricBit(metric) === 0) return 'unknown metric'
  const measured = value instanceof Digits
  if (!measured && value !== null && value !== undefined) return 'value must be a number'
  for (const name of ['text_value', 'unit', 'instance'] as const)
    if (!fits(reading[name], TEXTS[name])) return `${name} must be text of at most ${TEXTS[name]} characters`
  if (!measured && (text_value === null || text_value === undefined)) return 'one of value and text_value is required'
  if (Number.isNaN(recordedMs)) return 'recorded_at must be an RFC 3339 date-time'
  return null
}

/** The rejection as the box is told: the metric's name cut and made fit to be stored. */
export function rejection(metric: unknown, reason: string): Rejection {
  const name = typeof metric === 'string' ? metric : metric === undefined ? '' : textOf(metric)
  const shortened = [...name.slice(0, 2 * LIMITS.echoedMetricLength)].slice(0, LIMITS.echoedMetricLength).join('')
  return { metric: shortened.replaceAll('\0', '').toWellFormed(), reason }
}

const textOf = (value: unknown) => (value instanceof Digits ? value.text : String(JSON.stringify(value)))
