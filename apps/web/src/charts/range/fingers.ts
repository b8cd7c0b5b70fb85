import { clamp, type Window } from './window.ts'

/** Where one or two fingers are on a chart: shares of its width. */
export type Fingers = readonly [number] | readonly [number, number]

/** Closer together than this share of the chart two fingers say nothing of a scale. */
const MIN_APART = 0.02

/** The window in which the times under the fingers are where the fingers have moved to: one pans, two pan and zoom. */
export function follow(window: Window, before: Fingers, after: Fingers): Window {
  const span = window.to - window.from
  const first = window.from + before[0] * span
  const newSpan = span * stretch(before, after)
  const from = first - after[0] * newSpan
  return clamp({ from, to: from + newSpan })
}

function stretch([a, b]: Fingers, [c, d]: Fingers): number {
  if (b === undefined || d === undefined) return 1
  const factor = (b - a) / (d - c)
  return Math.abs(d - c) < MIN_APART || Math.abs(b - a) < MIN_APART || factor <= 0 ? 1 : factor
}
