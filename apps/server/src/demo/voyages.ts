import type { NewReading } from '@binnacle/contract'
import { type Fitting, type Moment, readingsAt } from './instruments.ts'
import { round } from './random.ts'
import { DAY_MS, HOUR_MS } from './season.ts'
import { placeAt, placeOnRound } from './waters.ts'

/** For how long before now the box has sent. */
export const BOX_DAYS = 14
const BERTH_STEP_MS = HOUR_MS
const UNDER_WAY_STEP_MS = 10 * 60_000

/** One day's sailing: how many days ago, at which hour (UTC), for how long, and how long with the engine at each end. */
export interface Voyage {
  daysAgo: number
  startHour: number
  hours: number
  motorHours: number
}

interface Stretch {
  from: number
  to: number
  motorMs: number
}

/** The last fortnight of a boat: a moment an hour at the berth, every ten minutes under way. */
export interface Fortnight {
  from: Date
  /** How far the meter went, whole hours. */
  wholeHours: number
  isUnderWay(at: Date): boolean
  /** The moments, given what the meter stood at in the beginning. */
  moments(startHours: number): Moment[]
}

/** How far into an hour the meter stands when the demo begins, so that people see it move within two minutes. */
export const HOUR_FRACTION = 0.97

/** underWay: for how long the boat has been under way when the demo begins, h; null: it lies at its berth. */
export function makeFortnight(
  fitting: Fitting,
  voyages: readonly Voyage[],
  underWay: number | null,
  now: Date,
): Fortnight {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const from = new Date(today - BOX_DAYS * DAY_MS)
  const stretches = voyages.map(({ daysAgo, startHour, hours, motorHours }): Stretch => {
    const start = today - daysAgo * DAY_MS + startHour * HOUR_MS
    return { from: start, to: start + hours * HOUR_MS, motorMs: motorHours * HOUR_MS }
  })
  if (underWay !== null) {
    const start = now.getTime() - underWay * HOUR_MS
    stretches.push({ from: start, to: Number.POSITIVE_INFINITY, motorMs: Number.POSITIVE_INFINITY })
  }
  const run = stretches.reduce((sum, stretch) => sum + motorMsUntil(stretch, now.getTime()), 0) / HOUR_MS
  // The fraction to begin with, so that it ends at HOUR_FRACTION.
  const fraction = (((HOUR_FRACTION - run) % 1) + 1) % 1
  return {
    from,
    wholeHours: Math.floor(round(fraction + run, 6)),
    isUnderWay: (at) => stretchAt(stretches, at.getTime()) !== undefined,
    moments: (startHours) =>
      times(from.getTime(), now.getTime(), stretches).map((at) =>
        momentAt(fitting, stretches, startHours + fraction, at),
      ),
  }
}

const stretchAt = (stretches: readonly Stretch[], at: number) => stretches.find(({ from, to }) => at >= from && at < to)

function times(from: number, to: number, stretches: readonly Stretch[]): number[] {
  const all: number[] = []
  for (let at = from; at < to; ) {
    all.push(at)
    const next = at + (stretchAt(stretches, at) ? UNDER_WAY_STEP_MS : BERTH_STEP_MS)
    const starts = stretches.map((stretch) => stretch.from).filter((start) => start > at && start < next)
    at = Math.min(next, ...starts)
  }
  return all
}

/** With the engine out of the harbour and back into it. */
const motoring = ({ from, to, motorMs }: Stretch, at: number) => at < from + motorMs || at >= to - motorMs

function motorMsUntil({ from, to, motorMs }: Stretch, at: number): number {
  const out = Math.min(motorMs, Math.max(0, Math.min(at, to) - from))
  const home = Math.max(0, Math.min(at, to) - Math.max(to - motorMs, from + motorMs))
  return out + (Number.isFinite(to) ? home : 0)
}

function momentAt(fitting: Fitting, stretches: readonly Stretch[], startHours: number, at: number): Moment {
  const run = stretches.reduce((sum, stretch) => sum + motorMsUntil(stretch, at), 0) / HOUR_MS
  const engineHours = startHours + run
  const stretch = stretchAt(stretches, at)
  if (!stretch) return { at: new Date(at), doing: 'berth', place: fitting.waters.berth, engineHours }
  if (stretch.to === Number.POSITIVE_INFINITY) return liveMoment(fitting, new Date(at), engineHours)
  const hoursOut = Math.min(at - stretch.from, stretch.to - at) / HOUR_MS
  const place = placeAt(fitting.waters, hoursOut * fitting.knots)
  return { at: new Date(at), doing: motoring(stretch, at) ? 'motor' : 'sail', place, engineHours }
}

/** Under way now, on and on round the fjord: where depends on the time alone, so that the next start goes on from there. */
export function liveMoment(fitting: Fitting, at: Date, engineHours: number): Moment {
  const miles = (at.getTime() / HOUR_MS) * fitting.knots
  return { at, doing: 'motor', place: placeOnRound(fitting.waters, miles), engineHours }
}

/** So many moments go in one batch: up to 80 readings, and the meter moves as often as it would. */
const MOMENTS_A_BATCH = 3

/** The readings of the moments in the batches in which a box sends them. */
export const batchesOf = (fitting: Fitting, moments: readonly Moment[]): NewReading[][] =>
  Array.from({ length: Math.ceil(moments.length / MOMENTS_A_BATCH) }, (_, batch) =>
    moments
      .slice(batch * MOMENTS_A_BATCH, (batch + 1) * MOMENTS_A_BATCH)
      .flatMap((moment) => readingsAt(fitting, moment)),
  )
