import type { Observation } from '../readings/reading.ts'
import { n2kDecoder } from './decode.ts'
import { deviceWatch } from './device.ts'
import { fixWatch, RAPID_COURSE } from './fix.ts'
import type { Frame } from './frame.ts'
import { gpsTime } from './gps-time.ts'
import { alertText, type MapOptions, mapPgn } from './map.ts'
import type { Pgn } from './pgn.ts'

/** What one message said. */
interface N2kMessage {
  observations: Observation[]
  /** ms since 1970, where a satellite receiver told the time. */
  gpsTime?: number
}

/** A device has some hundred alerts, and a boat few devices. */
const MAX_ALERT_TEXTS = 1_000

/**
 * Reads one bus frame by frame; two buses need two of these, for their addresses mean different devices. `at` is when the
 * frame was received, ms. undefined while a message is not complete, and for messages of no interest.
 */
export function n2kReader(
  options: Omit<MapOptions, 'alertTexts'> = {},
): (frame: Frame, at: number) => N2kMessage | undefined {
  const decode = n2kDecoder()
  const read = messageReader(options)
  return (frame, at) => {
    const message = decode(frame)
    return message && read(message, at)
  }
}

/** The same for messages that are decoded already. */
export function messageReader(options: Omit<MapOptions, 'alertTexts'> = {}): (message: Pgn, at: number) => N2kMessage {
  const alertTexts = new Map<string, string>()
  const fixOf = fixWatch()
  const deviceOf = deviceWatch()
  return (message, at) => {
    const alert = alertText(message)
    if (alert && alertTexts.size < MAX_ALERT_TEXTS) alertTexts.set(alert.key, alert.text)
    const fix = fixOf(message, at)
    const device = deviceOf(message)
    if (fix === 'lost') {
      const series = message.pgn === RAPID_COURSE ? 'speed_over_ground' : 'position'
      options.withhold?.({ series, source: `${message.src}/${message.pgn}`, reason: 'no_fix' })
      return { observations: [], gpsTime: gpsTime(message) }
    }
    const observations = mapPgn(message, at, { ...options, alertTexts })
    const known = fix === 'unsaid' ? { isTentative: true } : fix && { fix }
    for (const observation of observations) Object.assign(observation, known, device && { device })
    return { observations, gpsTime: gpsTime(message) }
  }
}
