/** The size of a spark line's picture, in its own units. */
export const SPARK = { width: 120, height: 28 }
const AIR = 2
/** A value that moves by less, as a share of itself, is a calm line. */
const MIN_SPAN = 0.1

/**
 * A small line of values over time as an SVG path, from `from` to `to` (ms) across, least to greatest up; it is broken where points
 * are further apart than `gapMs`. Empty with fewer than two points.
 */
export function sparkPath(
  points: readonly (readonly [at: number, value: number])[],
  { from, to }: { from: number; to: number },
  gapMs: number,
): string {
  const seen = points.filter(([at]) => at >= from && at <= to)
  if (seen.length < 2) return ''
  const values = seen.map(([, value]) => value)
  const least = Math.min(...values)
  const most = Math.max(...values)
  const middle = (least + most) / 2
  const span = Math.max(most - least, MIN_SPAN * Math.abs(middle))
  const x = (at: number) => ((at - from) / (to - from)) * SPARK.width
  const y = (value: number) => SPARK.height / 2 - (span === 0 ? 0 : (value - middle) / span) * (SPARK.height - 2 * AIR)
  return seen
    .map(([at, value], i) => {
      const before = seen[i - 1]
      const command = before && at - before[0] <= gapMs ? 'L' : 'M'
      return `${command}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
}
