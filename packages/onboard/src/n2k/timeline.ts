import type { Stamp } from './frame.ts'

/** Where a recording stands: `at` in ms, on the recorder's own clock. */
export interface Timeline {
  at: number
  /** Midnights passed, as ms; undated clocks begin again at each. */
  midnights: number
  dated: boolean
}

export const TIMELINE_START: Timeline = { at: 0, midnights: 0, dated: false }

const DAY_MS = 24 * 3600 * 1000

/**
 * The time of the next frame. A frame without a time (candump on a terminal) counts as one millisecond after the one
 * before it: a busy bus carries some 800 frames a second.
 */
export function advance(now: Timeline, stamp: Stamp | undefined): Timeline {
  if (!stamp) return { ...now, at: now.at + 1 }
  if (stamp.dated) return { at: stamp.ms, midnights: 0, dated: true }
  const midnights = now.at - (stamp.ms + now.midnights) > DAY_MS / 2 ? now.midnights + DAY_MS : now.midnights
  return { at: stamp.ms + midnights, midnights, dated: false }
}
