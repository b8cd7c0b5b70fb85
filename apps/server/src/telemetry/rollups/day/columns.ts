import { headEnd, headOf, instantsOf, type Unpacked } from '../../batch-format.ts'

/** A stored batch as columns, a row a reading. For what computes with readings: their digits are read as numbers. */
export interface Columns {
  series: Unpacked['series']
  /** Which series it is of. */
  of: Unpacked['of']
  /** When it was measured, never later than its arrival, ms. */
  at: number[]
  value: (number | null)[]
  text: (string | null)[] | null
}

/** A body of telemetry_batch, as batch-format.ts writes it. */
export type Stored = Omit<Unpacked, 'digits'> & { value: (number | null)[] }

/** Reads a body of telemetry_batch, as batch-format.ts writes it. */
export function readColumns(body: string, arrived: number): Columns {
  const end = headEnd(body)
  const { times, at, text_value, value } = JSON.parse(`{${body.slice(end + 1)}`) as Omit<Stored, 'series' | 'of'>
  return {
    ...headOf(body, end),
    at: instantsOf({ times, at }, arrived),
    value,
    text: text_value ?? null,
  }
}

/** A batch of a block as columns. */
export const columnsOf = (batch: Unpacked, arrived: number): Columns => ({
  series: batch.series,
  of: batch.of,
  at: instantsOf(batch, arrived),
  value: batch.digits.map((digits) => (digits === 'null' ? null : Number(digits))),
  text: batch.text_value ?? null,
})
