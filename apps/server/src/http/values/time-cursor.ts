import { type RawBuilder, sql } from 'kysely'
import { invalid } from '../errors.ts'
import { isUuid } from '../route/validate.ts'
import { parseInstant } from './instant.ts'

/**
 * The position of an entry in a list by time: its time in UTC with microseconds (Date would drop them), and its id, which is unique in
 * the list. Compared as text, both sort as they do in the database.
 */
export interface Position {
  at: string
  id: string
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/

export const cursorOf = ({ at, id }: Position): string => `${at}_${id}`

/** Throws invalid_request for a text that is not a cursor. */
export function parseCursor(cursor: string, parameter = 'cursor'): Position {
  const [at = '', id = '', ...more] = cursor.split('_')
  const isCursor = more.length === 0 && TIME.test(at) && !Number.isNaN(parseInstant(at)) && isUuid(id)
  if (!isCursor) throw invalid(`/${parameter} must be \`next\` of the page before`)
  return { at, id: id.toLowerCase() }
}

const MICROSECONDS = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'

/** The text of a time as a position has it. */
export const positionTime = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${time} at time zone 'UTC', ${sql.lit(MICROSECONDS)})`

/** Whether a row comes behind a position in the order; all do where there is none. */
export const isBehind = (
  time: RawBuilder<unknown>,
  after: Position | null,
  order: 'asc' | 'desc',
): RawBuilder<boolean> =>
  after
    ? sql<boolean>`(${time}, id) ${sql.raw(order === 'asc' ? '>' : '<')} (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql<boolean>`true`

/** Sorts newest first. At the same time, the greater id comes first. */
export const newestFirst = (a: Position, b: Position): number =>
  a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1
