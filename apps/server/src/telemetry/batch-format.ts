import type { Reading } from '@binnacle/contract'
import { exactNumber } from '../http/route/json.ts'
import { parseInstant } from '../http/values/instant.ts'

/** A batch's accepted readings, encoded for storing, and what the statement needs to know of them. */
export interface Encoded {
  /**
   * JSON: {"series":[[metric,unit,instance],…],"of":[…],"times":[…],"at":[…],"text_value":[…],"value":[…]}. `of` and `at` say for each
   * reading which series and which time it has; a null in `at`: the arrival. text_value is absent where no reading has one.
   * Texts, times and digits are as they were sent. A reading of a full batch takes 7 bytes with lz4, and 15 as it came.
   */
  body: Buffer
  accepted: number
  /** Bits of the metrics: see METRICS. */
  metrics: number
  /** Times of the first and the last reading, ms, none after the arrival. */
  firstMs: number
  lastMs: number
  /** Whether each reading has a time of its own. */
  everyTimeSent: boolean
  /** The engine_hours readings: what they may do to the meter. */
  hours: { digits: string; unit: string | null; ms: number }[]
}

/** What stands in a body before the items of each of its fields, in their order. */
export const BEFORE = {
  series: '{"series":[',
  of: '],"of":[',
  times: '],"times":[',
  at: '],"at":[',
  texts: '],"text_value":[',
  values: '],"value":[',
}
export const END = ']}'

/** What a body begins with. */
interface Head {
  readonly series: readonly [metric: string, unit: string | null, instance: string | null][]
  /** Of each reading, which series it is of. */
  readonly of: readonly number[]
}

/** A stored batch whose readings are made as they are asked for. */
export interface Unpacked extends Head {
  times: string[]
  at: (number | null)[]
  text_value?: (string | null)[]
  /** The digits of each value, or null, as text. */
  digits: string[]
  /** Where in the batch the readings are, when these are not all. */
  places?: number[]
}

// Inside a text their quotes would have a backslash.
const TIMES = ',"times":['
const VALUES = ',"value":['

/** Where the head of a body ends. */
export const headEnd = (body: string): number => body.indexOf(TIMES)

/** The heads that were read last: most batches of a device begin as the one before, and it sends a few kinds of them. */
const heads: { text: string; head: Head }[] = []
const MAX_HEADS = 8

/**
 * The head of a body, which ends there. Batches that begin alike share it: that saves half of the time and of the garbage of
 * reading them.
 */
export function headOf(body: string, end: number): Head {
  const text = body.slice(0, end)
  const known = heads.find((one) => one.text === text)
  if (known) return known.head
  const head = JSON.parse(`${text}}`) as Head
  heads.unshift({ text, head })
  heads.length = Math.min(heads.length, MAX_HEADS)
  return head
}

/** The values are the last field, numbers and nulls: what is between two commas. */
export function unpack(body: string): Unpacked {
  const [head, values] = [headEnd(body), body.lastIndexOf(VALUES)]
  const rest = JSON.parse(`{${body.slice(head + 1, values)}}`) as Pick<Unpacked, 'times' | 'at' | 'text_value'>
  const digits = body.slice(values + VALUES.length, -2).split(',')
  return { ...headOf(body, head), ...rest, digits }
}

/** When each reading was measured, never later than the batch arrived, ms. */
export function instantsOf({ times, at }: Pick<Unpacked, 'times' | 'at'>, arrived: number): number[] {
  const instants = times.map((time) => Math.min(parseInstant(time), arrived))
  return at.map((time) => (time === null ? arrived : instants[time]!))
}

/** A reading with every field of the contract, digits as they were sent; a missing time is that of the arrival. */
export function readingOf(
  { series, of, times, at, text_value, digits }: Unpacked,
  i: number,
  arrived: string,
): Reading {
  const [metric, unit, instance] = series[of[i]!]!
  const time = at[i] ?? null
  const value = digits[i] === 'null' ? null : exactNumber(digits[i]!)
  const recorded_at = time === null ? arrived : times[time]!
  return { metric, value, text_value: text_value?.[i] ?? null, unit, instance, recorded_at } as Reading
}

/** So much of a key tells batches of a connection apart that arrive in one millisecond. */
export const KEY_LENGTH = 7

/** A batch's readings, and when it arrived. */
export interface Arrived {
  /** ms */
  arrived: number
  /** Its key at its connection; in a block the first KEY_LENGTH characters. */
  key: string
  batch: Unpacked
}
