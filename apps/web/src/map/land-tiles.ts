import { type Box, clipRing } from './clip.ts'
import type { Ring } from './land.ts'

/** So much around a tile, as a share of it, that a stroke along the cut is not seen. */
const MARGIN = 1 / 16

const boxOf = (z: number, x: number, y: number): Box => {
  const size = 2 ** -z
  return {
    left: (x - MARGIN) * size,
    top: (y - MARGIN) * size,
    right: (x + 1 + MARGIN) * size,
    bottom: (y + 1 + MARGIN) * size,
  }
}

/**
 * The land of a tile, as rings on the unit square. Each tile is cut from the one above it, which is kept: the coast of Eurasia has
 * 50,000 points, and those of a tile next to one already seen are cut from a few hundred.
 */
export function landTiles(world: Ring[]): (z: number, x: number, y: number) => Ring[] {
  const tiles = new Map<string, Ring[]>()
  const landOf = (z: number, x: number, y: number): Ring[] => {
    if (z === 0) return world
    const key = `${z}/${x}/${y}`
    const known = tiles.get(key)
    if (known) return known
    const box = boxOf(z, x, y)
    const rings = landOf(z - 1, x >> 1, y >> 1).flatMap((ring) => clipRing(ring, box) ?? [])
    tiles.set(key, rings)
    return rings
  }
  return landOf
}
