import { plausibleTime } from '../clock/clock-boots.ts'
import { GNSS_POSITION, isFix } from './fix.ts'
import type { Pgn } from './pgn.ts'

const SYSTEM_TIME = 126992
const TIME_AND_DATE = 129033

/** The messages that say what time it is. */
export const TIME_PGNS: readonly number[] = [SYSTEM_TIME, GNSS_POSITION, TIME_AND_DATE]

const SATELLITES = new Set(['GPS', 'GLONASS'])

/**
 * The time that satellites tell in a message, ms since 1970: system time whose source says so, or a position with a fix.
 * undefined for all else: a plotter's crystal, PGN 129033, which does not say where it has its time from, and implausible times.
 */
export function gpsTime(message: Pgn): number | undefined {
  const ms = receiverTime(message)
  return ms !== undefined && plausibleTime(ms) ? ms : undefined
}

/** The same, of whatever year: what a recording says may be from long ago. */
export function receiverTime({ pgn, fields }: Pgn): number | undefined {
  const trusted =
    (pgn === SYSTEM_TIME && SATELLITES.has(String(fields.source))) || (pgn === GNSS_POSITION && isFix(fields.method))
  return trusted ? timeOf(fields.date, fields.time) : undefined
}

/** The time in PGN 129033, which may be a receiver's or a plotter's own, ms since 1970. */
export const unsureTime = ({ pgn, fields }: Pgn): number | undefined =>
  pgn === TIME_AND_DATE ? timeOf(fields.date, fields.time) : undefined

/** "2016.02.28" and "19:57:04.50000", as canboatjs writes them. */
function timeOf(date: unknown, time: unknown): number | undefined {
  const clock = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/.test(String(time)) ? String(time) : undefined
  const ms = Date.parse(`${String(date).replaceAll('.', '-')}T${clock}Z`)
  return Number.isFinite(ms) ? ms : undefined
}
