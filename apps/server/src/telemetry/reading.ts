import { LIMITS, metricBit, type Rejection } from '@binnacle/contract'
import { parseInstant } from '../http/instant.ts'
import { FORBIDDEN_KEYS } from '../http/json.ts'

/** A reading as JSON.parse gives it, after checkReading found nothing wrong. */
export interface SentReading {
  metric: string
  value?: number | null
  text_value?: string | null
  unit?: string | null
  instance?: string | null
  recorded_at?: string
}

/** What checkReading found: the reading's metric bit and time, or why it is rejected. */
export interface Checked {
  /** Why the reading is not stored; null when it is. */
  reason: string | null
  bit: number
  /** recorded_at, ms since 1970; null where the reading has none. */
  recordedMs: number | null
  /** Whether it holds an object or array in a field that we do not know: its depth is then checked. */
  nested: boolean
}

const textProblem = (name: string, value: unknown, maxLength: number): string | null =>
  value === null || (typeof value === 'string' && fits(value, maxLength))
    ? null
    : `${name} must be text of at most ${maxLength} characters`

/** Lengths are code points; a text of no more UTF-16 units has no more code points. */
const fits = (text: string, maxLength: number) => text.length <= maxLength || [...text].length <= maxLength

/**
 * Checks one reading as it was sent. One loop over its own keys, so that a field we do not know is seen too: 200 of these
 * are what a telemetry request costs. Source: vessel-data-api.md, "Reading"; bad-input.md 22 to 24.
 */
export function checkReading(sent: unknown, checked: Checked): Checked {
  checked.reason = null
  checked.bit = 0
  checked.recordedMs = null
  checked.nested = false
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return reject(checked, 'a reading must be an object')
  let measured = false
  let reason: string | null = null
  for (const key in sent) {
    const value = (sent as Record<string, unknown>)[key]
    switch (key) {
      case 'metric':
        checked.bit = typeof value === 'string' ? metricBit(value) : 0
        break
      case 'value':
        if (typeof value === 'number' && Number.isFinite(value)) measured = true
        else if (value !== null) reason = 'value must be a number'
        break
      case 'text_value':
        reason ??= textProblem('text_value', value, TEXT.text_value)
        if (value !== null) measured = true
        break
      case 'unit':
        reason ??= textProblem('unit', value, TEXT.unit)
        break
      case 'instance':
        reason ??= textProblem('instance', value, TEXT.instance)
        break
      case 'recorded_at':
        checked.recordedMs = typeof value === 'string' ? parseInstant(value) : Number.NaN
        if (Number.isNaN(checked.recordedMs)) reason ??= 'recorded_at must be an RFC 3339 date-time'
        break
      default:
        if (FORBIDDEN_KEYS.has(key) || (typeof value === 'object' && value !== null)) checked.nested = true
    }
  }
  if (checked.bit === 0) return reject(checked, 'unknown metric')
  if (!measured) reason ??= 'one of value and text_value is required'
  return reject(checked, reason)
}

function reject(checked: Checked, reason: string | null): Checked {
  checked.reason = reason
  return checked
}

const TEXT = { text_value: 120, unit: 16, instance: 40 } as const

/** The rejection as the box is told: the metric's name cut and made fit to be stored. */
export function rejection(sent: unknown, reason: string): Rejection {
  const metric = (sent as { metric?: unknown } | null)?.metric
  const name = typeof metric === 'string' ? metric : metric === undefined ? '' : String(JSON.stringify(metric))
  const shortened = [...name.slice(0, 2 * LIMITS.echoedMetricLength)].slice(0, LIMITS.echoedMetricLength).join('')
  return { metric: shortened.replaceAll('\0', '').toWellFormed(), reason }
}
