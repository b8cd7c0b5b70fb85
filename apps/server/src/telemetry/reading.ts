import { LIMITS, type Metric, type Rejection } from '@binnacle/contract'
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

const tooLong = (name: keyof typeof TEXTS) => `${name} must be text of at most ${TEXTS[name]} characters`

/** Lengths are code points; a text of no more UTF-16 units has no more code points. */
const fits = (value: unknown, most: number) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && (value.length <= most || [...value].length <= most))

/**
 * Why a reading is not stored; null when it is, and then it is an AcceptedReading. bit is its metric's, recordedMs what
 * parseInstant makes of its time: the caller has looked them up.
 * Source: vessel-data-api.md, "Reading"; bad-input.md 22 to 24.
 */
export function problemOf(reading: SentReading, bit: number, recordedMs: number): string | null {
  const { value, text_value, problem } = reading
  if (problem !== undefined) return problem
  if (bit === 0) return 'unknown metric'
  const measured = value instanceof Digits
  if (!measured && value !== null && value !== undefined) return 'value must be a number'
  if (!fits(text_value, TEXTS.text_value)) return tooLong('text_value')
  if (!fits(reading.unit, TEXTS.unit)) return tooLong('unit')
  if (!fits(reading.instance, TEXTS.instance)) return tooLong('instance')
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
