import type { Anchor } from './clock-boots.ts'

/** GPS times in a row that agree, up to the newest. */
interface Witness {
  first?: Anchor
  count: number
  /** Enough of them, over a long enough time: a single sentence may be torn, or come from a receiver that has no fix yet. */
  agrees: boolean
}

export const NO_WITNESS: Witness = { count: 0, agrees: false }

const AGREEING_TIMES = 3
const AGREEING_MS = 2_000
/** Receivers and buses are late by a second or two, and not evenly. */
const SPREAD_MS = 5_000

/** What to make of the next GPS time: two receivers that contradict each other never agree for long enough. */
export function witness(before: Witness, heard: Anchor): Witness {
  const { first } = before
  if (!first || Math.abs(heard.offset - first.offset) > SPREAD_MS) return { first: heard, count: 1, agrees: false }
  const count = before.count + 1
  return { first, count, agrees: count >= AGREEING_TIMES && heard.steady - first.steady >= AGREEING_MS }
}
