import { Recorded } from '../admit/recorded.ts'
import { isDated, type Recording, type RecordingOptions } from '../n2k/recordings/recording.ts'
import { nmea0183Reader } from './reader.ts'
import { nmea0183Clock } from './recorder-clock.ts'

/**
 * Reads a recording of NMEA 0183, which is opened twice, into the readings that an onboard device there would have sent, at the
 * times of its receiver (see recorder-clock.ts). What comes before the first date goes right before it.
 */
export async function readSentences(
  open: () => AsyncIterable<string>,
  options: RecordingOptions = {},
): Promise<Recording> {
  const { dated, beforeMs } = await startOf(open())
  const recorded = new Recorded()
  const read = nmea0183Reader({ n2k: { ...options, withhold: recorded.withhold } })
  const timeOf = nmea0183Clock()
  const count = { lines: 0, unreadable: 0, messages: 0 }
  for await (const line of open()) {
    count.lines++
    const time = timeOf(line)
    const at = isDated(time) ? time : time + beforeMs
    const heard = read(line, at)
    if (!heard) {
      count.unreadable++
      continue
    }
    count.messages++
    recorded.passed(at)
    recorded.take(heard.observations)
  }
  return { ...count, format: count.messages > 0 ? 'NMEA 0183' : undefined, dated, shifted: [], ...recorded.end() }
}

/** Whether a recording has dates, and what to add to the times before the first. */
async function startOf(lines: AsyncIterable<string>): Promise<{ dated: boolean; beforeMs: number }> {
  const timeOf = nmea0183Clock()
  let before: number | undefined
  for await (const line of lines) {
    const time = timeOf(line)
    if (isDated(time)) return { dated: true, beforeMs: time - (before ?? time) }
    before = time
  }
  return { dated: false, beforeMs: 0 }
}
