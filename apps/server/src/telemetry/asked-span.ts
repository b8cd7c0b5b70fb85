import { ApiError } from '../http/errors.ts'
import { parseInstant } from '../http/instant.ts'
import type { Span } from './rollups/day/time-grid.ts'

/** The time that a route's `from` and `to` ask for, ms; all of it where one is left out. Throws invalid_request where nothing is between them. */
export function askedSpan(query: { from?: string; to?: string }): Span {
  const from = query.from === undefined ? -Infinity : parseInstant(query.from)
  const to = query.to === undefined ? Infinity : parseInstant(query.to)
  if (from >= to) throw new ApiError('invalid_request', '/to must be after /from')
  return { from, to }
}
