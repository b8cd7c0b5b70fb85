import { coarse, type Position } from '../rollups/day/positions.ts'
import { DAY_MS, HOUR_MS, type Span } from '../rollups/day/time-grid.ts'
import { EARTH_METRES, reachableMetres } from '../rollups/day/track-errors.ts'

/** Within 0.05 nm around one place for so long, a boat rests: receivers are off by metres, and boats swing at anchor. */
const REST = { metres: 92.6, ms: 30 * 60_000 }
/** A position so far in time from both its neighbours at most, which are at one place, and itself at another, is an error. */
const SPIKE_MS = 15 * 60_000
/** What boats report less often than every three hours is taken for their way when they usually do so; never above 36 hours. */
const GAP = { ms: 3 * HOUR_MS, usualTimes: 3, longestMs: 36 * HOUR_MS }

/** Positions so long before and after a span decide what was sailed within it: a leg of 36 hours and one beside it. */
export const SAILED_LEAD_MS = 3 * DAY_MS

/** A time without positions, after which the boat was at another place. */
export interface Gap {
  from: Position
  to: Position
  /** How far these two are apart. */
  metres: number
}

export interface Sailed {
  metres: number
  /** By time; nothing of them is in the distance. */
  gaps: Gap[]
}

/** Positions as columns: at in ms, places as points of a globe of radius 1, where no distance has a seam or a pole. */
class Track {
  readonly at: number[] = []
  readonly x: number[] = []
  readonly y: number[] = []
  readonly z: number[] = []

  add({ at, lat, lon }: Position): void {
    const [north, east] = [lat * RADIANS, lon * RADIANS]
    this.at.push(at)
    this.x.push(Math.cos(north) * Math.cos(east))
    this.y.push(Math.cos(north) * Math.sin(east))
    this.z.push(Math.sin(north))
  }

  position(i: number): Position {
    const [x, y, z] = [this.x[i]!, this.y[i]!, this.z[i]!]
    const [lat, lon] = [Math.atan2(z, Math.hypot(x, y)), Math.atan2(y, x)]
    return coarse({ at: this.at[i]!, lat: lat / RADIANS, lon: lon / RADIANS })
  }

  metres(a: number, b: number): number {
    const chord = Math.sqrt(
      (this.x[b]! - this.x[a]!) ** 2 + (this.y[b]! - this.y[a]!) ** 2 + (this.z[b]! - this.z[a]!) ** 2,
    )
    return 2 * EARTH_METRES * Math.asin(Math.min(1, chord / 2))
  }

  /** Whether the positions from a to b are within so many metres around their middle. */
  areWithin(metres: number, a: number, b: number): boolean {
    let [x, y, z] = [0, 0, 0]
    for (let i = a; i <= b; i++) {
      x += this.x[i]!
      y += this.y[i]!
      z += this.z[i]!
    }
    const n = b - a + 1
    const most = (metres / EARTH_METRES) ** 2
    for (let i = a; i <= b; i++)
      if ((this.x[i]! - x / n) ** 2 + (this.y[i]! - y / n) ** 2 + (this.z[i]! - z / n) ** 2 > most) return false
    return true
  }

  /** Forgets the position before the last. */
  dropSecondLast(): void {
    for (const column of [this.at, this.x, this.y, this.z]) column.splice(-2, 1)
  }
}

const RADIANS = Math.PI / 180

/**
 * How far a boat went over ground in a span. What counts of a leg depends on positions near to it alone, and a leg across the
 * span's border counts by the time it is within: so the days of a year add up to the year.
 * @param positions in order of time, from SAILED_LEAD_MS before the span until as long after it
 */
export function sailed(positions: Iterable<Position>, span: Span): Sailed {
  const track = withoutSpikes(positions)
  const resting = restingLegs(track)
  const result: Sailed = { metres: 0, gaps: [] }
  for (const [i, rests] of resting.entries()) {
    const [from, to] = [track.at[i]!, track.at[i + 1]!]
    const within = Math.min(to, span.to) - Math.max(from, span.from)
    if (rests || within <= 0) continue
    const metres = track.metres(i, i + 1)
    if (isGap(track, i)) result.gaps.push({ from: track.position(i), to: track.position(i + 1), metres })
    else result.metres += (metres * within) / (to - from)
  }
  return result
}

function withoutSpikes(positions: Iterable<Position>): Track {
  const track = new Track()
  for (const position of positions) {
    track.add(position)
    const last = track.at.length - 1
    if (last >= 2 && isSpike(track, last - 1)) track.dropSecondLast()
  }
  return track
}

/** Away from where the boat was, and back there at once. */
const isSpike = (track: Track, i: number) =>
  track.at[i + 1]! - track.at[i - 1]! <= SPIKE_MS &&
  track.metres(i - 1, i + 1) <= REST.metres &&
  track.metres(i - 1, i) > REST.metres

/**
 * Of each leg, which leads from the position of its index to the next: whether the boat rests, in any half hour that the leg is
 * in.
 */
function restingLegs(track: Track): boolean[] {
  const { at } = track
  const last = at.length - 1
  const resting = new Array<boolean>(Math.max(0, last)).fill(false)
  const look = (start: number, end: number) => {
    if (track.areWithin(REST.metres, start, end)) resting.fill(true, start, end)
  }
  if (last > 0 && at[last]! - at[0]! < REST.ms) look(0, last)
  for (let start = 0, end = 0; start < last; start++) {
    while (end < last && at[end]! - at[start]! < REST.ms) end++
    if (at[end]! - at[start]! >= REST.ms) look(start, end)
  }
  // The half hours that end with a position: before a departure or a gap they are others than those that begin with one.
  for (let start = 0, end = 1; end <= last; end++) {
    while (at[end]! - at[start + 1]! >= REST.ms) start++
    if (!resting[end - 1] && at[end]! - at[start]! >= REST.ms) look(start, end)
  }
  return resting
}

/** Whether nobody knows where the boat went on a leg: it was off for long, or cannot have gone so fast. */
function isGap(track: Track, leg: number): boolean {
  const msOf = (i: number) => (track.at[i + 1] ?? Number.NaN) - (track.at[i] ?? Number.NaN)
  const ms = msOf(leg)
  if (ms > GAP.longestMs || track.metres(leg, leg + 1) > reachableMetres(ms)) return true
  const usual = Math.max(0, ...[msOf(leg - 1), msOf(leg + 1)].filter((beside) => beside <= GAP.longestMs))
  return ms > GAP.ms && ms > GAP.usualTimes * usual
}
