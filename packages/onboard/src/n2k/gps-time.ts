import { GNSS_POSITION, isFix } from './fix.ts'
import type { Pgn } from './pgn.ts'

export const SYSTEM_TIME = 126992

/** Before this was written no time is true: receivers whose week number has rolled over are 19.6 years late. */
const EARLIEST_MS = Date.UTC(2026, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)

const SATELLITES = new Set(['GPS', 'GLONASS'])

/**
 * The time that satellites tell in a message, ms since 1970: system time whose source says so, or a position with a fix.
 * undefined for all else: a plotter's crystal, and PGN 129033, which does not say where it has its time from.
 */
export function gpsTime({ pgn, fields }: Pgn): number | undefined {
  const trusted =
    (pgn === SYSTEM_TIME && SATELLITES.has(String(fields.source))) || (pgn === GNSS_POSITION && isFix(fields.method))
  return trusted ? timeOf(fields.date, fields.time) : undefined
}

/** "2016.02.28" and "19:57:04.50000", as canboatjs writes them. */
function timeOf(date: unknown, time: unknown): number | undefined {
  const clock = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/.test(String(time)) ? String(time) : undefined
  const ms = Date.parse(`${String(date).replaceAll('.', '-')}T${clock}Z`)
  return ms >= EARLIEST_MS && ms < LATEST_MS ? ms : undefined
}
