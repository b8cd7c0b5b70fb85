import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CameraView, ServiceLog, Verdict } from '@binnacle/contract'

/** A camera on a demo boat; its pictures show the scene of its view. */
export interface DemoCamera {
  label: string
  view: CameraView
}

export interface Place {
  lat: number
  lon: number
}

/** A maintenance task, and when it was last done: at the last launch or haul-out, or so many days or engine hours ago. */
export interface Job {
  title: string
  days: number | null
  hours: number | null
  leadDays: number | null
  last: { season: 'spring' | 'autumn' } | { daysAgo: number } | { hoursAgo: number }
  by: ServiceLog['route']
  /** What it costs today, EUR. */
  cost: number | null
  /** What the owner wrote, newest first; empty where nothing was written. */
  notes: readonly string[]
}

/** Something that was done once. */
interface Repair {
  title: string
  daysAgo: number
  by: ServiceLog['route']
  cost: number
  note: string
}

/** What an inspection found at a point of the checklists, by the point's title; the last spring is 0. */
export interface Finding {
  point: string
  spring: number
  verdict: Exclude<Verdict, 'operational'>
  note: string
}

/** The rows of a table in tables/ that belong to a boat. */
const rowsOf = (table: string, boat: string) =>
  readFileSync(join(import.meta.dirname, `tables/${table}.csv`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(';'))
    .filter(([name]) => name === boat)
    .map(([, ...cells]) => cells)

const numberOrNull = (cell: string | undefined) => (cell ? Number(cell) : null)

/** "spring", "autumn", "24 d" or "181 h". */
function lastDone(cell: string): Job['last'] {
  const [count, unit] = cell.split(' ')
  if (unit === 'd') return { daysAgo: Number(count) }
  if (unit === 'h') return { hoursAgo: Number(count) }
  return { season: cell as 'spring' | 'autumn' }
}

const recordsOf = (boat: string) => ({
  jobs: rowsOf('jobs', boat).map(
    ([title, days, hours, leadDays, last, by, cost, notes]): Job => ({
      title: title!,
      days: numberOrNull(days),
      hours: numberOrNull(hours),
      leadDays: numberOrNull(leadDays),
      last: lastDone(last!),
      by: by as Job['by'],
      cost: numberOrNull(cost),
      notes: notes!.split(' | '),
    }),
  ),
  repairs: rowsOf('repairs', boat).map(([title, days, by, cost, note]): Repair => {
    return { title: title!, daysAgo: Number(days), by: by as Repair['by'], cost: Number(cost), note: note! }
  }),
  findings: rowsOf('findings', boat).map(([point, spring, verdict, note]): Finding => {
    return { point: point!, spring: Number(spring), verdict: verdict as Finding['verdict'], note: note! }
  }),
})

const AURORA = {
  vessel: {
    name: 'Aurora',
    vessel_type: 'sailboat' as const,
    make: 'Hallberg-Rassy',
    model: '37',
    hin: 'SE-HRX37112C606',
    length_m: 11.35,
    marina: 'Langballigau',
    service_level: 'self' as const,
  },
  seed: 38,
  ...recordsOf('Aurora'),
  /** The checklists of each inspection, last spring's first, and the points of them that the boat does not have. */
  checklists: [
    ['engine-diesel', 'drive-steering', 'hull-deck', 'rigging-sails', 'electrical', 'plumbing-gas', 'safety'],
    ['engine-diesel', 'hull-deck', 'electrical', 'safety'],
    ['engine-diesel', 'rigging-sails', 'electrical', 'safety'],
    ['engine-diesel', 'electrical', 'plumbing-gas'],
    ['engine-diesel', 'safety'],
  ],
  absent: 'Sail drive diaphragm, Sterndrive bellows and gimbal, Hydraulic steering, Trim tabs, Lithium batteries, Solar and wind, Watermaker, Engine space fire system, Storm sails'.split(', '), // biome-ignore format: one list
  /** How many points of an inspection that was begun yesterday are judged; null: none was begun. */
  judgedPoints: null as number | null,
  /** The engine's hours five years ago, and how many it runs in each month from January on. */
  startHours: 1486,
  monthlyHours: [0, 0, 0, 5, 14, 19, 33, 25, 13, 6, 0, 0],
  /**
   * Instances; the first feeds the meter, the others have run `hoursApart` less. Under way: what each turns at and burns in an
   * hour.
   */
  engines: ['port'],
  hoursApart: 0,
  rpm: 1850,
  litresPerHour: 2.7,
  knots: 4.8,
  /** All fuel tanks together, l. */
  tankLitres: 340,
  /** Navigable water from the berth to the open fjord, 20 to 30 m deep. */
  route: [
    { lat: 54.8229, lon: 9.6536 },
    { lat: 54.827, lon: 9.657 },
    { lat: 54.83, lon: 9.69 },
    { lat: 54.842, lon: 9.73 },
    { lat: 54.846, lon: 9.79 },
    { lat: 54.838, lon: 9.835 },
  ] as readonly Place[],
  voyages: [
    { daysAgo: 13, startHour: 8, hours: 6.5, motorHours: 0.6 },
    { daysAgo: 12, startHour: 8.5, hours: 7, motorHours: 0.8 },
    { daysAgo: 9, startHour: 9, hours: 5, motorHours: 2.5 },
    { daysAgo: 6, startHour: 7.5, hours: 8, motorHours: 0.7 },
    { daysAgo: 5, startHour: 10, hours: 4.5, motorHours: 0.5 },
    { daysAgo: 2, startHour: 9, hours: 6, motorHours: 1.1 },
  ],
  /** For how long the boat has been under way when the demo is made, h; null: it lies at its berth. */
  underWay: 1.3 as number | null,
  /** What sends its readings, and how often while the demo runs. */
  provider: 'signalk',
  sendEveryMs: 6_000,
  cameras: [
    { label: 'Cockpit', view: 'cockpit' },
    { label: 'Saloon', view: 'saloon' },
    { label: 'Engine bay', view: 'engine_bay' },
  ] as readonly DemoCamera[],
  /** Water comes in, and the bilge pump runs each night; the camera that the rule about it names. null: the boat is dry. */
  leaks: null as { seenBy: string } | null,
  /** A fault that came and went. */
  fault: null as { daysAgo: number; hours: number; text: string } | null,
}

/** A boat of the demo: what it is, its past, and what it does now. */
export type DemoBoat = Omit<typeof AURORA, 'vessel'> & {
  vessel: Omit<typeof AURORA.vessel, 'vessel_type' | 'service_level'> & {
    vessel_type: 'sailboat' | 'motorboat'
    service_level: 'self' | 'assisted'
  }
}

const BOSUN: DemoBoat = {
  vessel: {
    name: 'Bosun',
    vessel_type: 'motorboat',
    make: 'Nimbus',
    model: '405 Coupé',
    hin: 'SE-NIX40507E313',
    length_m: 13.15,
    marina: 'Flensburg, Sonwik',
    service_level: 'assisted',
  },
  seed: 405,
  ...recordsOf('Bosun'),
  checklists: [
    ['engine-diesel', 'drive-steering', 'hull-deck', 'electrical', 'plumbing-gas', 'safety'],
    ['engine-diesel', 'hull-deck', 'electrical'],
    ['engine-diesel', 'drive-steering', 'electrical'],
    ['engine-diesel', 'safety'],
    ['hull-deck', 'safety'],
  ],
  absent: 'Stern gland or shaft seal, Shaft and coupling, Cutless bearing, Sail drive diaphragm, Rope cutter, Rudder and bearings, Rudder stock and quadrant, Emergency tiller, Keel joint and bolts, Lithium batteries, Solar and wind, Watermaker'.split(', '), // biome-ignore format: one list
  judgedPoints: 23,
  startHours: 312,
  monthlyHours: [0, 0, 0, 3, 9, 12, 18, 15, 8, 3, 0, 0],
  engines: ['port', 'starboard'],
  hoursApart: 4.3,
  rpm: 2400,
  litresPerHour: 26,
  knots: 12,
  tankLitres: 1_150,
  route: [
    { lat: 54.8052, lon: 9.4462 },
    { lat: 54.807, lon: 9.441 },
    { lat: 54.818, lon: 9.439 },
    { lat: 54.83, lon: 9.45 },
    { lat: 54.84, lon: 9.473 },
    { lat: 54.851, lon: 9.535 },
  ],
  voyages: [
    { daysAgo: 11, startHour: 11, hours: 1.6, motorHours: 0.8 },
    { daysAgo: 8, startHour: 9, hours: 2.4, motorHours: 1.2 },
    { daysAgo: 3, startHour: 13, hours: 1.8, motorHours: 0.9 },
  ],
  underWay: null,
  provider: 'nmea2000-gateway',
  sendEveryMs: 60_000,
  cameras: [
    { label: 'Berth', view: 'berth' },
    { label: 'Engine bay', view: 'engine_bay' },
  ],
  leaks: { seenBy: 'Engine bay' },
  fault: { daysAgo: 3, hours: 1.2, text: 'Water in fuel, starboard' },
}

export const DEMO_BOATS: readonly DemoBoat[] = [AURORA, BOSUN]
