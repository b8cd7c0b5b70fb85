import { invalid } from '../../http/errors.ts'
import { isUuid } from '../../http/route/validate.ts'
import { KEY_LENGTH } from '../batch-format.ts'

/**
 * The place of a reading in a vessel's history: by when it was measured (never later than its arrival), then by its arrival.
 * Readings of one time that came together keep the order in which they were sent.
 */
export interface Position {
  /** ms */
  at: number
  /** ms */
  arrived: number
  connection: string
  /** Of its batch; in a block its beginning, and only that counts. */
  key: string
  /** Its place in the batch. */
  index: number
}

export const compare = (a: Position, b: Position): number =>
  a.at - b.at ||
  a.arrived - b.arrived ||
  order(a.connection, b.connection) ||
  order(a.key.slice(0, KEY_LENGTH), b.key.slice(0, KEY_LENGTH)) ||
  a.index - b.index

const order = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

export const cursorOf = ({ at, arrived, connection, key, index }: Position): string =>
  [at, arrived, connection, key, index].join('_')

const isWhole = (digits: string) => /^-?\d{1,15}$/.test(digits)

/** Throws invalid_request for a text that is not a cursor. */
export function parseCursor(cursor: string): Position {
  const [at = '', arrived = '', connection = '', key = '', index = '', ...more] = cursor.split('_')
  const isCursor =
    more.length === 0 &&
    [at, arrived, index].every(isWhole) &&
    isUuid(connection) &&
    (isUuid(key) || /^[0-9a-f]{7}$/i.test(key))
  if (!isCursor) throw invalid('/cursor must be `next` of the page before')
  return {
    at: Number(at),
    arrived: Number(arrived),
    connection: connection.toLowerCase(),
    key: key.toLowerCase(),
    index: Number(index),
  }
}
