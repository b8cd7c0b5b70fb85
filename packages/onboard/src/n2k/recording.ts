import { type Admission, admission } from '../admit/admit.ts'
import { type Reading, seriesOf } from '../readings/reading.ts'
import type { WithheldCount } from '../readings/withheld.ts'
import { n2kDecoder } from './decode.ts'
import type { Frame } from './frame.ts'
import type { MapOptions } from './map.ts'
import { messageReader } from './reader.ts'
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

/** So often an onboard device looks for what was held back and is due, though its source says nothing more. */
const LOOK_EVERY_MS = 1_000

/**
 * Reads a recording, which is opened twice, into the readings that an onboard device on that bus would have sent. The recorder's
 * times only tell how much time passed: where the recording has GPS time, that rules.
 */
export async function readRecording(
  open: () => AsyncIterable<Frame | undefined>,
  options: Omit<MapOptions, 'alertTexts' | 'withhold'> = {},
): Promise<Recording> {
  const stretches = await stretchesOf(open())
  const shifts = shiftsOf(stretches)
  const decode = n2kDecoder()
  const admit = admission({ everyInterval: true })
  const heldBack = overdueOf(admit)
  const read = messageReader({ ...options, withhold: admit.withhold })
  const count = { lines: 0, unreadable: 0, messages: 0 }
  const readings: Reading[] = []
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
    readings.push(...heldBack(at))
    const { observations } = read(message, at)
    readings.push(...observations.flatMap((observation) => admit(observation) ?? []))
  }
  readings.push(...admit.overdue(Number.POSITIVE_INFINITY))
  return {
    ...count,
    format,
    dated: time.dated || stretches.some(({ ahead }) => ahead !== undefined),
    readings: each(readings).sort((a, b) => a.at - b.at),
    shifted: stretches.flatMap(({ from, to, frames, dated }, i) =>
      shifts[i] ? [{ from, to, frames, dated, shiftMs: shifts[i] }] : [],
    ),
    withheld: admit.withheld(),
  }
}

/** Each once: where a recording overlaps itself, what was held back may be what was sent before. */
const each = (readings: readonly Reading[]): Reading[] => [
  ...new Map(readings.map((one) => [`${seriesOf(one)} ${one.at} ${one.text_value ?? one.value}`, one])).values(),
]

/** What was held back and is due by the time of the next message. */
function overdueOf(admit: Admission): (at: number) => Reading[] {
  let lookedAt = Number.POSITIVE_INFINITY
  return (at) => {
    const looks = Math.floor((at - lookedAt) / LOOK_EVERY_MS)
    lookedAt = looks < 0 ? at : lookedAt + looks * LOOK_EVERY_MS
    return looks > 0 ? admit.overdue(lookedAt) : []
  }
}

/** The same readings, moved in time so that the newest was taken `now`, ms. */
export function endingAt(now: number, readings: readonly Reading[]): Reading[] {
  const shift = now - readings.reduce((newest, { at }) => Math.max(newest, at), Number.NEGATIVE_INFINITY)
  return readings.map((reading) => ({ ...reading, at: reading.at + shift }))
}
