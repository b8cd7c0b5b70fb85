/** The hour meter at one time: whole hours, at Unix ms. */
export interface Reading {
  at: number
  hours: number
}

/** Hours that the engine ran between two times, Unix ms; how they lie between them is not known. */
export interface Stretch {
  from: number
  to: number
  hours: number
}

const HOUR_MS = 3_600_000

const between = (a: Reading, b: Reading): Stretch => ({ from: a.at, to: b.at, hours: b.hours - a.hours })

/** No engine outruns the clock: a meter that does was corrected upwards. The hour is for readings cut to whole hours. */
const possible = ({ from, to, hours }: Stretch): boolean => hours <= (to - from) / HOUR_MS + 1

/**
 * The readings of each meter, none of which falls. Where the meter falls to what it has shown before, it was corrected, and
 * what was read above that in between never was. Where it falls below all that it has shown, it is another meter. But where
 * the next reading is back above, and the engine cannot have run there from the low one, that was a slip (40 for 400).
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
 * When the engine ran, from its hour log, oldest first: without slips, corrections and changes of the meter, which say
 * nothing of running.
 */
export const running = (readings: readonly Reading[]): Stretch[] =>
  meters(readings)
    .flatMap((meter) => meter.slice(1).map((reading, i) => between(meter[i]!, reading)))
    .filter(possible)
