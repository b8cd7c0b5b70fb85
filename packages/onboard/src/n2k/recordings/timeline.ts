import type { Stamp } from '../frame.ts'

/** Where a recording stands: `at` in ms, on the recorder's own clock. */
export interface Timeline {
  at: number
  /** Midnights passed, as ms; undated clocks begin again at each. */
  midnights: number
  dated: boolean
  /** How often the clock has jumped: by more than LONGEST_STEP_MS, forth or back. */
  stretch: number
}

export const TIMELINE_START: Timeline = { at: 0, midnights: 0, dated: false, stretch: 0 }

const DAY_MS = 24 * 3600 * 1000

/**
 * A longer step is no time that passed: recordings are glued together, clocks are set. Within this they go back and forth all the
 * time (dirona by a minute, where several writers wrote it).
 */
export const LONGEST_STEP_MS: number = 5 * 60_000

/**
 * The time of the next frame. A frame without a time (candump on a terminal) counts as one millisecond after the one
 * before it: a busy bus carries some 800 frames a second.
 */
export function advance(now: Timeline, stamp: Stamp | undefined): Timeline {
  if (!stamp) return { ...now, at: now.at + 1 }
  const isNextDay = !stamp.dated && now.at - (stamp.ms + now.midnights) > DAY_MS / 2
  const midnights = stamp.dated ? 0 : isNextDay ? now.midnights + DAY_MS : now.midnights
  const at = stamp.ms + midnights
  const jumped = now !== TIMELINE_START && Math.abs(at - now.at) > LONGEST_STEP_MS
  return { at, midnights, dated: stamp.dated, stretch: jumped ? now.stretch + 1 : now.stretch }
}
