import type { TelemetryRange } from '@binnacle/contract'
import type { Window } from './range/window.ts'

/** Columns of equal length, one row a bucket that has readings; at in ms. */
export type Points = TelemetryRange['points']

/** A series as it is drawn: times in seconds; a null row is a gap. */
export interface Line {
  at: number[]
  min: (number | null)[]
  max: (number | null)[]
  mean: (number | null)[]
  last: (number | null)[]
}

/** Of a series that is not loaded yet. */
export const NO_LINE: Line = { at: [], min: [], max: [], mean: [], last: [] }

type IsPlausible = (value: number) => boolean

/**
 * A series ready to be drawn. A bucket with a value that cannot be true becomes a gap, too, since its mean is spoilt by it.
 * @param gapMs rows further apart than this have a gap between them
 * @param convert from the contract's unit to the reader's
 */
export function toLine(
  [at, min, max, mean, last]: Points,
  gapMs: number,
  isPlausible: IsPlausible,
  convert: (value: number) => number,
): Line {
  const line: Line = { at: [], min: [], max: [], mean: [], last: [] }
  for (const [i, time] of at.entries()) {
    const before = at[i - 1]
    if (before !== undefined && time - before > gapMs) push(line, (before + time) / 2, null)
    const values = [min[i]!, max[i]!, mean[i]!, last[i]!] as const
    const possible = isPlausible(values[0]) && isPlausible(values[1])
    push(line, time, possible ? values.map(convert) : null)
  }
  return line
}

function push(line: Line, at: number, values: number[] | null) {
  line.at.push(at / 1000)
  for (const [i, column] of [line.min, line.max, line.mean, line.last].entries()) column.push(values?.[i] ?? null)
}

/** How many rows cannot be true, and are not drawn. */
export const refusedOf = ([, min, max]: Points, isPlausible: IsPlausible): number =>
  min.filter((least, i) => !isPlausible(least) || !isPlausible(max[i]!)).length

/** The rows of an answer within a window. */
export function within(points: Points, { from, to }: Window): Points {
  const [at] = points
  const start = at.findIndex((time) => time >= from)
  const end = at.findLastIndex((time) => time <= to) + 1
  const cut = (column: number[]) => (start < 0 ? [] : column.slice(start, end))
  const [times, min, max, mean, last] = points
  return [cut(times), cut(min), cut(max), cut(mean), cut(last)]
}

/** Places with nothing on either side, which no line shows: they are drawn as dots. Absent (undefined) rows are others' times. */
export function isolated(values: readonly (number | null | undefined)[]): number[] {
  const known = values.flatMap((value, i) => (value === undefined ? [] : [i]))
  return known.filter(
    (i, n) => values[i] !== null && isNone(values[known[n - 1] ?? -1]) && isNone(values[known[n + 1] ?? -1]),
  )
}

const isNone = (value: number | null | undefined) => value === null || value === undefined
