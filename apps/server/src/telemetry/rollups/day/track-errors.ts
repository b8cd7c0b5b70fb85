import type { Position } from './positions.ts'

/** The mean radius of the earth (IUGG). */
export const EARTH_METRES = 6_371_009

/** Metres between two positions on a sphere, near enough to tell a boat from a jump. */
export function metresBetween(a: Position, b: Position): number {
  const radians = Math.PI / 180
  const north = (b.lat - a.lat) * radians
  const east = (b.lon - a.lon) * radians
  const half =
    Math.sin(north / 2) ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(east / 2) ** 2
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** 100 kn: no cruising boat is faster. */
const FASTEST_METRES_PER_SECOND = 51.4
/** A receiver under a bridge or a mast is off by that much. */
const RECEIVER_METRES = 200

/** How far a boat can seem to go in so many ms. */
export const reachableMetres = (ms: number) => RECEIVER_METRES + (FASTEST_METRES_PER_SECOND * ms) / 1000

const reaches = (a: Position, b: Position) => metresBetween(a, b) <= reachableMetres(b.at - a.at)

/** A boat's positions as they follow each other; the places of the first and the last in time, ms. */
type Run = Position[]

/** Fewer are an error when there is anything longer. */
export const SHORTEST_RUN = 3
/** A receiver that is wrong jumps to a few places, not to a new one each time; more are not kept in mind. */
const RUNS_IN_MIND = 8

/**
 * Sorts positions, which are in order of time, into runs: each joins the run that a boat could have come from, the one last
 * joined before others.
 */
function runsOf(positions: readonly Position[]): Run[] {
  const runs: Run[] = []
  let open: Run[] = []
  for (const position of positions) {
    const run = open.find((candidate) => reaches(candidate.at(-1)!, position))
    if (run) {
      run.push(position)
      if (run !== open[0]) open = [run, ...open.filter((other) => other !== run)]
    } else {
      const fresh = [position]
      runs.push(fresh)
      open = [fresh, ...open].slice(0, RUNS_IN_MIND)
    }
  }
  return runs
}

/** Where a run that begins at `at` goes among others in order of time. */
function placeOf(runs: readonly Run[], at: number): number {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (runs[middle]![0]!.at < at) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Positions, in order of time, without those that a boat cannot have reached: a jump to another place and back, and the second of
 * two receivers that disagree. Of runs at one time the longest is taken for the boat.
 */
export function withoutErrors(positions: readonly Position[]): Position[] {
  const runs = runsOf(positions).sort((a, b) => b.length - a.length)
  const kept: Run[] = []
  for (const run of runs) {
    if (kept.length > 0 && run.length < SHORTEST_RUN) break
    const place = placeOf(kept, run[0]!.at)
    const startsLate = place === 0 || kept[place - 1]!.at(-1)!.at < run[0]!.at
    const endsEarly = place === kept.length || run.at(-1)!.at < kept[place]![0]!.at
    if (startsLate && endsEarly) kept.splice(place, 0, run)
  }
  return kept.flat()
}

/** So long after the last position a boat may have gone by road: what is then another place is believed. */
const CARRIED_MS = 60 * 60_000

/** The last positions of what was kept, next to which a jump at the beginning of what follows is plain to see. */
const carried = (kept: readonly Position[], until: number) =>
  kept.slice(-SHORTEST_RUN).filter(({ at }) => until - at <= CARRIED_MS)

/** As `withoutErrors`, for parts that follow each other in time, such as days: each begins where the one before it ended. */
export function* withoutErrorsInTurn(parts: Iterable<readonly Position[]>): Generator<Position> {
  let kept: Position[] = []
  for (const part of parts) {
    const before = part[0] ? carried(kept, part[0].at) : []
    const known = new Set(before)
    kept = withoutErrors([...before, ...part]).filter((position) => !known.has(position))
    yield* kept
  }
}
