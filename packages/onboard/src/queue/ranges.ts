/** Sequence numbers from first to last, both included. */
export type Range = readonly [first: number, last: number]

/** A set of sequence numbers: ranges in order that neither overlap nor touch. */
export type Ranges = readonly Range[]

/** The index of the first range that ends at `seq` or later. */
function indexAt(ranges: Ranges, seq: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranges[middle]![1] < seq) low = middle + 1
    else high = middle
  }
  return low
}

export function has(ranges: Ranges, seq: number): boolean {
  const range = ranges[indexAt(ranges, seq)]
  return range !== undefined && range[0] <= seq
}

/** Whether any number of [first, last] is in the set. */
export function touches(ranges: Ranges, [first, last]: Range): boolean {
  const range = ranges[indexAt(ranges, first)]
  return range !== undefined && range[0] <= last
}

/** The set with [first, last] in it. */
export function add(ranges: Ranges, [first, last]: Range): Ranges {
  const from = indexAt(ranges, first - 1)
  let to = from
  while (to < ranges.length && ranges[to]![0] <= last + 1) to++
  const joined: Range =
    from === to ? [first, last] : [Math.min(first, ranges[from]![0]), Math.max(last, ranges[to - 1]![1])]
  return [...ranges.slice(0, from), joined, ...ranges.slice(to)]
}

export const union = (ranges: Ranges, more: Ranges): Ranges => more.reduce(add, ranges)
