import type { Metric } from '@binnacle/contract'
import { n2kDecoder } from '../n2k/decode.ts'
import type { MapOptions } from '../n2k/map.ts'
import { messageReader } from '../n2k/reader.ts'
import type { Fix } from '../readings/fix-quality.ts'
import type { Observation } from '../readings/reading.ts'
import { fixWatch } from './fix.ts'
import { gpsTime } from './gps-time.ts'
import { mapSentence, saysNoFix } from './map.ts'
import { readSentence, type Sentence, type SentenceOptions } from './sentence.ts'
import { type MxpgnOrder, wrappedFrame } from './wrapped.ts'

interface Nmea0183Options extends SentenceOptions {
  /** last-first without it. */
  mxpgnOrder?: MxpgnOrder
  /** For the NMEA 2000 messages in $PCDIN and $MXPGN; `withhold` is told of all sentences. */
  n2k?: MapOptions
}

/** What one line said. */
interface Nmea0183Message {
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
  const read = messageReader(options.n2k)
  const fixOf = fixWatch()
  const isCutOff = checksumWatch()
  const withhold = options.n2k?.withhold

  function observed(sentence: Sentence, at: number): Observation[] {
    const { talker, formatter } = sentence
    const fix = fixOf(sentence, at)
    if (!OF_RECEIVERS.has(formatter) || !(saysNoFix(sentence) ?? fix === 'lost'))
      return withFix(mapSentence(sentence, at, withhold), fix)
    const series = formatter === 'VTG' ? 'speed_over_ground' : 'position'
    withhold?.({ series, source: `${talker}/${formatter}`, reason: 'no_fix' })
    return []
  }

  return (line, at) => {
    const sentence = readSentence(line, options)
    if (!sentence || isCutOff(sentence)) return undefined
    const frame = wrappedFrame(sentence, options.mxpgnOrder ?? 'last-first')
    if (!frame) return { observations: observed(sentence, at), gpsTime: gpsTime(sentence) }
    const message = decode(frame)
    return message ? read(message, at) : { observations: [] }
  }
}

/** Of a talker and formatter that come with a checksum, one without it has lost its end: "$SDDPT,1" of "$SDDPT,124.5,0.0*7B". */
function checksumWatch(): (sentence: Sentence) => boolean {
  const checked = new Set<string>()
  return ({ talker, formatter, text }) => {
    const address = `${talker}/${formatter}`
    const hasChecksum = text.includes('*')
    if (hasChecksum) checked.add(address)
    return !hasChecksum && checked.has(address)
  }
}

const OF_RECEIVERS = new Set(['RMC', 'GGA', 'GLL', 'VTG'])
const OF_FIX = new Set<Metric>(['position_lat', 'position_lon', 'speed_over_ground'])

const withFix = (observations: Observation[], fix: Fix | undefined): Observation[] =>
  fix && fix !== 'lost' ? observations.map((o) => (OF_FIX.has(o.metric) ? { ...o, fix } : o)) : observations
