/** The grid that readings are summed up on. All of it counts from 1970 in UTC, and by ms unless the name says otherwise. */
export const SLOT_MS = 5 * 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const SLOTS_PER_HOUR = HOUR_MS / SLOT_MS

export const hourOf = (ms: number) => Math.floor(ms / HOUR_MS)
export const dayOf = (ms: number) => Math.floor(ms / DAY_MS)

/** A time from `from` up to, and without, `to`. */
export interface Span {
  from: number
  to: number
}

export const contains = ({ from, to }: Span, ms: number) => ms >= from && ms < to

/** Hours as few spans: those that follow each other are one, of at most a day, so that no statement reads much more than that. */
export function spansOf(hours: Iterable<number>): Span[] {
  const spans: Span[] = []
  for (const hour of [...hours].sort((a, b) => a - b)) {
    const last = spans.at(-1)
    const from = hour * HOUR_MS
    if (last?.to === from && dayOf(last.from) === dayOf(from)) last.to += HOUR_MS
    else spans.push({ from, to: from + HOUR_MS })
  }
  return spans
}

/** The parts of the spans that lie within another. */
export const clip = (spans: Span[], within: Span): Span[] =>
  spans
    .map(({ from, to }) => ({ from: Math.max(from, within.from), to: Math.min(to, within.to) }))
    .filter(({ from, to }) => from < to)
