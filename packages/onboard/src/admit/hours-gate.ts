/** An engine's hour counter as it was received: hours, and the time of reception in ms. */
export interface HoursSample {
  hours: number
  at: number
}

interface Run {
  start: HoursSample
  newest: HoursSample
  count: number
  /** Each came APART_MS or more after the one before. */
  apart: boolean
  /** How many only waited to be confirmed. */
  waiting: number
}

/** What the gate remembers of one engine. */
export interface HoursGate {
  /** Samples in a row, up to the newest, that agree with one another. */
  run?: Run
  /** The first and the newest sample that counted. */
  first?: HoursSample
  last?: HoursSample
}

export const AGREEING_SAMPLES = 3
/** Agreement must last: a recorder that writes each frame twice is one witness. */
export const AGREEING_MS = 2_000
/** While nothing is known yet, or was for long, it must last longer: four bad frames in three seconds have agreed on 354,185 h. */
export const FIRST_AGREEING_MS = 5_000
/** What agrees for so long although it contradicts what counted before shows that this was wrong. */
export const OVERRULING_MS = 10 * 60_000
/** Of a counter that is told seldom it takes so many. */
export const OVERRULING_SAMPLES = 10
/** Bad frames come when an engine wakes up: after this much silence agreement starts anew. */
export const SILENCE_MS = 10 * 60_000
/** They come one upon the other: samples that keep this much apart are a counter that is told seldom, whose silence means nothing. */
export const APART_MS = 60_000
/** Counters that show whole hours step by one at once. */
export const STEP_SLACK_HOURS = 1

/**
 * Whether an hour-counter sample counts, and whether it contradicts what counted before. The service's hour meter only moves up,
 * so one bad frame would be permanent: can0-3.candump begins with 354185 h and says 270 h a second later. A sample counts when it
 * and the two before it agree and last two seconds (five for the first, and after a step of more than an hour), and when its step
 * since the first and the last that counted fits the time that has passed. An engine cannot run longer than the clock, and its
 * counter does not fall. A wrong value that counted all the same does not keep the right one out: that overrules it once it has
 * lasted ten minutes, and longer than the wrong one had where it is higher. Silence ends agreement, but for a counter that is
 * told seldom. `dropped` are samples before this one that waited to be confirmed, and are not.
 */
export function gateHours(
  gate: HoursGate,
  sample: HoursSample,
): { gate: HoursGate; counts: boolean; contradicts: boolean; dropped: HoursSample & { count: number } } {
  const { first, last } = gate
  const before = gate.run
  const run = withSample(before, sample)
  const dropped = { ...(before ?? run).newest, count: before && run.count === 1 ? before.waiting : 0 }
  const lastedMs = sample.at - run.start.at
  // A large step is only possible because nothing was known for so long.
  const isNear = last !== undefined && sample.hours - last.hours <= STEP_SLACK_HOURS
  const confirmed = run.count >= AGREEING_SAMPLES && lastedMs >= (isNear ? AGREEING_MS : FIRST_AGREEING_MS)
  const contradicts = first !== undefined && last !== undefined && !(follows(first, sample) && follows(last, sample))
  const waits = !confirmed && !contradicts
  const next = { run: { ...run, waiting: confirmed ? 0 : run.waiting + Number(waits) }, first, last }
  if (!confirmed) return { gate: next, counts: false, contradicts, dropped }
  if (!first || !last) return { gate: { ...next, first: sample, last: sample }, counts: true, contradicts, dropped }
  if (!contradicts) return { gate: { ...next, last: sample }, counts: true, contradicts, dropped }
  const lasts = lastedMs >= OVERRULING_MS && (!run.apart || run.count >= OVERRULING_SAMPLES)
  const overrules = lasts && (sample.hours < last.hours || lastedMs > last.at - first.at)
  return overrules
    ? { gate: { ...next, first: run.start, last: sample }, counts: true, contradicts: false, dropped }
    : { gate: next, counts: false, contradicts, dropped }
}

/**
 * The gate once no other sample will confirm those that wait, at `now`, and how many these are. Infinity is the end; until then a
 * counter that is told seldom may still go on.
 */
export function giveUp(
  gate: HoursGate,
  now: number,
): { gate: HoursGate; dropped: HoursSample & { count: number } } | undefined {
  const { run } = gate
  if (!run?.waiting) return undefined
  const isOver = now === Number.POSITIVE_INFINITY || (!run.apart && now - run.newest.at > SILENCE_MS)
  if (!isOver) return undefined
  return { gate: { ...gate, run: { ...run, waiting: 0 } }, dropped: { ...run.newest, count: run.waiting } }
}

/** The run that the sample goes on or begins. */
function withSample(run: Run | undefined, sample: HoursSample): Run {
  const apart = !run || sample.at - run.newest.at >= APART_MS
  const alone = { start: sample, newest: sample, count: 1, apart, waiting: 0 }
  if (!run || !follows(run.start, sample) || !follows(run.newest, sample)) return alone
  const longer = { ...run, newest: sample, count: run.count + 1 }
  if (!run.apart) return sample.at - run.newest.at <= SILENCE_MS ? longer : alone
  return apart ? longer : { ...longer, start: run.newest, count: 2, apart }
}

function follows(before: HoursSample, sample: HoursSample): boolean {
  const step = sample.hours - before.hours
  return step >= 0 && step <= Math.max(0, sample.at - before.at) / 3_600_000 + STEP_SLACK_HOURS
}
