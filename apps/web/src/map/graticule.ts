import { wrapLongitude } from '../format/longitude.ts'

/** The lines of a graticule: degrees of their latitudes and longitudes. */
interface Graticule {
  lats: number[]
  lons: number[]
  /** Degrees between two lines, to know how exact a label must be. */
  step: number
}

/** Steps that mean something on a chart: degrees, then 30, 15, 10, 5, 2 and 1 minutes and tenths of them. */
const STEPS = [45, 30, 15, 10, 5, 2, 1, ...[30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1].map((minutes) => minutes / 60)]
const MIN_PX = 90

export interface View {
  south: number
  west: number
  north: number
  east: number
  /** Pixels of a degree of longitude. */
  pxPerDegree: number
}

/** The finest graticule whose lines stand apart. */
export function graticule({ south, west, north, east, pxPerDegree }: View): Graticule {
  const step = STEPS.findLast((degrees) => degrees * pxPerDegree >= MIN_PX) ?? STEPS[0]!
  return { lats: multiples(step, Math.max(south, -85), Math.min(north, 85)), lons: multiples(step, west, east), step }
}

/** Counted in whole steps: sums of a third of a degree would drift. */
function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => (first + i) * step)
}

/** 54°20′N, 54°20.5′N or 54°N: as exact as lines `step` apart need. Longitudes beyond 180 are brought back. */
export function lineLabel(degrees: number, axis: 'lat' | 'lon', step: number): string {
  const value = axis === 'lon' ? wrapLongitude(degrees) : degrees
  const tenths = Math.round(Math.abs(value) * 600)
  const whole = Math.floor(tenths / 600)
  const minutes = (tenths - whole * 600) / 10
  const digits = step < 1 / 60 ? 1 : 0
  const text = step < 1 ? `${whole}°${minutes.toFixed(digits).padStart(digits ? 4 : 2, '0')}′` : `${whole}°`
  if (tenths === 0) return text
  return text + (axis === 'lat' ? (value < 0 ? 'S' : 'N') : value < 0 ? 'W' : 'E')
}
