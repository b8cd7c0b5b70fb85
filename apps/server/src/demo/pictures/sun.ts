const RAD = Math.PI / 180
const LAT = 54.8 * RAD
const LON = 9.65

/**
 * How high the sun stands over the Flensburg Fjord, degrees; negative below the horizon. Good to half a degree.
 * Source: Jean Meeus, Astronomical Algorithms, chapter 25, low accuracy.
 */
export function sunElevation(at: Date): number {
  const days = at.getTime() / 86_400_000 - 10_957.5
  const anomaly = (357.529 + 0.98560028 * days) * RAD
  const mean = 280.459 + 0.98564736 * days
  const ecliptic = (mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD
  const tilt = 23.439 * RAD
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic))
  const rightAscension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic))
  const siderealDegrees = (18.697374558 + 24.06570982441908 * days) * 15 + LON
  const hourAngle = siderealDegrees * RAD - rightAscension
  const sine = Math.sin(LAT) * Math.sin(declination) + Math.cos(LAT) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.asin(sine) / RAD
}
