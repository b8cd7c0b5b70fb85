const METRES_PER_DEGREE = 111_195

/** Degrees; north and east are positive. */
export interface Position {
  latitude: number
  longitude: number
}

/** Metres between two positions near each other. */
export function metresBetween(a: Position, b: Position): number {
  const turn = b.longitude - a.longitude
  // A boat that crosses the date line has not gone round the earth.
  const east = (turn - 360 * Math.round(turn / 360)) * Math.cos((a.latitude * Math.PI) / 180)
  return METRES_PER_DEGREE * Math.hypot(b.latitude - a.latitude, east)
}
