import type { Ring } from './land.ts'

/** A rectangle on the unit square. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * What of a ring lies in a box (Sutherland and Hodgman): again one ring, which runs along the box's edges where the land goes on
 * beyond it; null when nothing does.
 */
export function clipRing(ring: Ring, { left, top, right, bottom }: Box): Ring | null {
  let points: ArrayLike<number> = ring
  for (const [axis, bound, side] of [
    [0, left, 1],
    [0, right, -1],
    [1, top, 1],
    [1, bottom, -1],
  ] as const)
    points = clipHalf(points, axis, bound, side)
  return points.length < 6 ? null : points instanceof Float64Array ? points : Float64Array.from(points)
}

/** What lies on one side of a line: beyond `bound` for side 1, before it for -1. The same array when all of it does. */
function clipHalf(points: ArrayLike<number>, axis: 0 | 1, bound: number, side: 1 | -1): ArrayLike<number> {
  const depth = (i: number) => side * (points[i + axis]! - bound)
  const kept: number[] = []
  let cut = false
  let from = points.length - 2
  for (let to = 0; to < points.length; from = to, to += 2) {
    const before = depth(from)
    const here = depth(to)
    if (before < 0 !== here < 0) {
      const share = before / (before - here)
      kept.push(
        points[from]! + share * (points[to]! - points[from]!),
        points[from + 1]! + share * (points[to + 1]! - points[from + 1]!),
      )
    }
    if (here >= 0) kept.push(points[to]!, points[to + 1]!)
    else cut = true
  }
  return cut ? kept : points
}
