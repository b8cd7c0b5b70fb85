import { parseInstant } from '../http/instant.ts'
import { isUuid } from '../http/validate.ts'

/**
 * A place in the log, newest first: the time as the database has it, in UTC to the microsecond, which Date would cut; and the
 * entry's id, which is unique among services and hour entries. Both compare as text as they do in the database.
 */
export interface Place {
  at: string
  id: string
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/

export const placeText = ({ at, id }: Place): string => `${at}_${id}`

/** The place that a cursor names; null for what never was one. */
export function parsePlace(cursor: string): Place | null {
  const [at = '', id = '', ...more] = cursor.split('_')
  const fits = more.length === 0 && TIME.test(at) && !Number.isNaN(parseInstant(at)) && isUuid(id)
  return fits ? { at, id: id.toLowerCase() } : null
}

/** For sorting: the newer first, and of two at once the one with the greater id. */
export const newestFirst = (a: Place, b: Place): number =>
  a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1
