import type { EngineUse, Season } from './season.ts'

/** When a job was done, counted back from now. */
type Done =
  /** Each `years` years on the Saturday of that season; `skip` seasons back for the last time. */
  | { each: Season; years?: number; skip?: number }
  /** Last that many days ago, and before that at its interval. */
  | { daysAgo: number }
  /** Last that many engine hours ago, and before that at its interval. */
  | { hoursAgo: number }

/** A maintenance task with the way its owner keeps it. */
export interface Job {
  title: string
  every: { days?: number; hours?: number; leadDays?: number }
  done: Done
  by: 'diy' | 'supplier'
  /** What it costs today, EUR; null: nothing worth writing down. */
  cost: number | null
  /** What the owner wrote, newest first; empty where nothing was written. */
  notes: readonly string[]
  /** Whether the owner writes down what the meter shows. */
  metered?: boolean
}

/** Something that was done once. */
export interface Repair {
  title: string
  daysAgo: number
  by: 'diy' | 'supplier'
  cost: number | null
  note: string
}

/** What an inspection found at a point of the checklists, by the point's title. Springs are counted back: 0 is the last. */
export interface Finding {
  point: string
  spring: number
  verdict: 'attention' | 'non_operational'
  note: string
}

/** All that makes up the past of a demo boat. */
export interface BoatPlan {
  vessel: {
    name: string
    vessel_type: 'sailboat' | 'motorboat'
    make: string
    model: string
    hin: string
    length_m: number
    marina: string
    service_level: 'self' | 'assisted' | 'managed'
  }
  engine: EngineUse
  /** Fuel burnt in an hour of all engines, l. */
  burn: number
  seed: number
  jobs: readonly Job[]
  repairs: readonly Repair[]
  findings: readonly Finding[]
  /** The checklists its owner went through, last spring's first, and the points of them that the boat does not have. */
  checklists: readonly (readonly string[])[]
  absent: readonly string[]
  /** How many points of an inspection begun yesterday are judged; absent: none is under way. */
  walking?: number
}
