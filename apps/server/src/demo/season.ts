import { seeded } from './random.ts'

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000
const WEEKS_52_MS = 364 * DAY_MS

/**
 * Boats here go in on a Saturday in April and come out on one in October. Always 52 weeks after the last: never more than a year
 * after it, so that what is done each spring does not fall due a few days before the next. It drifts a day a year.
 */
const SEASON_DAYS = {
  spring: Date.parse('2026-04-18T08:20:00Z'),
  autumn: Date.parse('2026-10-10T09:10:00Z'),
}
export type Season = keyof typeof SEASON_DAYS

/** The Saturdays of a season between two times, newest first. */
export function seasonDays(season: Season, from: Date, to: Date): Date[] {
  const newest = Math.floor((to.getTime() - SEASON_DAYS[season]) / WEEKS_52_MS)
  const days: Date[] = []
  for (let n = newest; ; n--) {
    const at = new Date(SEASON_DAYS[season] + n * WEEKS_52_MS)
    if (at < from) return days
    days.push(at)
  }
}

/** How an engine is used: from `start` (whole hours) on, `monthly` hours in each month from January on. */
export interface EngineUse {
  start: number
  monthly: readonly number[]
}

/** An engine's meter over the years, in hours, and when it stood where: no two years are alike. */
export interface MeterCurve {
  at(time: Date): number
  /** The first day on which the meter stands at `hours` or more; null when it does not by the end. */
  reached(hours: number): Date | null
  /** What it stands at in the end, whole hours. */
  end: number
}

export function meterCurve(use: EngineUse, from: Date, to: Date, seed: number): MeterCurve {
  const random = seeded(seed)
  const days: number[] = [use.start]
  let year = 0
  let factor = 1
  for (let at = from.getTime(); at + DAY_MS <= to.getTime(); at += DAY_MS) {
    const day = new Date(at)
    if (day.getUTCFullYear() !== year) {
      year = day.getUTCFullYear()
      factor = 0.85 + 0.3 * random()
    }
    // Most days at the berth, then a weekend or a cruise: hours come in lumps, and in the mean as often as the month says.
    const under = random() < 1 / 3 ? 6 * random() : 0
    days.push(days.at(-1)! + (factor * under * use.monthly[day.getUTCMonth()]!) / 30.4)
  }
  const indexOf = (time: Date) => Math.floor((time.getTime() - from.getTime()) / DAY_MS)
  return {
    at: (time) => days[Math.max(0, Math.min(days.length - 1, indexOf(time)))]!,
    reached: (hours) => {
      const index = days.findIndex((meter) => meter >= hours)
      return index < 0 ? null : new Date(from.getTime() + index * DAY_MS)
    },
    end: Math.floor(days.at(-1)!),
  }
}
