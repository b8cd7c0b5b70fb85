import { admission } from '../admit/admit.ts'
import type { Reading } from '../readings/reading.ts'
import { n2kDecoder } from './decode.ts'
import { type Frame, readFrame } from './frame.ts'
import { alertText, type MapOptions, mapPgn } from './map.ts'
import { advance, TIMELINE_START } from './timeline.ts'

/** What a recording of a boat's bus came to. */
export interface Recording {
  /** In the order of their times, ms; on the recorder's own clock where the recording is not dated. */
  readings: Reading[]
  dated: boolean
  /** The format as canboatjs names it; undefined where no line could be read. */
  format?: string
  /** Or frames of a binary recording. */
  lines: number
  /** Lines that are neither a frame nor a comment. */
  unreadable: number
  messages: number
}

/** Reads a recording, lines of text or frames of a binary one, into the readings that an onboard device on that bus would have sent. */
export async function readRecording(
  lines: AsyncIterable<string | Frame | undefined> | Iterable<string>,
  options: MapOptions = {},
): Promise<Recording> {
  const decode = n2kDecoder()
  const admit = admission({ everyInterval: true })
  const alertTexts = new Map<string, string>()
  const recording: Recording = { readings: [], dated: false, lines: 0, unreadable: 0, messages: 0 }
  let time = TIMELINE_START
  for await (const line of lines) {
    if (typeof line === 'string' && /^\s*(#|$)/.test(line)) continue
    recording.lines++
    const frame = typeof line === 'string' ? readFrame(line) : line
    if (!frame) {
      recording.unreadable++
      continue
    }
    recording.format ??= frame.format
    time = advance(time, frame.stamp)
    const message = decode(frame)
    if (!message) continue
    recording.messages++
    const alert = alertText(message)
    if (alert) alertTexts.set(alert.key, alert.text)
    for (const observation of mapPgn(message, time.at, { ...options, alertTexts })) {
      const reading = admit(observation)
      if (reading) recording.readings.push(reading)
    }
  }
  recording.dated = time.dated
  recording.readings.sort((a, b) => a.at - b.at)
  return recording
}

/** The same readings, moved in time so that the newest was taken `now`, ms. */
export function endingAt(now: number, readings: readonly Reading[]): Reading[] {
  const shift = now - readings.reduce((newest, { at }) => Math.max(newest, at), Number.NEGATIVE_INFINITY)
  return readings.map((reading) => ({ ...reading, at: reading.at + shift }))
}
