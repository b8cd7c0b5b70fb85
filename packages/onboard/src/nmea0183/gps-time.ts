import { plausibleTime } from '../clock/clock-boots.ts'
import { decimal } from './fields.ts'
import { isRmcValid } from './map.ts'
import type { Sentence } from './sentence.ts'

/** ZDA carries no validity; what a plotter or a multiplexer (II, EC, ...) sends may be its own clock. */
const RECEIVERS = new Set(['GP', 'GN', 'GL', 'GA', 'GB', 'GQ', 'BD'])

/** The time a satellite receiver tells, ms since 1970: RMC with a fix, or ZDA. undefined for other sentences and implausible times. */
export function gpsTime(sentence: Sentence): number | undefined {
  const ms = receiverTime(sentence)
  return ms !== undefined && plausibleTime(ms) ? ms : undefined
}

/** The same, of whatever year: what a recording says may be from long ago. */
export function receiverTime({ talker, formatter, fields }: Sentence): number | undefined {
  if (formatter === 'RMC' && isRmcValid(fields)) {
    const [, day, month, year] = /^(\d\d)(\d\d)(\d\d)$/.exec(fields[8] ?? '') ?? []
    return timeOf(fields[0], day, month, year === undefined ? undefined : `20${year}`)
  }
  if (formatter === 'ZDA' && RECEIVERS.has(talker)) return timeOf(fields[0], fields[1], fields[2], fields[3])
  return undefined
}

/** "101530.25" with day, month and year of four digits. */
function timeOf(clock = '', day = '', month = '', year = ''): number | undefined {
  const [, hours, minutes, seconds] = /^(\d\d)(\d\d)(\d\d(?:\.\d*)?)$/.exec(clock) ?? []
  if (hours === undefined || !/^\d\d?$/.test(day) || !/^\d\d?$/.test(month) || !/^\d{4}$/.test(year)) return undefined
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const ms = midnight + (Number(hours) * 3600 + Number(minutes) * 60 + (decimal(seconds) ?? Number.NaN)) * 1000
  // The 31st of April would be the first of May.
  const isDate = new Date(midnight).getUTCDate() === Number(day) && Number(month) <= 12
  return isDate && Number.isFinite(ms) ? Math.round(ms) : undefined
}
