import type { Reading } from '@binnacle/contract'
import { parseExact } from '../http/json.ts'

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

interface Stored {
  series: [string, string | null, string | null][]
  of: number[]
  times: string[]
  at: (number | null)[]
  text_value?: (string | null)[]
}

const VALUES = '"value":'

/** A stored batch as readings: every field of the contract, digits as they were sent; a missing time is that of the arrival. */
export function decode(body: string, arrivedAt: Date): Reading[] {
  const { series, of, times, at, text_value } = JSON.parse(body) as Stored
  // The last field. Inside a text its quotes would have a backslash.
  const values = parseExact(body.slice(body.lastIndexOf(VALUES) + VALUES.length, -1)) as unknown[]
  const arrived = arrivedAt.toISOString()
  return of.map((place, i) => {
    const [metric, unit, instance] = series[place]!
    const time = at[i] ?? null
    const recorded_at = time === null ? arrived : times[time]!
    return { metric, value: values[i], text_value: text_value?.[i] ?? null, unit, instance, recorded_at } as Reading
  })
}
