/** A longitude, or the way from one to another, within a half turn: that of a track runs on beyond 180. */
export const wrapLongitude = (degrees: number): number => degrees - 360 * Math.round(degrees / 360)
