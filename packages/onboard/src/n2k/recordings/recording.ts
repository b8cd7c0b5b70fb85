import { Recorded } from '../../admit/recorded.ts'
import type { Reading } from '../../readings/reading.ts'
import type { WithheldCount } from '../../readings/withheld.ts'
import { n2kDecoder } from '../decode.ts'
import type { Frame } from '../frame.ts'
import type { MapOptions } from '../map.ts'
import { messageReader } from '../reader.ts'
import { advance, TIMELINE_START } from './timeline.ts'
import { type Stretch, shiftsOf, stretchesOf } from './true-times.ts'

/** Part of a recording whose times are not those of its recorder: GPS said otherwise. */
export interface Shifted extends Pick<Stretch, 'from' | 'to' | 'frames' | 'dated'> {
  /** What was added to the recorder's times. */
  shiftMs: number
}

/** What a recording of a boat's bus came to. */
export interface Recording {
  /** In the order of their times, ms; on the recorder's own clock where the recording is not dated. */
  readings: Reading[]
  dated: boolean
  /** The format as canboatjs names it; undefined where no line could be read. */
  format?: string
  /** Lines of text, without comments, or frames. */
  lines: number
  /** Those that are no frame. */
  unreadable: number
  messages: number
  shifted: Shifted[]
  /** What is not sent, and why; the most frequent first. */
  withheld: WithheldCount[]
}

/** Times before this are of a clock without a date, ms since 1970. */
const FIRST_DATE = Date.UTC(1990, 0, 1)
export const isDated = (ms: number): boolean => ms >= FIRST_DATE

export type RecordingOptions = Omit<MapOptions, 'alertTexts' | 'withhold'>

/**
 * Reads a recording, which is opened twice, into the readings that an onboard device on that bus would have sent. The recorder's
 * times only tell how much time passed: where the recording has GPS time, that rules.
 */
export async function readRecording(
  open: () => AsyncIterable<Frame | undefined>,
  options: RecordingOptions = {},
): Promise<Recording> {
  const stretches = await stretchesOf(open())
  const shifts = shiftsOf(stretches)
  const decode = n2kDecoder()
  const recorded = new Recorded()
  const read = messageReader({ ...options, withhold: recorded.withhold })
  const count = { lines: 0, unreadable: 0, messages: 0 }
  let format: string | undefined
  let time = TIMELINE_START
  for await (const frame of open()) {
    count.lines++
    if (!frame) {
      count.unreadable++
      continue
    }
    format ??= frame.format
    time = advance(time, frame.stamp)
    const message = decode(frame)
    if (!message) continue
    count.messages++
    const at = time.at + shifts[time.stretch]!
    recorded.passed(at)
    recorded.take(read(message, at).observations)
  }
  return {
    ...count,
    format,
    dated: time.dated || stretches.some(({ ahead }) => ahead !== undefined),
    shifted: stretches.flatMap(({ from, to, frames, dated }, i) =>
      shifts[i] ? [{ from, to, frames, dated, shiftMs: shifts[i] }] : [],
    ),
    ...recorded.end(),
  }
}

/** The same readings, moved in time so that the newest was taken `now`, ms. */
export function endingAt(now: number, readings: readonly Reading[]): Reading[] {
  const shift = now - readings.reduce((newest, { at }) => Math.max(newest, at), Number.NEGATIVE_INFINITY)
  return readings.map((reading) => ({ ...reading, at: reading.at + shift }))
}
