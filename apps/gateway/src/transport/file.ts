import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { steadyNow } from '@binnacle/onboard'
import { fileProblem } from '../config/secrets.ts'
import type { Speed } from '../inputs/settings.ts'
import type { Closable, Receiver } from './reconnect.ts'

/** Reads the recorder's time from each line, ms from any start; undefined where a line has none. One for each pass. */
export type RecorderClock = () => (line: string) => number | undefined

export interface FileOptions {
  path: string
  speed: Speed
  clock?: RecorderClock
}

/** NMEA 0183 at 4800 baud, ten bits a byte: how fast a text without times came, ms a character. */
const MS_A_CHARACTER = 1000 / 480
/**
 * Recordings are glued together: a longer silence is no wait, and what goes back further follows on. Within this they
 * go back and forth all the time (dirona by a minute, where several writers wrote it).
 */
const MAX_STEP_MS = 5 * 60_000
/** Lines played without a rest when as fast as can be. */
const LINES_AT_ONCE = 200

/**
 * Plays a recorded text file. At recorded speed each line comes when it is due. As fast as can be, it comes with the time it
 * would have, had the recording ended now, so that it keeps its length. A file that cannot be read fails; it is not tried again.
 */
export function file({ path, speed, clock = textClock }: FileOptions, receiver: Receiver): Closable {
  const closing = new AbortController()
  const linesOf = () =>
    createInterface({ input: createReadStream(path, { encoding: 'latin1' }), crlfDelay: Number.POSITIVE_INFINITY })

  const play = async () => {
    const start = steadyNow() - (speed === 'fast' ? await lengthOf(linesOf(), clock) : 0)
    receiver.setState('connected', `playing ${path}`)
    const passed = stopwatch(clock)
    let played = 0
    for await (const line of linesOf()) {
      // Whole, so that two lines ten seconds apart are not 9999.9 ms apart.
      const at = Math.floor(start) + Math.floor(passed(line))
      const early = speed === 'fast' ? 0 : at - steadyNow()
      if (early > 0) await sleep(early, undefined, { signal: closing.signal })
      else if (++played % LINES_AT_ONCE === 0) await sleep(0, undefined, { signal: closing.signal })
      if (closing.signal.aborted) return
      receiver.data(Buffer.from(`${line}\n`, 'latin1'), at)
    }
    receiver.setState('ended', `finished playing ${path}`)
  }

  const playing = play().catch((error: Error) => {
    if (!closing.signal.aborted) receiver.setState('failed', fileProblem(path, error))
  })
  return {
    close: async () => {
      closing.abort()
      await playing
    },
  }
}

async function lengthOf(lines: AsyncIterable<string>, clock: RecorderClock): Promise<number> {
  const passed = stopwatch(clock)
  let length = 0
  for await (const line of lines) length = passed(line)
  return length
}

/** Time since the recording's begin for each of its lines, ms; never falling. */
function stopwatch(clock: RecorderClock): (line: string) => number {
  const timeOf = clock()
  let begin: number | undefined
  let passed = 0
  return (line) => {
    const time = timeOf(line)
    if (time === undefined) return passed
    const step = time - (begin ?? time) - passed
    if (begin === undefined || Math.abs(step) > MAX_STEP_MS) begin = time - passed
    else passed += Math.max(0, step)
    return passed
  }
}

const textClock: RecorderClock = () => {
  let time = 0
  return (line) => (time += (line.length + 2) * MS_A_CHARACTER)
}
