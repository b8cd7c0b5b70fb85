import { n2kDecoder } from '../decode.ts'
import type { Frame } from '../frame.ts'
import { receiverTime, TIME_PGNS, unsureTime } from '../gps-time.ts'
import type { Pgn } from '../pgn.ts'
import { advance, TIMELINE_START } from './timeline.ts'

/** A part of a recording in which the recorder's clock did not jump. Its times are those of that clock, ms. */
export interface Stretch {
  from: number
  to: number
  frames: number
  /** Whether the recorder's times have a date. */
  dated: boolean
  /** GPS time less the recorder's; undefined where nobody told the time. */
  ahead?: number
}

/**
 * Times of reception less than this from GPS time are better than it: receivers and buses are late by some seconds, and not
 * evenly.
 */
const AGREE_MS = 5_000

/** Receivers with old firmware count weeks from 0 again after so long, and are behind by it. */
const ROLLOVER_MS = 1024 * 7 * 24 * 3600 * 1000
/** A recorder that is this near to what a receiver would say without that is proof of it. */
const ROLLED_WITHIN_MS = 60 * 24 * 3600 * 1000

const TELLS_TIME: ReadonlySet<number> = new Set(TIME_PGNS)

/** GPS times less the recorder's, by who told them. */
interface Told {
  receivers: Map<number, number[]>
  unsure: number[]
}

/** The stretches of a recording, in its order; the numbers of Timeline.stretch are their places. */
export async function stretchesOf(frames: AsyncIterable<Frame | undefined>): Promise<Stretch[]> {
  const decode = n2kDecoder()
  const stretches: (Stretch & { told?: Told })[] = []
  let time = TIMELINE_START
  for await (const frame of frames) {
    if (!frame) continue
    time = advance(time, frame.stamp)
    const { at } = time
    stretches[time.stretch] ??= { from: at, to: at, frames: 0, dated: time.dated }
    const stretch = stretches[time.stretch]!
    stretch.from = Math.min(stretch.from, at)
    stretch.to = Math.max(stretch.to, at)
    stretch.frames++
    if (!frame.stamp || !TELLS_TIME.has(frame.pgn)) continue
    stretch.told ??= { receivers: new Map(), unsure: [] }
    hear(stretch.told, decode(frame), at)
  }
  return stretches.map(({ told, ...stretch }) => ({ ...stretch, ahead: told && aheadOf(told) }))
}

function hear(told: Told, message: Pgn | undefined, at: number): void {
  if (!message) return
  const sure = receiverTime(message)
  const unsure = unsureTime(message)
  if (sure !== undefined) {
    const times = told.receivers.get(message.src) ?? []
    told.receivers.set(message.src, times)
    times.push(sure - at)
  } else if (unsure !== undefined) told.unsure.push(unsure - at)
}

/** Of the receiver that told the time most often: two do not agree. */
function aheadOf({ receivers, unsure }: Told): number | undefined {
  const [most = unsure] = [...receivers.values()].toSorted((a, b) => b.length - a.length)
  const median = most.toSorted((a, b) => a - b)[Math.floor(most.length / 2)]
  return median === undefined ? undefined : withoutRollover(median)
}

function withoutRollover(ahead: number): number {
  const rest = ahead + Math.max(0, Math.round(-ahead / ROLLOVER_MS)) * ROLLOVER_MS
  return Math.abs(rest) <= ROLLED_WITHIN_MS ? rest : ahead
}

/**
 * What to add to the times of each stretch, ms. One without a GPS time moves with the one before it, or else with the one after;
 * where the clock went back between the two, they follow each other. None comes after the next whose time GPS tells: a single
 * line with a damaged time would else be of another century, and follows the one before.
 */
export function shiftsOf(stretches: readonly Stretch[]): number[] {
  const shifts = stretches.map(({ ahead }) => (ahead !== undefined && Math.abs(ahead) <= AGREE_MS ? 0 : ahead))
  const ends: number[] = []
  for (let i = stretches.length - 1, end = Number.POSITIVE_INFINITY; i >= 0; i--) {
    ends[i] = end
    if (shifts[i] !== undefined) end = stretches[i]!.from + shifts[i]!
  }
  for (const [i, { from }] of stretches.entries()) {
    const before = stretches[i - 1]
    const shift = shifts[i - 1]
    if (!before || shift === undefined) continue
    const placed = shift + Math.max(0, before.to - from)
    shifts[i] ??= from + placed > ends[i]! ? shift + before.to - from : placed
  }
  for (const [i, { to }] of [...stretches.entries()].reverse()) {
    const after = stretches[i + 1]
    const shift = shifts[i + 1]
    if (after && shift !== undefined) shifts[i] ??= shift - Math.max(0, to - after.from)
  }
  return shifts.map((shift) => shift ?? 0)
}
