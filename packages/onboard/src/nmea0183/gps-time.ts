import { plausibleTime } from '../clock/clock-boots.ts'
import { decimal } from './fields.ts'
import { isGgaValid, isGllValid, isRmcValid } from './map.ts'
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
    // GPS began in 1980: a receiver whose weeks have rolled over twice is there again, and not in 2087.
    return timeOf(fields[0], day, month, year && `${Number(year) < 80 ? '20' : '19'}${year}`)
  }
  if (formatter === 'ZDA' && RECEIVERS.has(talker)) return timeOf(fields[0], fields[1], fields[2], fields[3])
  return undefined
}

/** The time of the day alone, ms since midnight: some ZDA have no date, and positions with a fix have none. */
export function receiverTimeOfDay({ talker, formatter, fields }: Sentence): number | undefined {
  if (formatter === 'ZDA' && RECEIVERS.has(talker)) return clockOf(fields[0])
  if (formatter === 'GGA' && isGgaValid(fields)) return clockOf(fields[0])
  if (formatter === 'GLL' && isGllValid(fields)) return clockOf(fields[4])
  return undefined
}

/** "101530.25" with day, month and year of four digits. */
function timeOf(clock = '', day = '', month = '', year = ''): number | undefined {
  const ofDay = clockOf(clock)
  if (ofDay === undefined || !/^\d\d?$/.test(day) || !/^\d\d?$/.test(month) || !/^\d{4}$/.test(year)) return undefined
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // The 31st of April would be the first of May.
  const isDate = new Date(midnight).getUTCDate() === Number(day) && Number(month) <= 12
  return isDate ? midnight + ofDay : undefined
}

function clockOf(clock = ''): number | undefined {
  const [, hours, minutes, seconds] = /^([01]\d|2[0-3])([0-5]\d)((?:[0-5]\d|60)(?:\.\d*)?)$/.exec(clock) ?? []
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + (decimal(seconds) ?? Number.NaN)) * 1000
  return Number.isFinite(ms) ? Math.round(ms) : undefined
}
