import type { Position } from '../rollups/day/positions.ts'

/** Where a position lies on the map (Mercator), in degrees of longitude; x does not jump at the date line. */
interface Point {
  x: number
  y: number
}

const MAX_LATITUDE = 85

function project(positions: readonly Position[]): Point[] {
  let x = positions[0]?.lon ?? 0
  return positions.map(({ lat, lon }) => {
    x = lon + 360 * Math.round((x - lon) / 360)
    const north = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * (Math.PI / 180)
    return { x, y: Math.log(Math.tan(Math.PI / 4 + north / 2)) * (180 / Math.PI) }
  })
}

/** The square of the distance of p from the line between a and b. */
function offLine(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length))
  return (p.x - a.x - along * dx) ** 2 + (p.y - a.y - along * dy) ** 2
}

/** A stretch of the track and the point of it that is furthest from the line between its ends. */
interface Stretch {
  from: number
  to: number
  furthest: number
  off: number
}

function stretchOf(points: readonly Point[], from: number, to: number): Stretch {
  let [furthest, off] = [from, 0]
  const [a, b] = [points[from]!, points[to]!]
  for (let i = from + 1; i < to; i++) {
    const distance = offLine(points[i]!, a, b)
    if (distance > off) [furthest, off] = [i, distance]
  }
  return { from, to, furthest, off }
}

/** Half of what a position is rounded to in a rollup. */
const RESOLUTION_DEGREES = 5e-6

/** Leaves out positions nearer to the one before than `degrees`; the last one stays, and what is fixed. */
function thin(points: readonly Point[], degrees: number, isFixed: (place: number) => boolean): number[] {
  const kept: number[] = []
  for (let i = 0; i < points.length; i++) {
    const before = points[kept.at(-1) ?? -1]
    const isNear = before && Math.hypot(points[i]!.x - before.x, points[i]!.y - before.y) <= degrees
    if (!isNear || i === points.length - 1 || isFixed(i)) kept.push(i)
  }
  return kept
}

/** So many positions are looked at closely; each of the points that stay may cost a look at all of them. */
const MAX_LOOKED_AT = 40_000

const NOTHING: ReadonlySet<Position> = new Set()

/**
 * At most so many positions (two or more) that show the track as well as so many can: Ramer, Douglas and Peucker's way, always
 * with the point next that is furthest from the line so far. Positions come and go in order of time.
 * @param fixed what stays in any case; fewer than `most`
 */
export function simplify(positions: readonly Position[], most: number, fixed = NOTHING): Position[] {
  let degrees = RESOLUTION_DEGREES
  const all = project(positions)
  const isFixed = (place: number) => fixed.has(positions[place]!)
  let places = thin(all, degrees, isFixed)
  while (places.length > MAX_LOOKED_AT) {
    degrees *= 2
    places = thin(all, degrees, isFixed)
  }
  const kept = places.map((place) => positions[place]!)
  if (kept.length <= 2) return kept
  const points = places.map((place) => all[place]!)
  const inner = [...kept.keys()].slice(1, -1).filter((place) => fixed.has(kept[place]!))
  return furthestFirst(points, most, [0, ...inner, points.length - 1]).map((place) => kept[place]!)
}

/** @param places where the stretches begin that are looked at first, by time, and the end of the last */
function furthestFirst(points: readonly Point[], most: number, places: number[]): number[] {
  const waiting = new Heap()
  for (const [i, place] of places.slice(1).entries()) waiting.push(stretchOf(points, places[i]!, place))
  while (places.length < most) {
    const { from, to, furthest, off } = waiting.pop() ?? { from: 0, to: 0, furthest: 0, off: 0 }
    if (off <= RESOLUTION_DEGREES ** 2) break
    places.push(furthest)
    waiting.push(stretchOf(points, from, furthest))
    waiting.push(stretchOf(points, furthest, to))
  }
  return places.sort((a, b) => a - b)
}

/** Gives the stretch with the point that is furthest off. */
class Heap {
  readonly #items: Stretch[] = []

  push(item: Stretch): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (items[parent]!.off >= item.off) break
      items[at] = items[parent]!
      at = parent
    }
    items[at] = item
  }

  pop(): Stretch | undefined {
    const items = this.#items
    const top = items[0]
    const last = items.pop()
    if (top === undefined || last === undefined || items.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && items[child + 1]!.off > items[child]!.off) child++
      if (items[child]!.off <= last.off) break
      items[at] = items[child]!
      at = child
    }
    items[at] = last
    return top
  }
}
