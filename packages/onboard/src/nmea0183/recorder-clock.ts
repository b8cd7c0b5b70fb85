import { advance, TIMELINE_START } from '../n2k/recordings/timeline.ts'
import { receiverTime, receiverTimeOfDay } from './gps-time.ts'
import { readSentence } from './sentence.ts'

/** 4800 baud, ten bits a byte: how fast a text came of which nothing better is known, ms a character. */
const MS_A_CHARACTER = 1000 / 480
/** Receivers tell the time every second or two. A longer step is a pause, and says nothing of the speed of the text. */
const LONGEST_STEP_MS = 60_000
/** Between the first two of these times, when nothing is known of the text yet. */
const FIRST_STEP_MS = 1_000

/**
 * Makes a clock for a recording without times: for each of its lines the time of its receiver, ms since 1970, or since midnight
 * where it tells no date. Between two of these the lines come as fast as they did so far; before the first, as 4800 baud carries
 * them, from 0. The receiver that tells its time first is the one, for two do not agree; one with a date is better than one
 * without.
 */
export function nmea0183Clock(): (line: string) => number {
  const heard = { ms: 0, characters: 0 }
  let receiver: Told | undefined
  let last: { ms: number; at: number } | undefined
  let characters = 0
  let time = TIMELINE_START
  let now = 0
  return (line) => {
    const length = line.length + 2
    characters += length
    const told = timeIn(line)
    if (told && (!receiver || (told.dated && !receiver.dated))) receiver = told
    if (!told || told.by !== receiver?.by || told.dated !== receiver.dated) {
      const isKnown = heard.ms > 0
      now += length * (isKnown ? heard.ms / heard.characters : MS_A_CHARACTER)
      // A time that ran ahead would make the recording longer: time never goes back.
      if (last && !isKnown) now = Math.min(now, last.ms + FIRST_STEP_MS)
      return now
    }
    time = advance(time, told)
    now = time.at
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

interface Told {
  by: string
  ms: number
  dated: boolean
}

function timeIn(line: string): Told | undefined {
  const sentence = readSentence(line)
  if (!sentence) return undefined
  const by = `${sentence.talker}${sentence.formatter}`
  const ms = receiverTime(sentence)
  if (ms !== undefined) return { by, ms, dated: true }
  const ofDay = receiverTimeOfDay(sentence)
  return ofDay === undefined ? undefined : { by, ms: ofDay, dated: false }
}
