import { n2kDecoder } from '../n2k/decode.ts'
import { gpsTime as n2kGpsTime } from '../n2k/gps-time.ts'
import { alertText, type MapOptions, mapPgn } from '../n2k/map.ts'
import type { Observation } from '../readings/reading.ts'
import { gpsTime } from './gps-time.ts'
import { mapSentence } from './map.ts'
import { readSentence, type SentenceOptions } from './sentence.ts'
import { type MxpgnOrder, wrappedFrame } from './wrapped.ts'

export interface Nmea0183Options extends SentenceOptions {
  /** last-first without it. */
  mxpgnOrder?: MxpgnOrder
  /** For the NMEA 2000 messages in $PCDIN and $MXPGN; `withhold` is told of all sentences. */
  n2k?: MapOptions
}

/** What one line said. */
export interface Nmea0183Message {
  observations: Observation[]
  /** ms since 1970, where a satellite receiver told the time. */
  gpsTime?: number
}

/**
 * Reads NMEA 0183 line by line, with the NMEA 2000 messages that gateways wrap in it; those become the same observations as
 * from the bus, of the device that sent them there. `at` is when the line was received, ms. undefined for what is no sentence.
 */
export function nmea0183Reader(
  options: Nmea0183Options = {},
): (line: string, at: number) => Nmea0183Message | undefined {
  const decode = n2kDecoder()
  const alertTexts = new Map<string, string>()
  return (line, at) => {
    const sentence = readSentence(line, options)
    if (!sentence) return undefined
    const frame = wrappedFrame(sentence, options.mxpgnOrder ?? 'last-first')
    if (!frame) return { observations: mapSentence(sentence, at, options.n2k?.withhold), gpsTime: gpsTime(sentence) }
    const message = decode(frame)
    if (!message) return { observations: [] }
    const alert = alertText(message)
    if (alert) alertTexts.set(alert.key, alert.text)
    return { observations: mapPgn(message, at, { ...options.n2k, alertTexts }), gpsTime: n2kGpsTime(message) }
  }
}
