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
    if (geometry.type === 'Polygon') return geometry.coordinates.map(ringOf)
    if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat().map(ringOf)
    return []
  })
}

function ringOf(positions: readonly (readonly number[])[]): Ring {
  const ring = new Float64Array(2 * (positions.length - 1))
  for (let i = 0; i < positions.length - 1; i++) {
    ring[2 * i] = mercatorX(positions[i]![0]!)
    ring[2 * i + 1] = mercatorY(positions[i]![1]!)
  }
  return ring
}
