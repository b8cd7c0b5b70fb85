import uPlot from 'uplot'
import { isolated, type Line } from './columns.ts'

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

/** So far from the cursor a value may be and still be told for it, in rows of other series' times. */
const REACH = 50

/** What a column says at a row: where that is another series' time, the nearest value; null in a gap. */
export function valueNear(column: ArrayLike<number | null | undefined>, row: number): number | null {
  for (let away = 0; away <= REACH; away++)
    for (const value of [column[row - away], column[row + away]]) if (value !== undefined) return value
  return null
}

/** The last value of a column up to a time; null without one. */
export function lastValue(times: ArrayLike<number>, column: ArrayLike<number | null | undefined>, to: number) {
  for (let row = times.length - 1; row >= 0; row--) if (times[row]! <= to && column[row] != null) return column[row]!
  return null
}
