/** Where the meter's minutes and hours stand in the one field of $PBVE. */
const MINUTES = 28
const HOURS = 30
const RPM_AND_HOUR_METER = 'B'

/**
 * Engine hours of a CruzPro RH30, RH60 or RH110 ($PBVE). Its numbers are letters, A for 0 to P for 15, the lower byte first.
 * Source: the maker's description as quoted in @signalk/nmea0183-signalk, hooks/proprietary/PBVE.js.
 */
export function cruzproHours(field: string | undefined): number | undefined {
  if (!field?.startsWith(RPM_AND_HOUR_METER) || !/^[A-P]{34}/.test(field)) return undefined
  const byte = (at: number) => (field.charCodeAt(at) - 65) * 16 + field.charCodeAt(at + 1) - 65
  return byte(HOURS) + 256 * byte(HOURS + 2) + byte(MINUTES) / 60
}
