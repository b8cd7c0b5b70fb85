/** Where a label stands, px. */
export interface Spot {
  x: number
  y: number
}

/** Which of some labels of one size to show so that none covers another: the first come first. */
export function declutter(spots: readonly Spot[], width: number, height: number): boolean[] {
  const shown: Spot[] = []
  return spots.map((spot) => {
    const free = shown.every(({ x, y }) => Math.abs(x - spot.x) >= width || Math.abs(y - spot.y) >= height)
    if (free) shown.push(spot)
    return free
  })
}
