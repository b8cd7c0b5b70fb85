import { wrapLongitude } from '../format/longitude.ts'

/** A place at a time: at in ms, degrees. */
export interface Fix {
  at: number
  lat: number
  lon: number
}

/** The service's answer: columns of equal length, oldest first. */
type TrackColumns = readonly [at: number[], lat: number[], lon: number[]]

/** Times without positions, after which the boat was elsewhere. */
type GapColumns = readonly [from: number[], to: number[]]

/** The fixes of a track. Longitudes run on beyond 180, so that no line goes round the world. */
export function fixesOf([at, lat, lon]: TrackColumns): Fix[] {
  const fixes: Fix[] = []
  for (const [i, time] of at.entries()) {
    fixes.push(near({ at: time, lat: lat[i]!, lon: lon[i]! }, fixes.at(-1)?.lon))
  }
  return fixes
}

/** A place on the copy of the world that is nearest to a longitude, which may have run on: that is where a track ends. */
export const near = <T extends { lon: number }>(place: T, lon = place.lon): T => ({
  ...place,
  lon: lon + wrapLongitude(place.lon - lon),
})

/** What is known of a track, and the legs between, of which only the ends are. */
export interface Legs {
  pieces: Fix[][]
  unknown: [from: Fix, to: Fix][]
}

export function legsOf(fixes: readonly Fix[], [from, to]: GapColumns): Legs {
  const legs: Legs = { pieces: [], unknown: [] }
  const endOf = new Map(from.map((start, i) => [start, to[i]!]))
  for (const [i, fix] of fixes.entries()) {
    const before = fixes[i - 1]
    const piece = legs.pieces.at(-1)
    const isGap = before && endOf.get(before.at) === fix.at
    if (piece && !isGap) piece.push(fix)
    else legs.pieces.push([fix])
    if (isGap) legs.unknown.push([before, fix])
  }
  return legs
}

const STEPS_MS = [5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080, 20_160, 40_320].map((minutes) => minutes * 60_000)
const MAX_TICKS = 12

/**
 * Where the boat was at round times, at most a dozen: the fix nearest after each full step of local time.
 * @param offsetAt what the reader's clock is ahead of UTC at a time, ms; in summer it is another
 */
export function ticksOf(fixes: readonly Fix[], offsetAt: (at: number) => number = () => 0): Fix[] {
  const first = fixes[0]
  const last = fixes.at(-1)
  if (!first || !last) return []
  const step = STEPS_MS.find((ms) => (last.at - first.at) / ms <= MAX_TICKS) ?? (last.at - first.at) / MAX_TICKS
  const stepAt = ({ at }: Fix) => Math.floor((at + offsetAt(at)) / step)
  return fixes.filter((fix, i) => i > 0 && stepAt(fix) !== stepAt(fixes[i - 1]!))
}
