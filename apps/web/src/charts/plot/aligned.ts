import uPlot from 'uplot'
import { isolated, type Line } from '../columns.ts'

/** Each line takes three columns: least, greatest, and the line itself. */
const COLUMNS_A_LINE = 3
export const lineColumn = (line: number) => COLUMNS_A_LINE * (line + 1)
export const isLineColumn = (column: number) => column % COLUMNS_A_LINE === 0

/** The lines of a pane with one column of times. A switch is drawn as it last was, anything else as its mean. */
export function aligned(lines: readonly Line[], isSwitch: boolean): uPlot.AlignedData {
  if (lines.length === 0) return [[]]
  return uPlot.join(lines.map(({ at, min, max, mean, last }) => [at, min, max, isSwitch ? last : mean]))
}

/** The dots to draw: what stands alone in each line. */
export const dotsOf = (data: uPlot.AlignedData): number[][] =>
  data.map((column, i) => (i > 0 && isLineColumn(i) ? isolated(column as (number | null)[]) : []))

/** Maximum distance of a value from the cursor at which it is shown, in rows of other series' times. */
const REACH = 50

/** Where the cursor is: the nearest row, and its own time in seconds. */
export interface Cursor {
  row: number
  at: number
}

/**
 * What a column says at the cursor: where its row is another series' time, the nearest value. Null in a gap, and before and after
 * all values.
 * @param gap the column's values are no further apart than this, or there is a gap between them, s
 */
export function valueNear(
  times: ArrayLike<number>,
  column: ArrayLike<number | null | undefined>,
  { row, at }: Cursor,
  gap: number,
): number | null {
  for (let away = 0; away <= REACH; away++)
    for (const near of [row - away, row + away]) {
      const value = column[near]
      if (value !== undefined) return Math.abs(times[near]! - at) <= gap ? value : null
    }
  return null
}

/** The last value of a column up to a time; null without one. */
export function lastValue(times: ArrayLike<number>, column: ArrayLike<number | null | undefined>, to: number) {
  for (let row = times.length - 1; row >= 0; row--) if (times[row]! <= to && column[row] != null) return column[row]!
  return null
}
