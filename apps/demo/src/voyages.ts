import type { DemoBoat } from './boats.ts'
import { round } from './random.ts'
import { type Moment, placeAlong } from './readings.ts'

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000
/** For how long before now the onboard device has sent, and how often. */
export const DEVICE_DAYS = 14
const STEP_MS = 20 * 60_000
/** How far into an hour the meter stands when the demo begins, so that people see it move within two minutes. */
export const HOUR_FRACTION = 0.97
/** The first places of a route are in the harbour; a boat that is under way stays outside. */
const HARBOUR_PLACES = 2

/** With the engine out of the harbour and back into it, `motorMs` each. */
interface Trip {
  from: number
  to: number
  motorMs: number
}

/** The last two weeks of a boat. */
export interface Fortnight {
  from: Date
  /** How far the meter went, whole hours. */
  wholeHours: number
  isUnderWay(at: Date): boolean
  /** The moments, given what the meter stood at in the beginning. */
  moments(startHours: number): Moment[]
}

export function makeFortnight(boat: DemoBoat, now: Date): Fortnight {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const from = new Date(today - DEVICE_DAYS * DAY_MS)
  const trips = boat.voyages.map(({ daysAgo, startHour, hours, motorHours }): Trip => {
    const start = today - daysAgo * DAY_MS + startHour * HOUR_MS
    return { from: start, to: start + hours * HOUR_MS, motorMs: motorHours * HOUR_MS }
  })
  const left = boat.underWay === null ? Number.POSITIVE_INFINITY : now.getTime() - boat.underWay * HOUR_MS
  const hoursUntil = (at: number) =>
    (trips.reduce((sum, trip) => sum + motorMsUntil(trip, at), 0) + Math.max(0, at - left)) / HOUR_MS
  const total = hoursUntil(now.getTime())
  // The fraction to begin with, so that it ends at HOUR_FRACTION.
  const fraction = (((HOUR_FRACTION - total) % 1) + 1) % 1

  const momentAt = (ms: number, startHours: number): Moment => {
    const at = new Date(ms)
    const engineHours = startHours + fraction + hoursUntil(ms)
    if (ms >= left) return liveMoment(boat, at, engineHours)
    const trip = trips.find(({ from, to }) => ms >= from && ms < to)
    if (!trip) return { at, doing: 'berth', place: boat.route[0]!, engineHours, pumpStarts: startsAt(boat, at, now) }
    const place = placeAlong(boat.route, (Math.min(ms - trip.from, trip.to - ms) / HOUR_MS) * boat.knots)
    const motoring = ms < trip.from + trip.motorMs || ms >= trip.to - trip.motorMs
    return { at, doing: motoring ? 'motor' : 'sail', place, engineHours }
  }
  const steps = Math.ceil((now.getTime() - from.getTime()) / STEP_MS)
  return {
    from,
    wholeHours: Math.floor(round(fraction + total, 6)),
    isUnderWay: (at) => momentAt(at.getTime(), 0).doing !== 'berth',
    moments: (startHours) =>
      Array.from({ length: steps }, (_, step) => momentAt(from.getTime() + step * STEP_MS, startHours)),
  }
}

/** From one to four o'clock the bilge pump of a boat that leaks starts as often. */
const NIGHT_STARTS = 3
/** At night, too, the alarm that the demo begins with is a new one, which its owner is told of. */
const DRY_BEFORE_MS = 2 * HOUR_MS

function startsAt({ leaks }: DemoBoat, at: Date, now: Date): number | undefined {
  if (!leaks) return undefined
  if (now.getTime() - at.getTime() < DRY_BEFORE_MS) return 0
  return at.getUTCHours() >= 1 && at.getUTCHours() < 4 ? NIGHT_STARTS : 0
}

function motorMsUntil({ from, to, motorMs }: Trip, at: number): number {
  const out = Math.min(motorMs, Math.max(0, at - from))
  const home = Math.min(motorMs, Math.max(0, at - (to - motorMs)))
  return out + home
}

/** Under way now: where depends on the time alone, so that the next start goes on from there. */
export function liveMoment({ route, knots }: DemoBoat, at: Date, engineHours: number): Moment {
  const place = placeAlong(route.slice(HARBOUR_PLACES), (at.getTime() / HOUR_MS) * knots)
  return { at, doing: 'motor', place, engineHours }
}
