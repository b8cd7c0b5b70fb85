import { setTimeout as sleep } from 'node:timers/promises'
import { LONGEST_STEP_MS, steadyNow } from '@binnacle/onboard'
import { fileProblem } from '../config/secrets.ts'
import type { Speed } from '../config/settings.ts'
import type { PlayedFiles } from './played-files.ts'
import type { Closable, Receiver } from './reconnect.ts'

/** How a recording is read: as lines of text, or as frames. */
export interface Format<Item> {
  read(path: string): AsyncIterable<Item>
  /** Reads the recorder's time, ms from any start; undefined where an item has none. One for each pass. */
  clock(): (item: Item) => number | undefined
}

/** Who takes what was recorded; `at` is when it came, on the steady clock, ms. */
export interface Listener<Item> extends Pick<Receiver, 'setState'> {
  take(item: Item, at: number): void
}

interface FileOptions {
  path: string
  speed: Speed
  played?: PlayedFiles
}

/** Items played without a rest when as fast as can be. */
const ITEMS_AT_ONCE = 200
/** So much of a recording counts as played before it is: a power cut loses at most this, and nothing is ever played twice. */
const CLAIM = { ms: 5_000, items: 5_000 }

/**
 * Plays a recording. At recorded speed each of its items comes when it is due. As fast as can be, it comes with the time it
 * would have, had the recording ended now, so that it keeps its length. A file that cannot be read fails; it is not tried again.
 * With `played` it goes on after what was played before.
 */
export function file<Item>(
  { path, speed, played }: FileOptions,
  { read, clock }: Format<Item>,
  { take, setState }: Listener<Item>,
): Closable {
  const closing = new AbortController()

  const play = async () => {
    const progress = await played?.of(path)
    const before = progress?.lines ?? 0
    const length = speed === 'fast' ? await lengthOf(read(path), clock()) : undefined
    let start: number | undefined
    let done = 0
    let claimed = 0
    try {
      for await (const items of chunks(read(path), clock())) {
        const ahead = items.slice(Math.max(0, before - done))
        claimed = done + items.length
        done = claimed - ahead.length
        if (ahead.length === 0) continue
        await progress?.keep(claimed)
        for (const { item, passed } of ahead) {
          if (start === undefined) setState('connected', `playing ${path}`)
          start ??= Math.floor(steadyNow()) - (length ?? passed)
          const at = start + passed
          const early = length === undefined ? at - steadyNow() : 0
          if (early > 0) await sleep(early, undefined, { signal: closing.signal })
          else if (done % ITEMS_AT_ONCE === 0) await sleep(0, undefined, { signal: closing.signal })
          if (closing.signal.aborted) return
          take(item, at)
          done++
        }
      }
    } finally {
      if (claimed > before) await progress?.keep(Math.max(done, before))
    }
    setState('ended', done > before ? `finished playing ${path}` : `${path} was played before`)
  }

  const playing = play().catch((error: Error) => {
    if (!closing.signal.aborted) setState('failed', problemOf(path, error))
  })
  return {
    close: async () => {
      closing.abort()
      await playing
    },
  }
}

/** What is wrong with a recording, it says without its path. */
const problemOf = (path: string, error: NodeJS.ErrnoException): string =>
  error.code === undefined ? `${path}: ${error.message}` : fileProblem(path, error)

interface Timed<Item> {
  item: Item
  /** Since the recording's begin, whole ms, so that two items ten seconds apart are not 9999.9 ms apart. */
  passed: number
}

/** The items of a recording, in parts that are short in time and in number. */
async function* chunks<Item>(items: AsyncIterable<Item>, clock: Clock<Item>): AsyncGenerator<Timed<Item>[]> {
  const passedAt = stopwatch(clock)
  let chunk: Timed<Item>[] = []
  for await (const item of items) {
    const timed = { item, passed: Math.floor(passedAt(item)) }
    if (chunk.length >= CLAIM.items || timed.passed - (chunk[0] ?? timed).passed > CLAIM.ms) {
      yield chunk
      chunk = []
    }
    chunk.push(timed)
  }
  if (chunk.length > 0) yield chunk
}

async function lengthOf<Item>(items: AsyncIterable<Item>, clock: Clock<Item>): Promise<number> {
  const passed = stopwatch(clock)
  let length = 0
  for await (const item of items) length = passed(item)
  return Math.floor(length)
}

type Clock<Item> = ReturnType<Format<Item>['clock']>

/** Time since the recording's begin for each of its items, ms; never falling. A jump of the recorder's clock is no wait. */
function stopwatch<Item>(timeOf: Clock<Item>): (item: Item) => number {
  let begin: number | undefined
  let passed = 0
  return (item) => {
    const time = timeOf(item)
    if (time === undefined) return passed
    const step = time - (begin ?? time) - passed
    if (begin === undefined || Math.abs(step) > LONGEST_STEP_MS) begin = time - passed
    else passed += Math.max(0, step)
    return passed
  }
}
