import { metresBetween } from '../../telemetry/rollups/day/track-errors.ts'
import type { Judged, Seen } from './rule.ts'

/** How far the boat is from the middle of a rule's circle, as its machine takes it. */
interface Place {
  rule: Judged
  instance: string
  /** Metres. */
  value: number
  text: null
  /** ms */
  at: number
}

/**
 * The distances from the circles of the rules at one instant, for each receiver that sent both latitude and longitude. A latitude
 * of one receiver with a longitude of another would be a place where the boat is not.
 */
export function placesOf(circles: readonly Judged[], readings: readonly Seen[]): Place[] {
  if (circles.length === 0) return []
  // The last one of an instant counts, as for all readings.
  const longitudes = new Map(
    readings.flatMap(({ metric, instance, value }) => (metric === 'position_lon' ? [[instance, value]] : [])),
  )
  return readings.flatMap((reading, i) => {
    const { metric, instance, value: lat, at } = reading
    if (metric !== 'position_lat' || lat === null || isFollowed(readings, i)) return []
    const lon = longitudes.get(instance)
    if (lon == null) return []
    return circles
      .filter((rule) => rule.instance === null || rule.instance === instance)
      .map((rule) => {
        const metres = metresBetween({ at, lat, lon }, { at, lat: rule.lat!, lon: rule.lon! })
        return { rule, instance, value: Math.round(metres), text: null, at }
      })
  })
}

const isFollowed = (readings: readonly Seen[], i: number): boolean => {
  const [one, next] = [readings[i]!, readings[i + 1]]
  return next?.metric === one.metric && next.instance === one.instance
}
