import { receiverTime } from './gps-time.ts'
import { readSentence } from './sentence.ts'

/** 4800 baud, ten bits a byte: how fast a text came of which nothing better is known, ms a character. */
const MS_A_CHARACTER = 1000 / 480
/** Receivers tell the time every second or two. A longer step is a pause, and says nothing of the speed of the text. */
const LONGEST_STEP_MS = 60_000
/** Between the first two of these times, when nothing is known of the text yet. */
const FIRST_STEP_MS = 1_000

/**
 * Makes a clock for a recording without times: for each of its lines the time of its receiver, ms since 1970. Between two of these
 * the lines come as fast as they did so far; before the first, as 4800 baud carries them, from 0. The receiver that tells its time first
 * is the one, for two do not agree.
 */
export function nmea0183Clock(): (line: string) => number {
  const heard = { ms: 0, characters: 0 }
  let receiver: string | undefined
  let last: { ms: number; at: number } | undefined
  let characters = 0
  let now = 0
  return (line) => {
    const length = line.length + 2
    characters += length
    const told = timeIn(line)
    receiver ??= told?.by
    if (!told || told.by !== receiver) {
      const isKnown = heard.ms > 0
      now += length * (isKnown ? heard.ms / heard.characters : MS_A_CHARACTER)
      // A time that ran ahead would make the recording longer: time never goes back.
      if (last && !isKnown) now = Math.min(now, last.ms + FIRST_STEP_MS)
      return now
    }
    now = told.ms
    if (last?.ms === now) return now
    const step = last ? now - last.ms : 0
    if (last && step > 0 && step <= LONGEST_STEP_MS) {
      heard.ms += step
      heard.characters += characters - last.at
    }
    last = { ms: now, at: characters }
    return now
  }
}

function timeIn(line: string): { by: string; ms: number } | undefined {
  const sentence = readSentence(line)
  const ms = sentence && receiverTime(sentence)
  return ms === undefined ? undefined : { by: `${sentence?.talker}${sentence?.formatter}`, ms }
}
