import type { Lines } from './lines.ts'
import { decodeRecord, type Queued } from './record.ts'

export interface Moment {
  steady: number
  wall: number
}

/** What is known of a segment's readings without reading them. */
export interface Summary {
  count: number
  /** The highest number. */
  last: number
  oldest: Moment
  newest: Moment
}

/** A file of readings of one boot, in the order of their numbers. */
export interface Segment {
  readonly name: string
  readonly boot: string
  /** No reading in it has a lower number. */
  readonly first: number
  /** What of the file is written and synced. */
  bytes: number
  /** Nothing is added any more. */
  sealed: boolean
  /** How often it was thinned out. */
  level: number
  all: Summary
  /** Those that peek may give. */
  waiting: Summary
}

/** The last line of a sealed segment: with it the others need not be read at the start. */
export interface Seal {
  level: number
  all: Summary
}

const NAME = /^(\d{16})-(.*)\.log$/

const NEVER: Moment = { steady: 0, wall: 0 }
export const NONE: Summary = { count: 0, last: 0, oldest: NEVER, newest: NEVER }

/** The names sort as the numbers do. The boot stands there once instead of in each reading. */
export const segmentName = (first: number, boot: string): string =>
  `${String(first).padStart(16, '0')}-${encodeURIComponent(boot)}.log`

/** A segment without readings yet; undefined when the name is not one of a segment. */
export function segmentOf(name: string): Segment | undefined {
  const [, first, boot] = NAME.exec(name) ?? []
  if (!first || boot === undefined) return undefined
  return {
    name,
    boot: decodeURIComponent(boot),
    first: Number(first),
    bytes: 0,
    sealed: false,
    level: 0,
    all: NONE,
    waiting: NONE,
  }
}

/** The summary with later readings in it. */
export function extended(summary: Summary, readings: readonly Queued[]): Summary {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last) return summary
  const moment = ({ stamp: { steady, wall } }: Queued): Moment => ({ steady, wall })
  const oldest = summary.count === 0 ? moment(first) : summary.oldest
  return { count: summary.count + readings.length, last: last.seq, oldest, newest: moment(last) }
}

export const summaryOf = (readings: readonly Queued[]): Summary => extended(NONE, readings)

/** The readings among the lines of a segment. */
export const parse = (values: readonly unknown[], boot: string): Queued[] =>
  values.filter(Array.isArray).map((value) => decodeRecord(value, boot))

/** The seal, when the lines end with one. */
export function sealIn({ values, ended }: Lines): Seal | undefined {
  const last = values.at(-1)
  return ended && last !== undefined && !Array.isArray(last) ? (last as Seal) : undefined
}

/**
 * How long before the newest reading the newest of each segment was taken, in ms that the onboard device was on. The system clock
 * has no part in it, since it may be wrong by years; the time between a shutdown and the next boot is not known and counts
 * nothing.
 */
export function agesOf(segments: readonly Segment[]): number[] {
  const ages: number[] = []
  for (let i = segments.length - 1; i >= 0; i--) {
    const [segment, later] = [segments[i]!, segments[i + 1]]
    const since = later && (later.boot === segment.boot ? segment.all.newest.steady : 0)
    ages[i] = later ? ages[i + 1]! + Math.max(0, later.all.newest.steady - since!) : 0
  }
  return ages
}
