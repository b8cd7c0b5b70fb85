import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { steadyNow } from '@binnacle/onboard'
import { fileProblem } from '../config/secrets.ts'
import type { Speed } from '../inputs/settings.ts'
import type { PlayedFiles } from './played-files.ts'
import type { Closable, Receiver } from './reconnect.ts'

/** Reads the recorder's time from each line, ms from any start; undefined where a line has none. One for each pass. */
export type RecorderClock = () => (line: string) => number | undefined

export interface FileOptions {
  path: string
  speed: Speed
  clock?: RecorderClock
  played?: PlayedFiles
}

/**
 * Recordings are glued together: a longer silence is no wait, and what goes back further follows on. Within this they
 * go back and forth all the time (dirona by a minute, where several writers wrote it).
 */
const MAX_STEP_MS = 5 * 60_000
/** Lines played without a rest when as fast as can be. */
const LINES_AT_ONCE = 200
/** So much of a recording counts as played before it is: a power cut loses at most this, and nothing is ever played twice. */
const CLAIM = { ms: 5_000, lines: 5_000 }
const UNTIMED: RecorderClock = () => () => undefined

/**
 * Plays a recorded text file. At recorded speed each line comes when it is due. As fast as can be, it comes with the time it
 * would have, had the recording ended now, so that it keeps its length. A file that cannot be read fails; it is not tried again.
 * With `played` it goes on after the lines that were played before.
 */
export function file({ path, speed, clock = UNTIMED, played }: FileOptions, receiver: Receiver): Closable {
  const closing = new AbortController()
  const linesOf = () =>
    createInterface({ input: createReadStream(path, { encoding: 'latin1' }), crlfDelay: Number.POSITIVE_INFINITY })

  const play = async () => {
    const progress = await played?.of(path)
    const before = progress?.lines ?? 0
    const length = speed === 'fast' ? await lengthOf(linesOf(), clock) : undefined
    let start: number | undefined
    let done = 0
    let claimed = 0
    try {
      for await (const lines of chunks(linesOf(), clock)) {
        const ahead = lines.slice(Math.max(0, before - done))
        claimed = done + lines.length
        done = claimed - ahead.length
        if (ahead.length === 0) continue
        await progress?.keep(claimed)
        for (const { text, passed } of ahead) {
          if (start === undefined) receiver.setState('connected', `playing ${path}`)
          start ??= Math.floor(steadyNow()) - (length ?? passed)
          const at = start + passed
          const early = length === undefined ? at - steadyNow() : 0
          if (early > 0) await sleep(early, undefined, { signal: closing.signal })
          else if (done % LINES_AT_ONCE === 0) await sleep(0, undefined, { signal: closing.signal })
          if (closing.signal.aborted) return
          receiver.data(Buffer.from(`${text}\n`, 'latin1'), at)
          done++
        }
      }
    } finally {
      if (claimed > before) await progress?.keep(Math.max(done, before))
    }
    receiver.setState('ended', done > before ? `finished playing ${path}` : `${path} was played before`)
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

interface Line {
  text: string
  /** Since the recording's begin, whole ms, so that two lines ten seconds apart are not 9999.9 ms apart. */
  passed: number
}

/** The lines of a recording, in parts that are short in time and in number. */
async function* chunks(lines: AsyncIterable<string>, clock: RecorderClock): AsyncGenerator<Line[]> {
  const passedAt = stopwatch(clock)
  let chunk: Line[] = []
  for await (const text of lines) {
    const line = { text, passed: Math.floor(passedAt(text)) }
    if (chunk.length >= CLAIM.lines || line.passed - (chunk[0] ?? line).passed > CLAIM.ms) {
      yield chunk
      chunk = []
    }
    chunk.push(line)
  }
  if (chunk.length > 0) yield chunk
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
