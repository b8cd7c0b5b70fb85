/** A place at a time: at in ms, degrees. */
export interface Fix {
  at: number
  lat: number
  lon: number
}

/** The service's answer: columns of equal length, oldest first. */
export type TrackColumns = readonly [at: number[], lat: number[], lon: number[]]

/** The mean radius of the earth, nautical miles (IUGG: 6371.0088 km). */
const EARTH_NM = 3440.0691
const HOUR_MS = 3_600_000

/**
 * A leg of the simplified track that took so long, went so far and yet was so slow is more than one: the boat lay, or its onboard device was
 * off, and where it went when is not known. A straight passage is as long, but faster; a night at the berth goes nowhere.
 */
const UNKNOWN = { hours: 3, nm: 1, knots: 1 }

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance of two places, nm (haversine). */
export function distanceNm(a: Fix, b: Fix): number {
  const north = Math.sin(radians(b.lat - a.lat) / 2) ** 2
  const east = Math.sin(radians(b.lon - a.lon) / 2) ** 2
  return (
    2 * EARTH_NM * Math.asin(Math.sqrt(Math.min(1, north + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east)))
  )
}

/** The fixes of a track. Longitudes run on beyond 180, so that no line goes round the world. */
export function fixesOf([at, lat, lon]: TrackColumns): Fix[] {
  const fixes: Fix[] = []
  for (const [i, time] of at.entries()) {
    const before = fixes.at(-1)?.lon ?? lon[i]!
    fixes.push({ at: time, lat: lat[i]!, lon: before + shortestTurn(lon[i]! - before) })
  }
  return fixes
}

const shortestTurn = (degrees: number) => degrees - 360 * Math.round(degrees / 360)

/** What is known of a track, and the legs between, of which only the ends are. */
export interface Legs {
  pieces: Fix[][]
  unknown: [from: Fix, to: Fix][]
}

export function legsOf(fixes: readonly Fix[]): Legs {
  const legs: Legs = { pieces: [], unknown: [] }
  for (const [i, fix] of fixes.entries()) {
    const before = fixes[i - 1]
    const piece = legs.pieces.at(-1)
    if (piece && before && !isUnknown(before, fix)) piece.push(fix)
    else legs.pieces.push([fix])
    if (before && isUnknown(before, fix)) legs.unknown.push([before, fix])
  }
  return legs
}

function isUnknown(from: Fix, to: Fix): boolean {
  const hours = (to.at - from.at) / HOUR_MS
  const nm = distanceNm(from, to)
  return hours > UNKNOWN.hours && nm > UNKNOWN.nm && nm / hours < UNKNOWN.knots
}

/** How far a boat went over ground, nm, as far as it is known. */
export function distanceSailed({ pieces }: Legs): number {
  return pieces.reduce(
    (sum, piece) => sum + piece.slice(1).reduce((length, fix, i) => length + distanceNm(piece[i]!, fix), 0),
    0,
  )
}

const STEPS_MS = [5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080, 20_160, 40_320].map((minutes) => minutes * 60_000)
const MOST_TICKS = 12

/**
 * Where the boat was at round times, at most a dozen: the fix nearest after each full step of local time.
 * @param offsetMs what the reader's clock is ahead of UTC
 */
export function ticksOf(fixes: readonly Fix[], offsetMs = 0): Fix[] {
  const first = fixes[0]
  const last = fixes.at(-1)
  if (!first || !last) return []
  const step = STEPS_MS.find((ms) => (last.at - first.at) / ms <= MOST_TICKS) ?? (last.at - first.at) / MOST_TICKS
  const stepAt = ({ at }: Fix) => Math.floor((at + offsetMs) / step)
  return fixes.filter((fix, i) => i > 0 && stepAt(fix) !== stepAt(fixes[i - 1]!))
}
