/** An engine's hour counter as it was received: hours, and the time of reception in ms. */
export interface HoursSample {
  hours: number
  at: number
}

/** What the gate remembers of one engine. */
export interface HoursGate {
  /** Samples in a row, up to the newest, that agree with one another. */
  run?: { start: HoursSample; newest: HoursSample; count: number }
  /** The first and the newest sample that counted. */
  first?: HoursSample
  last?: HoursSample
}

export const AGREEING_SAMPLES = 3
/** Agreement must last: a recorder that writes each frame twice is one witness. */
export const AGREEING_MS = 2_000
/** Bad frames come when an engine wakes up: after this much silence agreement starts anew. */
export const SILENCE_MS = 10 * 60_000
/** Counters that show whole hours step by one at once. */
export const STEP_SLACK_HOURS = 1

/**
 * Whether an hour-counter sample counts. The service's hour meter only moves up, so one bad frame would be permanent:
 * can0-3.candump begins with 354185 h and says 270 h a second later. A sample counts when it and the two before it agree
 * and last two seconds, and when its step since the first and the last that counted fits the time that has passed. An engine
 * cannot run longer than the clock, and its counter does not fall.
 */
export function gateHours(gate: HoursGate, sample: HoursSample): { gate: HoursGate; counts: boolean } {
  const { first, last } = gate
  const heard = gate.run && sample.at - gate.run.newest.at <= SILENCE_MS
  const agrees = heard && gate.run && follows(gate.run.start, sample) && follows(gate.run.newest, sample)
  const run =
    agrees && gate.run
      ? { ...gate.run, newest: sample, count: gate.run.count + 1 }
      : { start: sample, newest: sample, count: 1 }
  const confirmed = run.count >= AGREEING_SAMPLES && sample.at - run.start.at >= AGREEING_MS
  const counts = confirmed && (!first || follows(first, sample)) && (!last || follows(last, sample))
  return counts
    ? { gate: { run, first: first ?? sample, last: sample }, counts }
    : { gate: { run, first, last }, counts }
}

function follows(before: HoursSample, sample: HoursSample): boolean {
  const step = sample.hours - before.hours
  return step >= 0 && step <= Math.max(0, sample.at - before.at) / 3_600_000 + STEP_SLACK_HOURS
}
