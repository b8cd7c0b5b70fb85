import { ApiError } from '../../http/errors.ts'
import { isUuid } from '../../http/validate.ts'

/**
 * The place of a reading in a vessel's history: by when it was measured (never later than its arrival), then by its arrival. Readings of
 * one time that came together keep the order in which they were sent.
 */
export interface Position {
  /** ms */
  at: number
  /** ms */
  arrived: number
  /** Its connection and its batch there. */
  batch: string
  /** Its place in the batch. */
  index: number
}

export const compare = (a: Position, b: Position): number =>
  a.at - b.at || a.arrived - b.arrived || (a.batch === b.batch ? a.index - b.index : a.batch < b.batch ? -1 : 1)

export const cursorOf = ({ at, arrived, batch, index }: Position): string => `${at}_${arrived}_${batch}_${index}`

const isWhole = (digits: string) => /^-?\d{1,15}$/.test(digits)

/** Throws invalid_request for a text that is not a cursor. */
export function parseCursor(cursor: string): Position {
  const [at = '', arrived = '', connection = '', key = '', index = '', ...more] = cursor.split('_')
  const isCursor = more.length === 0 && [at, arrived, index].every(isWhole) && [connection, key].every(isUuid)
  if (!isCursor) throw new ApiError('invalid_request', '/cursor must be `next` of the page before')
  return {
    at: Number(at),
    arrived: Number(arrived),
    batch: `${connection}_${key}`.toLowerCase(),
    index: Number(index),
  }
}
