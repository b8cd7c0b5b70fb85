import { round } from './random.ts'

export interface Place {
  lat: number
  lon: number
}

/** Where a boat is at home and where it goes: a line of places in navigable water of the Flensburg Fjord. */
export interface Waters {
  berth: Place
  /** From the berth outwards. */
  way: readonly Place[]
  /** A round in open water, closed; sailed for as long as one likes. */
  round: readonly Place[]
}

/** From Langballigau round the outer fjord, between Neukirchen and Broagerland, 20 to 30 m deep. */
export const OUTER_FJORD: Waters = {
  berth: { lat: 54.8229, lon: 9.6536 },
  way: [
    { lat: 54.8229, lon: 9.6536 },
    { lat: 54.827, lon: 9.657 },
    { lat: 54.83, lon: 9.69 },
  ],
  round: [
    { lat: 54.83, lon: 9.69 },
    { lat: 54.842, lon: 9.73 },
    { lat: 54.846, lon: 9.79 },
    { lat: 54.838, lon: 9.835 },
    { lat: 54.826, lon: 9.8 },
    { lat: 54.824, lon: 9.74 },
    { lat: 54.83, lon: 9.69 },
  ],
}

/** From Sonwik to the Ochseninseln. */
export const INNER_FJORD: Waters = {
  berth: { lat: 54.8052, lon: 9.4462 },
  way: [
    { lat: 54.8052, lon: 9.4462 },
    { lat: 54.807, lon: 9.441 },
    { lat: 54.818, lon: 9.439 },
    { lat: 54.83, lon: 9.45 },
    { lat: 54.84, lon: 9.473 },
    { lat: 54.848, lon: 9.5 },
  ],
  round: [
    { lat: 54.848, lon: 9.5 },
    { lat: 54.85, lon: 9.52 },
    { lat: 54.851, lon: 9.535 },
    { lat: 54.849, lon: 9.52 },
    { lat: 54.848, lon: 9.5 },
  ],
}

const NM_PER_DEGREE = 60

/** Nautical miles between two places of these waters; on so short a way the earth is flat. */
export function distance(a: Place, b: Place): number {
  const across = (b.lon - a.lon) * Math.cos((a.lat * Math.PI) / 180)
  return NM_PER_DEGREE * Math.hypot(b.lat - a.lat, across)
}

const lengthOf = (line: readonly Place[]) =>
  line.slice(1).reduce((sum, place, before) => sum + distance(line[before]!, place), 0)

/** The place `miles` along a line, at most its end. */
function along(line: readonly Place[], miles: number): Place {
  let left = miles
  for (const [before, to] of line.slice(1).entries()) {
    const from = line[before]!
    const leg = distance(from, to)
    if (left < leg) {
      const part = left / leg
      return {
        lat: round(from.lat + part * (to.lat - from.lat), 5),
        lon: round(from.lon + part * (to.lon - from.lon), 5),
      }
    }
    left -= leg
  }
  return line.at(-1)!
}

/** Where a boat is that has gone `miles` on the round. */
export const placeOnRound = ({ round }: Waters, miles: number): Place => along(round, miles % lengthOf(round))

/** Where a boat is that has come `miles` out of its berth: on the way, then on the round. */
export function placeAt(waters: Waters, miles: number): Place {
  const out = lengthOf(waters.way)
  return miles < out ? along(waters.way, miles) : placeOnRound(waters, miles - out)
}

/** Depth below the transducer there, m: shallow at the berth, an uneven bottom further out. */
export function depthAt({ berth }: Waters, place: Place): number {
  const uneven = 4 * Math.sin(place.lat * 700) + 3 * Math.sin(place.lon * 420) + Math.sin(place.lon * 1900)
  return round(2.6 + Math.min(1, distance(berth, place) / 1.5) * (16 + uneven), 1)
}

/** The sea's temperature here by the day of the year, C: 2 in February, 19 in August. */
export function waterTemp(at: Date): number {
  const day = (at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000
  const hour = at.getUTCHours() + at.getUTCMinutes() / 60
  return round(10.5 - 8.3 * Math.cos((2 * Math.PI * (day - 47)) / 365) + 0.3 * Math.sin(((hour - 9) * Math.PI) / 12), 1)
}
