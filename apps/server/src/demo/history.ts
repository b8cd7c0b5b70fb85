import type * as contract from '@binnacle/contract'
import type { BodyOf, Verdict } from '@binnacle/contract'
import { pointsOf } from '../maintenance/checklist.ts'
import { INSPECTION_TEMPLATES } from '../maintenance/inspection-templates.ts'
import type { BoatPlan, Job } from './jobs.ts'
import { round, seeded } from './random.ts'
import { DAY_MS, HOUR_MS, type MeterCurve, meterCurve, seasonDays } from './season.ts'

/** Five springs and five autumns, whatever the day is. */
export const YEARS_MS = 1_880 * DAY_MS

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
  | { at: Date; kind: 'hours'; hours: BodyOf<typeof contract.logHours> }
  | { at: Date; kind: 'inspection'; ended: Date | null; hours: number | null; points: Point[] }

/** A boat's past up to the time from which its box sends. */
export interface History {
  since: Date
  /** The meter when the boat was added, and what it stands at in the end; whole hours. */
  startHours: number
  endHours: number
  /** Oldest first. */
  events: Event[]
}

interface Scene {
  plan: BoatPlan
  since: Date
  /** From here on the box tells the hours. */
  boxFrom: Date
  now: Date
  curve: MeterCurve
}

/**
 * The years of a demo boat, the same for the same `now`. What its owner logs of the meter ends at `boxFrom`; `boxHours` is
 * how many whole hours the box adds from then to now.
 */
export function makeHistory(plan: BoatPlan, boxFrom: Date, boxHours: number, now: Date): History {
  const since = new Date(Math.floor((now.getTime() - YEARS_MS) / DAY_MS) * DAY_MS + 9 * HOUR_MS)
  const curve = meterCurve(plan.engine, since, boxFrom, plan.seed)
  const scene = { plan, since, boxFrom, now, curve }
  const events = [
    ...services(scene, curve.end + boxHours),
    ...repairs(scene),
    ...hourLogs(scene),
    ...inspections(scene),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  return { since, startHours: plan.engine.start, endHours: curve.end, events }
}

const meterAt = ({ curve, boxFrom }: Scene, at: Date) => (at <= boxFrom ? Math.floor(curve.at(at)) : undefined)

const price = (today: number, at: Date, now: Date) =>
  round(today / (1 + INFLATION) ** ((now.getTime() - at.getTime()) / (365 * DAY_MS)), 2)

function services(scene: Scene, meter: number): Event[] {
  const random = seeded(scene.plan.seed + 1)
  return scene.plan.jobs.flatMap((job) =>
    doneAt(scene, job, meter, random).map((at, turn): Event => {
      const cost = job.cost === null ? {} : { cost: price(job.cost, at, scene.now), currency: 'EUR' }
      return {
        at,
        kind: 'service',
        job: job.title,
        service: {
          title: job.title,
          route: job.by,
          ...cost,
          note: job.notes[turn] || undefined,
          engine_hours: job.metered ? meterAt(scene, at) : undefined,
        },
      }
    }),
  )
}

/** When a job was done, newest first. */
function doneAt({ since, now, curve }: Scene, job: Job, meter: number, random: () => number): Date[] {
  const { done, every } = job
  if ('each' in done) {
    const { skip = 0, years = 1 } = done
    const yesterday = new Date(now.getTime() - DAY_MS)
    const days = seasonDays(done.each, new Date(since.getTime() + DAY_MS), yesterday)
    return days.filter((_, turn) => turn >= skip && (turn - skip) % years === 0).map((day) => laterThatDay(day, random))
  }
  const times: Date[] = []
  if ('hoursAgo' in done) {
    for (let hours = meter - done.hoursAgo; ; hours -= every.hours!) {
      const at = curve.reached(hours)
      if (at === null || at <= since) return times
      times.push(laterThatDay(at, random))
    }
  }
  for (let days = done.daysAgo; ; days += every.days! - Math.floor(9 * random())) {
    const at = thatDay(now, days)
    if (at <= since) return times
    times.push(at)
  }
}

/** The afternoon so many days ago. */
const thatDay = (now: Date, daysAgo: number) =>
  new Date(Math.floor(now.getTime() / DAY_MS - daysAgo) * DAY_MS + AFTERNOON_MS)

const laterThatDay = (at: Date, random: () => number) => new Date(at.getTime() + Math.floor(random() * 300) * 60_000)

const repairs = ({ plan, now }: Scene): Event[] =>
  plan.repairs.map(({ title, daysAgo, by, cost, note }) => ({
    at: thatDay(now, daysAgo),
    kind: 'service',
    job: null,
    service: { title, route: by, note, ...(cost !== null && { cost, currency: 'EUR' }) },
  }))

/** At the end of each month with the engine: the meter, and the fuel that went in since. */
function hourLogs(scene: Scene): Event[] {
  const { plan, since, boxFrom, now, curve } = scene
  const random = seeded(plan.seed + 2)
  const events: Event[] = []
  let before = plan.engine.start
  for (let month = 1; ; month++) {
    const at = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + month, 0) + AFTERNOON_MS)
    if (at > boxFrom) return events
    const hours = Math.floor(curve.at(at))
    if (at <= since || hours === before || plan.engine.monthly[at.getUTCMonth()] === 0) continue
    const litres = round((hours - before) * plan.burn * (0.92 + 0.16 * random()), 1)
    const fuel_cost = round(litres * price(1.86 + 0.1 * random(), at, now), 2)
    events.push({ at, kind: 'hours', hours: { hours, litres, fuel_cost, currency: 'EUR', source: 'manual' } })
    before = hours
  }
}

/** An afternoon with the checklists, the Saturday before launching. */
function inspections(scene: Scene): Event[] {
  const { plan, since, now } = scene
  const week = 7 * DAY_MS
  const launches = seasonDays('spring', new Date(since.getTime() + week), new Date(now.getTime() + 5 * DAY_MS))
  const walks = launches.map((launch, spring): Event => {
    const at = new Date(launch.getTime() - week)
    const ended = new Date(at.getTime() + 3.4 * HOUR_MS)
    return { at, kind: 'inspection', ended, hours: meterAt(scene, ended) ?? null, points: pointsFound(plan, spring) }
  })
  return plan.walking === undefined ? walks : [...walks, walkUnderWay(plan, plan.walking, now)]
}

const TITLES = new Map(INSPECTION_TEMPLATES.flatMap(({ items }) => items).map(({ id, title }) => [id, title]))

function pointsFound(plan: BoatPlan, spring: number): Point[] {
  const checklists = plan.checklists[Math.min(spring, plan.checklists.length - 1)]!
  return pointsOf(checklists, plan.vessel.vessel_type).map((id) => {
    const title = TITLES.get(id)!
    const finding = plan.findings.find((found) => found.point === title && found.spring === spring)
    if (finding) return { id, verdict: finding.verdict, note: finding.note }
    return { id, verdict: plan.absent.includes(title) ? null : 'operational', note: null }
  })
}

/** One that was begun yesterday and has got as far as `judged` points. */
function walkUnderWay(plan: BoatPlan, judged: number, now: Date): Event {
  const points = pointsFound(plan, 0).map((point, place) =>
    place < judged ? point : { ...point, verdict: null, note: null },
  )
  return { at: new Date(now.getTime() - 26 * HOUR_MS), kind: 'inspection', ended: null, hours: null, points }
}
