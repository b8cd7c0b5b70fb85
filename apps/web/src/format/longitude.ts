/** A longitude, or the way from one to another, within a half turn: that of a track runs on beyond 180. */
export const wrapLongitude = (degrees: number): number =>
  Math.abs(degrees) > 180 ? degrees - 360 * Math.round(degrees / 360) : degrees
