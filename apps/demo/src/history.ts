import type * as contract from '@binnacle/contract'
import type { BodyOf, Verdict } from '@binnacle/contract'
import { checklistsIn, pointsOf } from '../../server/src/maintenance/inspections/checklists/checklists.ts'
import type { DemoBoat, Job } from './boats.ts'
import { round, seeded } from './random.ts'
import { DAY_MS, type Fortnight, HOUR_MS } from './voyages.ts'

/** Five springs and five autumns, whatever the day is. */
const YEARS_MS = 1_880 * DAY_MS
/** Prices rose by so much a year. */
const INFLATION = 0.035
const AFTERNOON_MS = 14.4 * HOUR_MS

/** A point of a checklist with what was found; null: not looked at. */
export interface Point {
  id: string
  verdict: Verdict | null
  note: string | null
}

/** Something that happened, in the form in which the owner's app would have sent it. */
export type Event =
  | { at: Date; kind: 'service'; job: string | null; service: BodyOf<typeof contract.logService> }
  | { at: Date; kind: 'hours'; hours: BodyOf<typeof contract.logEngineHours> }
  | { at: Date; kind: 'inspection'; ended: Date | null; hours: number | null; points: Point[] }

/** A boat's past up to the time from which its onboard device sends. */
export interface History {
  since: Date
  /** What the meter stands at in the end, whole hours. */
  endHours: number
  /** Oldest first. */
  events: Event[]
}

interface Past {
  boat: DemoBoat
  since: Date
  /** From here on the onboard device sends the engine hours. */
  until: Date
  now: Date
  /** The meter on each day since `since`, h. */
  meter: readonly number[]
}

/** The years of a demo boat, the same for the same `now`. */
export function makeHistory(boat: DemoBoat, fortnight: Fortnight, now: Date): History {
  const since = new Date(Math.floor((now.getTime() - YEARS_MS) / DAY_MS) * DAY_MS + 9 * HOUR_MS)
  const meter = meterByDay(boat, since, fortnight.from)
  const endHours = Math.floor(meter.at(-1)!)
  const past = { boat, since, until: fortnight.from, now, meter }
  const events = [
    ...services(past, endHours + fortnight.wholeHours),
    ...repairs(past),
    ...hourLogs(past),
    ...inspections(past),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  return { since, endHours, events }
}

/** Most days at the berth, then a weekend or a cruise: in the mean as many hours as the month says, and no two years alike. */
function meterByDay({ startHours, monthlyHours, seed }: DemoBoat, from: Date, to: Date): number[] {
  const random = seeded(seed)
  const meter = [startHours]
  for (let at = from.getTime() + DAY_MS; at <= to.getTime(); at += DAY_MS) {
    const day = new Date(at)
    const year = 0.85 + 0.3 * seeded(seed + day.getUTCFullYear())()
    const used = random() < 1 / 3 ? 6 * random() : 0
    meter.push(meter.at(-1)! + (year * used * monthlyHours[day.getUTCMonth()]!) / 30.4)
  }
  return meter
}

/** Whole hours; null from when the onboard device sends them. */
function meterAt({ since, until, meter }: Past, at: Date): number | null {
  if (at > until) return null
  return Math.floor(meter[Math.max(0, Math.floor((at.getTime() - since.getTime()) / DAY_MS))] ?? meter.at(-1)!)
}

const priceAt = ({ now }: Past, today: number, at: Date) =>
  round(today / (1 + INFLATION) ** ((now.getTime() - at.getTime()) / (365 * DAY_MS)), 2)

/** The afternoon so many days ago. */
const daysBefore = (now: Date, days: number) =>
  new Date(Math.floor(now.getTime() / DAY_MS - days) * DAY_MS + AFTERNOON_MS)

/**
 * Boats here go in on a Saturday in April and come out on one in October. Always 52 weeks after the last: never more than a year
 * after it, so that what is done each spring does not fall due a few days before the next. It drifts a day a year.
 */
const SEASONS = { spring: Date.parse('2026-04-18T08:20:00Z'), autumn: Date.parse('2026-10-10T09:10:00Z') }

/** The Saturdays of a season between two times, newest first. */
function seasonDays(season: keyof typeof SEASONS, from: number, to: number): Date[] {
  const days: Date[] = []
  const year = 364 * DAY_MS
  const newest = SEASONS[season] + Math.floor((to - SEASONS[season]) / year) * year
  for (let at = newest; at >= from; at -= year) days.push(new Date(at))
  return days
}

function services(past: Past, meterNow: number): Event[] {
  const random = seeded(past.boat.seed + 1)
  return past.boat.jobs.flatMap((job) =>
    timesOf(past, job, meterNow, random).map((at, turn): Event => {
      const cost = job.cost === null ? {} : { cost: priceAt(past, job.cost, at), currency: 'EUR' }
      const engine_hours = (job.hours !== null && meterAt(past, at)) || undefined
      const service = { title: job.title, route: job.by, ...cost, note: job.notes[turn] || undefined, engine_hours }
      return { at, kind: 'service', job: job.title, service }
    }),
  )
}

/** When a job was done, newest first: at its interval before the last time. */
function timesOf({ since, now, meter }: Past, job: Job, meterNow: number, random: () => number): Date[] {
  const { last } = job
  const later = (at: Date) => new Date(at.getTime() + Math.floor(random() * 300) * 60_000)
  if ('season' in last)
    return seasonDays(last.season, since.getTime() + DAY_MS, now.getTime() - DAY_MS).map((day) => later(day))
  const times: Date[] = []
  if ('hoursAgo' in last) {
    const dayOf = (hours: number) => meter.findIndex((stand) => stand >= hours)
    for (let hours = meterNow - last.hoursAgo; dayOf(hours) > 0; hours -= job.hours!)
      times.push(later(new Date(since.getTime() + dayOf(hours) * DAY_MS)))
    return times
  }
  let at = daysBefore(now, last.daysAgo)
  for (let days = last.daysAgo; at > since; at = daysBefore(now, days)) {
    times.push(at)
    days += job.days! - Math.floor(9 * random())
  }
  return times
}

const repairs = ({ boat, now }: Past): Event[] =>
  boat.repairs.map(({ title, daysAgo, by, cost, note }) => {
    const service = { title, route: by, note, cost, currency: 'EUR' }
    return { at: daysBefore(now, daysAgo), kind: 'service', job: null, service }
  })

/** At the end of each month in which the engine ran: the meter, and the fuel that went in since. */
function hourLogs(past: Past): Event[] {
  const { boat, since, until } = past
  const random = seeded(boat.seed + 2)
  const events: Event[] = []
  let before = boat.startHours
  const endOf = (month: number) =>
    new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + month, 0) + AFTERNOON_MS)
  for (let month = 1; endOf(month) <= until; month++) {
    const at = endOf(month)
    const hours = meterAt(past, at)!
    if (at <= since || hours === before || boat.monthlyHours[at.getUTCMonth()] === 0) continue
    const litres = round((hours - before) * boat.litresPerHour * boat.engines.length * (0.92 + 0.16 * random()), 1)
    const fuel_cost = round(litres * priceAt(past, 1.86 + 0.1 * random(), at), 2)
    events.push({ at, kind: 'hours', hours: { hours, litres, fuel_cost, currency: 'EUR', source: 'manual' } })
    before = hours
  }
  return events
}

/** An afternoon with the checklists on the Saturday before each launch, and one that was begun yesterday. */
function inspections(past: Past): Event[] {
  const { boat, since, now } = past
  const week = 7 * DAY_MS
  const launches = seasonDays('spring', since.getTime() + week, now.getTime() + 5 * DAY_MS)
  const finished = launches.map((launch, spring): Event => {
    const at = new Date(launch.getTime() - week)
    const ended = new Date(at.getTime() + 3.4 * HOUR_MS)
    return { at, kind: 'inspection', ended, hours: meterAt(past, ended), points: pointsFound(boat, spring) }
  })
  const { judgedPoints } = boat
  if (judgedPoints === null) return finished
  const points = pointsFound(boat, 0).map((point, place) =>
    place < judgedPoints ? point : { ...point, verdict: null, note: null },
  )
  return [...finished, { at: new Date(now.getTime() - 26 * HOUR_MS), kind: 'inspection', ended: null, hours: null, points }] // biome-ignore format: one event
}

const TITLES = new Map(
  checklistsIn('en')
    .flatMap(({ items }) => items)
    .map(({ id, title }) => [id, title]),
)

function pointsFound({ checklists, vessel, findings, absent }: DemoBoat, spring: number): Point[] {
  return pointsOf(checklists[Math.min(spring, checklists.length - 1)]!, vessel.vessel_type).map((id) => {
    const title = TITLES.get(id)!
    const finding = findings.find((found) => found.point === title && found.spring === spring)
    if (finding) return { id, verdict: finding.verdict, note: finding.note }
    return { id, verdict: absent.includes(title) ? null : 'operational', note: null }
  })
}
