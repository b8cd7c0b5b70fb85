import type { Metric } from '@binnacle/contract'
import { type Device, type Observation, SOURCE_SILENT_MS } from '../readings/reading.ts'
import { THINNING } from './thin.ts'

/** SOURCE_SILENT_MS for a metric: a source of levels may be polled once a minute, and has three chances. */
export const silentMs = (metric: Metric): number => Math.max(SOURCE_SILENT_MS, 3 * THINNING[metric].intervalMs)

/** The end of the source of a petrol tank's level: its number may be that of a diesel tank. */
export const PETROL = 'petrol'

/** What is remembered of a chosen source over a restart. */
export interface ChosenSource {
  /** Named as in Observation.source. */
  source: string
  /** Device.id, where the device has told it. */
  id?: string
}

/** How much a source is preferred; less is more. */
export interface Standing {
  /** Who has a better claim takes the place of one that speaks: see the claims below. */
  claim: number
  /** Who has more merit is taken where a place is free; compared number by number, the last is that of the message. */
  merit: readonly number[]
}

/** What gives a metric of an instance, and when it last did, ms. */
export interface Source extends ChosenSource, Standing {
  at: number
  /** As in Observation. */
  isTentative?: true
  /** Time since it was heard before, ms; undefined for the first time. */
  gap?: number
}

// A source that the owner has listed has a claim below zero, by its place in the list.
/** The receiver that gives the position also gives the speed. */
const SAME_RECEIVER = 0
const ORDINARY = 1
/** Only until a proper one speaks. */
const STOPGAP = 2

/** What chooseSource knows beside the two. */
interface Rivals {
  /** What each source said last. */
  heard: () => readonly Source[]
  /** Whether the choice stands; before, who has more merit takes it. */
  settled: boolean
  /** Silence after which a place is free, ms. */
  silent: number
}

/**
 * Which source gives a metric of an instance from now on. Three sounders on one bus said 0.43, 2.86 and 61.7 m (can0-3): mixed,
 * they are no depth. So the one chosen stays until it has fallen silent, and then the best of those that speak takes its place.
 * Only a better claim displaces one that speaks. Two sources must not take turns without end: a slow one has not fallen
 * silent as long as it keeps its pace, and does not displace one that speaks more often than `silent`.
 */
export function chooseSource(chosen: Source | undefined, candidate: Source, rivals: Rivals): Source {
  const { heard, settled, silent } = rivals
  if (!chosen || isSame(chosen, candidate)) return candidate
  const isFree = candidate.at - chosen.at > sourceTimeout(chosen, silent)
  const isPreferred = settled ? claims(candidate, chosen) : mayReplace(candidate, chosen)
  if (!isFree && !(isPreferred && (candidate.gap ?? 0) <= silent)) return chosen
  const speaks = ({ at }: Source) => candidate.at - at <= silent
  const isOutdone =
    isFree && heard().some((other) => !isSame(other, chosen) && speaks(other) && isBetter(other, candidate))
  return isOutdone ? chosen : candidate
}

/** A bus address may mean another device after a restart; what the device itself is called does not. */
function isSame(one: ChosenSource, other: ChosenSource): boolean {
  if (one.id === undefined || other.id === undefined) return one.source === other.source
  return one.id === other.id && messageOf(one.source) === messageOf(other.source)
}

/** Two messages of one receiver are both its own, though one was last heard before that was known. */
function claims(candidate: Source, chosen: Source): boolean {
  const isOneDevice = deviceOf(candidate.source) === deviceOf(chosen.source)
  const claim = (of: Source) => (isOneDevice && of.claim === SAME_RECEIVER ? ORDINARY : of.claim)
  return claim(candidate) < claim(chosen)
}

/** Two messages of one receiver have one fix: what it said of it a moment earlier or later does not count. */
function mayReplace(candidate: Source, chosen: Source): boolean {
  const isOneDevice = deviceOf(candidate.source) === deviceOf(chosen.source)
  const standing = ({ claim, merit }: Source) => ({ claim, merit: isOneDevice ? merit.slice(-1) : merit })
  return isBetter(standing(candidate), standing(chosen))
}

/** A complete order: of those that speak, one is the best. */
function isBetter(one: Standing, other: Standing): boolean {
  const numbers = [one.claim, ...one.merit].map((number, i) => number - ([other.claim, ...other.merit][i] ?? 0))
  return (numbers.find((difference) => difference !== 0) ?? 0) < 0
}

/** The device that a source belongs to, without the message: n2k/35 of n2k/35/128267. */
export const deviceOf = (source: string): string => source.slice(0, Math.max(0, source.lastIndexOf('/')))
const messageOf = (source: string): string => source.slice(source.lastIndexOf('/') + 1)

/** How long a source may say nothing: three of its own gaps where it is slow, within reason. */
const sourceTimeout = ({ gap = 0 }: Source, silent: number): number => Math.max(silent, Math.min(3 * gap, 10 * silent))

/**
 * The owner's choice for a metric ("depth") or for one of its instances ("battery_voltage/house"): source names, best first.
 * A name stands for all below it ("n2k" for every device of that input, "n2k/35" for one device), and * for anything
 * within one part ("n2k/3*"). A device's own name does too ("DST810"). What is not listed comes after what is.
 */
export type SourcePriorities = { readonly [series in Metric | `${Metric}/${string}`]?: readonly string[] }

/** The names listed for a series: its own, else those of its metric. */
export const listOf = (priorities: SourcePriorities, { metric, instance }: Pick<Observation, 'metric' | 'instance'>) =>
  priorities[`${metric}/${instance}`] ?? priorities[metric] ?? []

/** Whether a listed name stands for a source; `names` are those of its device. */
const isNamed = (listed: RegExp, source: string, device?: Device): boolean =>
  [source, device?.id ?? '', ...(device?.names ?? [])].some((name) => listed.test(name))

/** The names listed for a series that stand for none of its sources. */
export const unheardOf = (
  priorities: SourcePriorities,
  series: Pick<Observation, 'metric' | 'instance'>,
  heard: readonly { source: string; device?: Device }[],
): string[] =>
  listOf(priorities, series).filter(
    (name) => !heard.some(({ source, device }) => isNamed(pattern(name), source, device)),
  )

/** What the owner has listed sources for and nothing is heard of. */
export function silentSeries(
  priorities: SourcePriorities,
  heard: readonly Pick<Observation, 'metric' | 'instance'>[],
): { metric: Metric; instance?: string; unheard: string[] }[] {
  return Object.entries(priorities).flatMap(([key, names = []]) => {
    const [metric = '', ...rest] = key.split('/')
    const instance = rest.length > 0 ? rest.join('/') : undefined
    const isHeard = heard.some((one) => one.metric === metric && (instance === undefined || one.instance === instance))
    return isHeard || names.length === 0 ? [] : [{ metric: metric as Metric, instance, unheard: [...names] }]
  })
}

type Ranked = Pick<Observation, 'metric' | 'instance' | 'source' | 'rank' | 'fix' | 'stopgap'>

/**
 * Gives a source its standing: by the owner's choice, then whether it is of the receiver `leader`, then the kind of its fix, its
 * satellites, and its message.
 */
export function sourceRanking(
  priorities: SourcePriorities,
): (of: Ranked, device?: Device, leader?: string) => Standing {
  const patterns = new Map(Object.entries(priorities).map(([key, names]) => [key, (names ?? []).map(pattern)]))
  return ({ metric, instance, source, rank, fix, stopgap }, device, leader) => {
    const listed = patterns.get(`${metric}/${instance}`) ?? patterns.get(metric) ?? []
    const place = listed.findIndex((name) => isNamed(name, source, device))
    const unlisted = leader !== undefined && deviceOf(source) === leader ? SAME_RECEIVER : stopgap ? STOPGAP : ORDINARY
    return {
      claim: place < 0 ? unlisted : place - listed.length,
      merit: [-(fix?.grade ?? 0), -(fix?.satellites ?? 0), rank],
    }
  }
}

function pattern(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]*')}(/|$)`, 'i')
}
