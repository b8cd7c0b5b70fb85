import { valuesOf } from './delta.ts'

/** 129029 is a satellite fix with its time; 126992 is any device's clock and is not believed. */
const GNSS_PGN = 129029
const GNSS_SENTENCES = new Set(['RMC', 'ZDA'])
/** GPS, Galileo, GLONASS, BeiDou and their mixtures; ZA, ZC, ZQ and ZV are clocks. */
const GNSS_TALKERS = /^(G[ABILNPQ]|BD|QZ)$/

/** The time that a satellite receiver gives in a delta (navigation.datetime), ms since 1970; undefined where none does. */
export function gpsTime(delta: unknown): number | undefined {
  for (const { path, value, message } of valuesOf(delta)) {
    if (path !== 'navigation.datetime' || typeof value !== 'string' || !fromSatellites(message)) continue
    const time = Date.parse(value)
    if (Number.isFinite(time)) return time
  }
  return undefined
}

function fromSatellites({ type, pgn, talker, sentence }: Record<string, unknown>): boolean {
  if (type === 'NMEA2000') return Number(pgn) === GNSS_PGN
  return type === 'NMEA0183' && GNSS_SENTENCES.has(String(sentence)) && GNSS_TALKERS.test(String(talker))
}
