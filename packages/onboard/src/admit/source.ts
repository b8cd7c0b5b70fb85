import type { Metric } from '@binnacle/contract'
import { THINNING } from './thin.ts'

/** Silent for this long, a source has lost its place: slow messages (tanks, some GPS) come every 2.5 to 10 s. */
export const SOURCE_SILENT_MS = 30_000

/** The same for a metric: a source of levels may be polled once a minute, and has three chances. */
export const silentMs = (metric: Metric): number => Math.max(SOURCE_SILENT_MS, 3 * THINNING[metric].intervalMs)

/** The end of the source of a petrol tank's level: its number may be that of a diesel tank. */
export const PETROL = 'petrol'

/** What gives a metric of an instance, and when it last did, ms. */
export interface Source {
  /** Named as in Observation.source. */
  source: string
  /** Lower is preferred. */
  rank: number
  at: number
  /** Time since it was heard before, ms; undefined for the first time. */
  gap?: number
}

/**
 * Which source gives a metric of an instance from now on: the one chosen so far, unless the candidate is preferred or the
 * chosen one has fallen silent. Three sounders on one bus said 0.43, 2.86 and 61.7 m (can0-3): mixed, they are no depth.
 * Two sources must not take turns for ever: a slow one has not fallen silent as long as it keeps its pace, and does not
 * displace one that speaks more often than `silent`.
 */
export function chooseSource(chosen: Source | undefined, candidate: Source, silent = SOURCE_SILENT_MS): Source {
  if (!chosen || chosen.source === candidate.source) return candidate
  if (candidate.at - chosen.at > sourceTimeout(chosen, silent)) return candidate
  return candidate.rank < chosen.rank && (candidate.gap ?? 0) <= silent ? candidate : chosen
}

/** How long a source may say nothing: three of its own gaps where it is slow, within reason. */
const sourceTimeout = ({ gap = 0 }: Source, silent: number): number => Math.max(silent, Math.min(3 * gap, 10 * silent))

/**
 * The owner's choice for a metric ("depth") or for one of its instances ("battery_voltage/house"): source names, best first.
 * A name stands for all below it ("n2k" for every device of that input, "n2k/35" for one device), and * for anything
 * within one part ("n2k/3*"). What is not listed comes after what is.
 */
export type SourcePriorities = { readonly [series in Metric | `${Metric}/${string}`]?: readonly string[] }

/** Gives a source its rank by the owner's choice; below zero where it is listed, as it was where it is not. */
export function sourceRanking(priorities: SourcePriorities): (of: SourceOf) => number {
  const patterns = new Map(Object.entries(priorities).map(([key, names]) => [key, (names ?? []).map(pattern)]))
  return ({ metric, instance, source, rank }) => {
    const listed = patterns.get(`${metric}/${instance}`) ?? patterns.get(metric) ?? []
    const place = listed.findIndex((name) => name.test(source))
    return place < 0 ? rank : place - listed.length
  }
}

interface SourceOf {
  metric: Metric
  instance?: string
  source: string
  rank: number
}

function pattern(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]*')}(/|$)`)
}
