/** What a chart shows, ms. */
export interface Window {
  from: number
  to: number
}

export const PRESETS = ['hour', 'day', 'week', 'month', 'year', 'all'] as const
export type Preset = (typeof PRESETS)[number]

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
export const SPAN_MS: Record<Exclude<Preset, 'all'>, number> = {
  hour: 60 * MINUTE_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
}

/** An onboard device tells a value at most every ten seconds: closer than this there is nothing to see. */
const MIN_MS = MINUTE_MS
/** Clocks on board begin at 1970; nobody keeps readings for the next century. */
const EARLIEST = 0
const LATEST = Date.UTC(2100, 0)

/** So many steps a preset's window makes to move by its own length: it follows the time without a new question each second. */
const STEPS = 120

/** How long a preset's window stays where it is, ms. */
export const stepOf = (preset: Exclude<Preset, 'all'>) => SPAN_MS[preset] / STEPS

/** The last hour, day, ... that ends with the present step. */
export function presetWindow(preset: Exclude<Preset, 'all'>, now: number): Window {
  const step = stepOf(preset)
  const to = Math.ceil(now / step) * step
  return { from: to - SPAN_MS[preset], to }
}

/** The shortest usual range, of a day or more, that reaches back to a time: for something that was last seen then. */
export const presetSince = (at: number, now: number): Preset =>
  (['day', 'week', 'month', 'year'] as const).find((preset) => now - at < SPAN_MS[preset]) ?? 'all'

/** A window around everything from `first` to `now`, with a little air; the last day when there is nothing. */
export function wholeWindow(first: number | null, now: number): Window {
  const { from, to } = presetWindow('day', now)
  if (first === null || first >= from) return { from, to }
  return clamp({ from: first - (to - first) / 50, to })
}

/** Made wider than the least, and moved into the time in which there can be readings. */
export function clamp({ from, to }: Window): Window {
  const span = Math.min(Math.max(to - from, MIN_MS), LATEST - EARLIEST)
  const middle = (from + to) / 2
  const start = Math.round(Math.min(Math.max(middle - span / 2, EARLIEST), LATEST - span))
  return { from: start, to: Math.round(start + span) }
}

/** `factor` below 1 zooms in; what is at `anchor` (0 left, 1 right) stays where it is. */
export function zoom({ from, to }: Window, factor: number, anchor = 0.5): Window {
  const still = from + (to - from) * anchor
  return clamp({ from: still - (still - from) * factor, to: still + (to - still) * factor })
}

/** Moved by a share of its span: 0.25 shows a quarter later. */
export function pan({ from, to }: Window, share: number): Window {
  const by = (to - from) * share
  return clamp({ from: from + by, to: to + by })
}

/**
 * What is asked of the service to show a window: more on both sides, so that panning shows something at once, with ends on a
 * grid, so that a small step asks for nothing new.
 */
export function loadWindow({ from, to }: Window): Window {
  const step = 2 ** Math.ceil(Math.log2(to - from)) / 4
  return {
    from: Math.max(EARLIEST, Math.floor((from - step) / step) * step),
    to: Math.min(LATEST, Math.ceil((to + step) / step) * step),
  }
}
