import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { mercatorX, mercatorY } from './mercator.ts'

/** A closed line on the unit square (see mercator.ts): x, y, x, y, ... without the first point again at the end. */
export type Ring = Float64Array

/** A file of world-atlas, such as land-110m.json. */
export type LandTopology = Topology<{ land: GeometryCollection }>

/** The rings of all land and of the lakes cut out of it; drawn together with the even-odd rule. */
export function ringsOf(topology: LandTopology): Ring[] {
  return feature(topology, topology.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.flatMap(ringsFrom)
    if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat().flatMap(ringsFrom)
    return []
  })
}

/** The square's lower edge. */
const BOTTOM = 1

/** A ring; one over the date line goes on beyond the square, and is there again on its other side. */
function ringsFrom(positions: readonly (readonly number[])[]): Ring[] {
  const points: number[] = []
  for (const [lon, lat] of positions.slice(0, -1)) {
    const [x, before] = [mercatorX(lon!), points.at(-2)]
    points.push(before === undefined ? x : x - Math.round(x - before), mercatorY(lat!))
  }
  const xs = points.filter((_, i) => i % 2 === 0)
  const turn = Math.round(xs.at(-1)! - xs[0]!)
  // Round the pole: Antarctica, which goes on to the lower edge.
  if (turn !== 0) points.push(xs[0]! + turn, points[1]!, xs[0]! + turn, BOTTOM, xs[0]!, BOTTOM)
  const shifts = [0, ...(xs.some((x) => x < 0) ? [1] : []), ...(xs.some((x) => x > 1) ? [-1] : [])]
  return shifts.map((shift) => Float64Array.from(points, (value, i) => (i % 2 === 0 ? value + shift : value)))
}
