import type { Columns } from './columns.ts'

export interface Position {
  /** ms */
  at: number
  /** Degrees; north and east are positive. */
  lat: number
  lon: number
}

/** What receivers say before their first fix. Nobody anchors within 100 m of 0/0. */
const NO_FIX_DEGREES = 0.001

const isPosition = ({ lat, lon }: Position) =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (Math.abs(lat) > NO_FIX_DEGREES || Math.abs(lon) > NO_FIX_DEGREES)

/** The positions of a batch, by instance: a latitude and a longitude of one instance and time. */
export function* positionsOf({ series, of, at, value }: Columns): Generator<[instance: string, Position]> {
  const halves = new Map<string, { lat?: number; lon?: number }>()
  for (let i = 0; i < of.length; i++) {
    const [metric, , instance] = series[of[i]!]!
    if (metric !== 'position_lat' && metric !== 'position_lon') continue
    const degrees = value[i] ?? null
    if (degrees === null) continue
    const key = `${at[i]} ${instance ?? ''}`
    const half = halves.get(key) ?? {}
    halves.set(key, half)
    half[metric === 'position_lat' ? 'lat' : 'lon'] = degrees
    if (half.lat === undefined || half.lon === undefined) continue
    halves.delete(key)
    const position = { at: at[i]!, lat: half.lat, lon: half.lon }
    if (isPosition(position)) yield [instance ?? '', position]
  }
}

/** The order of time; at one time any that is always the same. */
export const byTime = (a: Position, b: Position): number => a.at - b.at || a.lat - b.lat || a.lon - b.lon

/** Positions by the number of their part of time, the newest of each part. */
export type Fixes = Map<number, Position>

/** Adds a position to its part of time, which is `width` ms long. */
export function addPosition(fixes: Fixes, width: number, position: Position): void {
  const part = Math.floor(position.at / width)
  const known = fixes.get(part)
  if (known === undefined || byTime(position, known) > 0) fixes.set(part, position)
}

const SECOND_MS = 1000
/** 1.1 m. */
const GRID_PER_DEGREE = 1e5

/** A position as rollups keep it. */
export const coarse = ({ at, lat, lon }: Position): Position => ({
  at: Math.floor(at / SECOND_MS) * SECOND_MS,
  lat: Math.round(lat * GRID_PER_DEGREE) / GRID_PER_DEGREE,
  lon: Math.round(lon * GRID_PER_DEGREE) / GRID_PER_DEGREE,
})

/**
 * JSON: seconds since the one before (the first since the start of the day), and the same of latitude and longitude in 1e-5
 * degrees.
 */
interface Encoded {
  s: number[]
  lat: number[]
  lon: number[]
}

const differences = (values: number[]) => values.map((value, i) => value - (values[i - 1] ?? 0))

/** Coarse positions of a day, by time. */
export function encodeTrack(positions: Position[], dayStart: number): string {
  const encoded: Encoded = {
    s: differences(positions.map(({ at }) => (at - dayStart) / SECOND_MS)),
    lat: differences(positions.map(({ lat }) => Math.round(lat * GRID_PER_DEGREE))),
    lon: differences(positions.map(({ lon }) => Math.round(lon * GRID_PER_DEGREE))),
  }
  return JSON.stringify(encoded)
}

/** The positions of a encoded track; of each part of time of this width, ms, the last. */
export function decodeTrack(text: string, dayStart: number, width = SECOND_MS): Position[] {
  const { s, lat, lon } = JSON.parse(text) as Encoded
  const positions: Position[] = []
  let [at, north, east] = [dayStart, 0, 0]
  for (let i = 0; i < s.length; i++) {
    at += s[i]! * SECOND_MS
    north += lat[i]!
    east += lon[i]!
    const next = at + (s[i + 1] ?? Number.POSITIVE_INFINITY) * SECOND_MS
    if (Math.floor(next / width) > Math.floor(at / width))
      positions.push({ at, lat: north / GRID_PER_DEGREE, lon: east / GRID_PER_DEGREE })
  }
  return positions
}
