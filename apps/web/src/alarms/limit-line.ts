import type { Span } from './around.ts'

/** The size of the picture, in its own units. */
export const PICTURE = { width: 240, height: 60 }
const AIR = 6

interface LimitLine {
  /** The values, as an SVG path; broken where points are further apart than the gap. */
  path: string
  /** Height of the limit. */
  limitY: number
}

/** Values over a span with the limit among them; null with fewer than two points. */
export function limitLine(
  points: readonly (readonly [at: number, value: number])[],
  limit: number,
  { from, to }: Span,
  gapMs: number,
): LimitLine | null {
  const seen = points.filter(([at]) => at >= from && at <= to)
  if (seen.length < 2) return null
  const values = [limit, ...seen.map(([, value]) => value)]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (at: number) => ((at - from) / (to - from)) * PICTURE.width
  const y = (value: number) =>
    PICTURE.height - AIR - ((value - least) / (most - least || 1)) * (PICTURE.height - 2 * AIR)
  const path = seen
    .map(([at, value], i) => {
      const before = seen[i - 1]
      return `${before && at - before[0] <= gapMs ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
  return { path, limitY: y(limit) }
}
