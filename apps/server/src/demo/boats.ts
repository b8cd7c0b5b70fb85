import type { CameraView } from '@binnacle/contract'
import { AURORA } from './aurora.ts'
import { BOSUN } from './bosun.ts'
import type { Fitting } from './instruments.ts'
import type { BoatPlan } from './jobs.ts'
import type { Voyage } from './voyages.ts'
import { INNER_FJORD, OUTER_FJORD } from './waters.ts'

/** A camera on a demo boat; its pictures are drawn by the scene of its view. */
export interface DemoCamera {
  label: string
  view: CameraView
}

/** A boat of the demo with its box: what it has done, and what it does now. */
export interface DemoBoat {
  plan: BoatPlan
  fitting: Fitting
  voyages: readonly Voyage[]
  /** For how long it has been under way, h; null: it lies at its berth. */
  underWay: number | null
  provider: string
  /** Between two posts of its box while the demo runs, ms. */
  postEveryMs: number
  cameras: readonly DemoCamera[]
  /** A fault that came and went: how many days ago, and for how long, h. */
  fault: { daysAgo: number; hours: number; text: string } | null
}

export const DEMO_BOATS: readonly DemoBoat[] = [
  {
    plan: AURORA,
    fitting: {
      waters: OUTER_FJORD,
      engines: ['port'],
      apart: 0,
      rpm: 1850,
      litresPerHour: 2.7,
      knots: 4.8,
      tank: 340,
    },
    voyages: [
      { daysAgo: 13, startHour: 8, hours: 6.5, motorHours: 0.6 },
      { daysAgo: 12, startHour: 8.5, hours: 7, motorHours: 0.8 },
      { daysAgo: 9, startHour: 9, hours: 5, motorHours: 2.5 },
      { daysAgo: 6, startHour: 7.5, hours: 8, motorHours: 0.7 },
      { daysAgo: 5, startHour: 10, hours: 4.5, motorHours: 0.5 },
      { daysAgo: 2, startHour: 9, hours: 6, motorHours: 1.1 },
    ],
    underWay: 1.3,
    provider: 'signalk',
    postEveryMs: 6_000,
    cameras: [
      { label: 'Cockpit', view: 'cockpit' },
      { label: 'Saloon', view: 'saloon' },
      { label: 'Engine bay', view: 'engine_bay' },
    ],
    fault: null,
  },
  {
    plan: BOSUN,
    fitting: {
      waters: INNER_FJORD,
      engines: ['port', 'starboard'],
      apart: 4.3,
      rpm: 2400,
      litresPerHour: 26,
      knots: 12,
      tank: 1_150,
    },
    voyages: [
      { daysAgo: 11, startHour: 11, hours: 1.6, motorHours: 0.8 },
      { daysAgo: 8, startHour: 9, hours: 2.4, motorHours: 1.2 },
      { daysAgo: 3, startHour: 13, hours: 1.8, motorHours: 0.9 },
    ],
    underWay: null,
    provider: 'nmea2000-gateway',
    postEveryMs: 60_000,
    cameras: [{ label: 'Berth', view: 'berth' }],
    fault: { daysAgo: 3, hours: 1.2, text: 'Water in fuel, starboard' },
  },
]
