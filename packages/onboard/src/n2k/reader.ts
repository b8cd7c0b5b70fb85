import type { Observation } from '../readings/reading.ts'
import { n2kDecoder } from './decode.ts'
import { fixWatch } from './fix.ts'
import type { Frame } from './frame.ts'
import { gpsTime } from './gps-time.ts'
import { alertText, type MapOptions, mapPgn } from './map.ts'

/** What one message said. */
export interface N2kMessage {
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
  const alertTexts = new Map<string, string>()
  const isWithoutFix = fixWatch()
  return (frame, at) => {
    const message = decode(frame)
    if (!message) return undefined
    const alert = alertText(message)
    if (alert && alertTexts.size < MAX_ALERT_TEXTS) alertTexts.set(alert.key, alert.text)
    const observations = isWithoutFix(message, at) ? [] : mapPgn(message, at, { ...options, alertTexts })
    return { observations, gpsTime: gpsTime(message) }
  }
}
