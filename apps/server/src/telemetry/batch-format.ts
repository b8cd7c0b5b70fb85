import type { Reading } from '@binnacle/contract'
import { parseInstant } from '../http/instant.ts'
import { exactNumber } from '../http/json.ts'

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

/** The JSON around the digits of the values. Series, times and texts are JSON already. */
export function encodedText(
  series: string[],
  of: number[],
  times: string[],
  at: (number | null)[],
  texts: string[] | null,
): { head: string; tail: string } {
  const places = at.map((place) => place ?? 'null')
  const text = texts ? `"text_value":[${texts}],` : ''
  return { head: `{"series":[${series}],"of":[${of}],"times":[${times}],"at":[${places}],${text}"value":[`, tail: ']}' }
}

/** A stored batch whose readings are made as they are asked for. */
export interface Unpacked {
  series: [metric: string, unit: string | null, instance: string | null][]
  of: number[]
  times: string[]
  at: (number | null)[]
  text_value?: (string | null)[]
  /** The digits of each value, or null, as text. */
  digits: string[]
  /** Where in the batch the readings are, when these are not all. */
  places?: number[]
}

const VALUES = ',"value":['

/** The values are the last field, numbers and nulls: what is between two commas. Inside a text its quotes would have a backslash. */
export function unpack(body: string): Unpacked {
  const end = body.lastIndexOf(VALUES)
  const digits = body.slice(end + VALUES.length, -2).split(',')
  return { ...(JSON.parse(`${body.slice(0, end)}}`) as Omit<Unpacked, 'digits' | 'places'>), digits }
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
