import { ApiError } from '../../http/errors.ts'
import { parseInstant } from '../../http/instant.ts'
import { isUuid } from '../../http/validate.ts'

/**
 * The position of an entry in the log, newest first: its time in UTC with microseconds (Date would drop them), and its id, which is
 * unique among services and hour entries. Compared as text, both sort as they do in the database.
 */
export interface Position {
  at: string
  id: string
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/

export const cursorOf = ({ at, id }: Position): string => `${at}_${id}`

/** Throws invalid_request for a text that is not a cursor. */
export function parseCursor(cursor: string): Position {
  const [at = '', id = '', ...more] = cursor.split('_')
  const isCursor = more.length === 0 && TIME.test(at) && !Number.isNaN(parseInstant(at)) && isUuid(id)
  if (!isCursor) throw new ApiError('invalid_request', '/after must be `next` of the page before')
  return { at, id: id.toLowerCase() }
}

/** Sorts newest first. At the same time, the greater id comes first. */
export const newestFirst = (a: Position, b: Position): number =>
  a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1
