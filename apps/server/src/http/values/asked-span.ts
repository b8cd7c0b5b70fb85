import { invalid } from '../errors.ts'
import { FIRST_MS, LAST_MS, parseInstant } from './instant.ts'
import { type Position, parseCursor } from './time-cursor.ts'

/**
 * The time that a route's `from` and `to` ask for, ms; all of it where one is left out. Throws invalid_request where nothing is
 * between them.
 */
export function askedSpan(query: { from?: string; to?: string }): { from: number; to: number } {
  const from = query.from === undefined ? -Infinity : parseInstant(query.from)
  const to = query.to === undefined ? Infinity : parseInstant(query.to)
  if (from >= to) throw invalid('/to must be after /from')
  return { from, to }
}

/** A page of a list by time. `from` is included, `until` is not. */
export interface AskedPage {
  time: { from: Date; until: Date }
  order: 'asc' | 'desc'
  after: Position | null
}

interface PageQuery {
  from?: string
  to?: string
  order?: 'asc' | 'desc'
  cursor?: string
}

/** Whether all of a list is asked for, page by page. */
export const isPaged = ({ from, to, order, cursor }: PageQuery): boolean =>
  [from, to, order, cursor].some((each) => each !== undefined)

/** The page that is asked for; null without any parameter that makes pages. Throws invalid_request. */
export const askedPage = (query: PageQuery): AskedPage | null => (isPaged(query) ? pageOf(query) : null)

/** The page that is asked for, the first of all without any parameter. Throws invalid_request. */
export function pageOf(query: PageQuery): AskedPage {
  const { from, to } = askedSpan(query)
  return {
    time: { from: new Date(Math.max(from, FIRST_MS)), until: new Date(Math.min(to, LAST_MS + 1)) },
    order: query.order ?? 'desc',
    after: query.cursor === undefined ? null : parseCursor(query.cursor),
  }
}
