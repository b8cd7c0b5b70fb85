/** Web Mercator onto the unit square: x from 0 (180° W) to 1 (180° E), y from 0 (85.05° N) to 1 (85.05° S). */
const MAX_LAT = 85.0511287798

export const mercatorX = (lon: number) => lon / 360 + 0.5

export function mercatorY(lat: number): number {
  const sin = Math.sin((Math.max(-MAX_LAT, Math.min(MAX_LAT, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}
