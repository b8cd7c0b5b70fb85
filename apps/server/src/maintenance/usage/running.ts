/** The hour meter at one time: whole hours, at Unix ms. */
export interface Reading {
  at: number
  hours: number
}

/** Hours that the engine ran at some time between `from` and `to`, Unix ms. */
export interface Stretch {
  from: number
  to: number
  hours: number
}

const HOUR_MS = 3_600_000

const between = (a: Reading, b: Reading): Stretch => ({ from: a.at, to: b.at, hours: b.hours - a.hours })

/** An engine cannot run more hours than have passed; otherwise the meter was corrected upwards. The extra hour allows for rounding. */
const possible = ({ from, to, hours }: Stretch): boolean => hours <= (to - from) / HOUR_MS + 1

/**
 * The readings of each meter, in which hours never fall. If the hours fall to a value that the meter has shown before, it was
 * corrected, and the higher readings in between are dropped. If they fall below all earlier values, the meter was replaced. But if
 * the next reading is back above, and the engine cannot have run that long, the low reading was a typing error (40 for 400).
 */
function meters(readings: readonly Reading[]): Reading[][] {
  const all: Reading[][] = []
  for (const [i, reading] of readings.entries()) {
    const meter = all.at(-1) ?? []
    const next = readings[i + 1]
    const kept = 1 + meter.findLastIndex(({ hours }) => hours <= reading.hours)
    const back = next !== undefined && kept < meter.length && next.hours >= meter.at(-1)!.hours
    if (back && (kept === 0 || !possible(between(reading, next)))) continue
    if (kept > 0) meter.splice(kept, Infinity, reading)
    else all.push([reading])
  }
  return all
}

/**
 * When the engine ran, from its hour log, oldest first: without typing errors, corrections and replaced meters.
 */
export const running = (readings: readonly Reading[]): Stretch[] =>
  meters(readings)
    .flatMap((meter) => meter.slice(1).map((reading, i) => between(meter[i]!, reading)))
    .filter(possible)
