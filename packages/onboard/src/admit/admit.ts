import type { Metric } from '@binnacle/contract'
import { plausible } from '../readings/plausible.ts'
import { type Device, type Observation, type Reading, seriesName, seriesOf } from '../readings/reading.ts'
import { fitInstance, fitText } from '../readings/wire-text.ts'
import { type WithheldCount, type Withhold, withheldCounter } from '../readings/withheld.ts'
import { BoundedMap } from './bounded-map.ts'
import type { Choices } from './choices.ts'
import { NO_FAULT } from './faults.ts'
import { besideMeter, mainEngine } from './hour-meter.ts'
import type { HoursSample } from './hours-gate.ts'
import {
  confirmed,
  isSettled,
  longitude,
  newSeries,
  overdue,
  type Series,
  thinned,
  withholdUnconfirmed,
} from './series.ts'
import {
  type ChosenSource,
  deviceOf,
  listOf,
  type SourcePriorities,
  type Standing,
  silentSeries,
  sourceRanking,
  unheardOf,
} from './source.ts'
import { THINNING, type Thinning } from './thin.ts'

/** What the owner may choose. */
export interface AdmissionOptions {
  /** Sources by metric, best first; position_lat speaks for both. Faults need none: those of all sources count. */
  sources?: SourcePriorities
  /** The engine instance whose hours feed the vessel's hour meter; without it the main engine's do, see hour-meter.ts. */
  hourMeter?: string
  /** Where a metric is to be thinned otherwise than THINNING says. */
  thin?: { readonly [metric in Metric]?: Partial<Thinning> }
  /** Send a reading at every interval, changed or not: a recording of a few minutes has no changes to wait for. */
  everyInterval?: boolean
}

/** A series that was heard, or that the owner has listed sources for. */
export interface SeriesSeen {
  metric: Metric
  instance?: string
  /** The source that gives it now; undefined for faults, which all give, and before one counts. */
  chosen?: string
  /** Whether the owner chose it. */
  pinned: boolean
  /** Every source heard, the latest last. */
  sources: string[]
  /** Of these, the ones that the owner has listed. */
  listed: string[]
  /** What the owner has listed and nothing heard is called. */
  unheard: string[]
}

interface EngineSeen {
  instance?: string
  /** The newest that counted, and when it did, ms. */
  hours: number
  at: number
}

/** Decides which of a boat's observations become readings. */
export interface Admission {
  /** The reading that an observation becomes, if it becomes one. Observations come in the order of reception. */
  (observation: Observation): Reading | undefined
  /**
   * Readings that were held back to thin them and whose time has come; `now` on the clock of the observations, ms. Venus OS and
   * many switches speak only when something changes: without this the last word before a silence would never be sent. To
   * be called about once a second, and with Infinity at the end.
   */
  overdue(now: number): Reading[]
  /**
   * The owner has listed other sources, at `now`. Where the list has changed, the source is chosen anew, as after the very first
   * start.
   */
  useSources(sources: SourcePriorities, now: number): void
  /** Engines whose hours have counted: where another than the one that feeds the meter is among them, the owner should choose. */
  enginesSeen(): EngineSeen[]
  /** Whether the hours of this engine move the vessel's hour meter. */
  feedsMeter(instance: string | undefined): boolean
  /** For a status page, and for those who write `sources`. */
  seriesSeen(): SeriesSeen[]
  /** Hours of this engine that counted were wrong: the next that agree count, whatever was before. */
  forgetHours(instance: string | undefined): void
  /** Counts what was withheld before it became an observation. */
  withhold: Withhold
  /** What was withheld since the start, and how often; the most frequent first. */
  withheld(): WithheldCount[]
  /** What the device of a source is called, where it has told; the first name is the one to show. */
  namesOf(source: string): readonly string[]
  /** The instances whose faults stand by this source, also those from before a restart that nothing has been said of since. */
  standingFaults(source: string): string[]
  /** What the next start should know. */
  choices(): Choices
}

/** A large yacht has some 200 series; what comes beyond this is garbage. */
const MAX_SERIES = 1_000

const MAX_DEVICES = 500

/** A receiver that gives the position gives the speed too, where it has one. */
const POSITION = seriesOf({ metric: 'position_lat' })

/** What counted before a restart. */
interface HoursBefore {
  /** The last of this engine, on the clock of the observations. */
  of(instance: string | undefined): HoursSample | undefined
  /** Those of all engines. */
  hours(): readonly { instance?: string }[]
}

const NONE_BEFORE: HoursBefore = { of: () => undefined, hours: () => [] }

/**
 * One source a series, the rule of its metric, then thinning. Observations are stamped on the steady clock; a recording may use
 * its own. Of what was before a restart `hoursBefore` tells the hours that counted, and the choices who gave them. Nothing else
 * need be kept: a pump's first state is a base, faults are told anew.
 */
export function admission(
  options: AdmissionOptions = {},
  hoursBefore: HoursBefore = NONE_BEFORE,
  { chosen = {}, devices = {}, faults = {}, hourMeter: before }: Partial<Choices> = {},
): Admission {
  const known = new BoundedMap<Series>(MAX_SERIES)
  const { withhold, counts } = withheldCounter()
  const remembered = new BoundedMap<ChosenSource>(MAX_SERIES, chosen)
  const told = new BoundedMap<Device>(MAX_DEVICES, devices)
  let sources = options.sources ?? {}
  let rankOf = sourceRanking(sources)
  let fed = before
  const enginesSeen = (): EngineSeen[] =>
    known.values().flatMap(({ instance, hours: { last } }) => (last ? [{ instance, ...last }] : []))
  const feedsMeter = (instance: string | undefined): boolean => {
    if (options.hourMeter !== undefined) return instance === options.hourMeter
    // One that is still to be confirmed counts: it would come a second too late. A single sample is no engine.
    const heard = known
      .values()
      .filter(
        ({ metric, hours: { run, last }, isThere }) =>
          metric === 'engine_hours' && (last || isThere || (run && run.count > 1)),
      )
    return mainEngine([...hoursBefore.hours(), ...heard], fed)?.instance === (instance ?? '')
  }
  const wire = (reading: Reading): Reading => {
    if (reading.metric !== 'engine_hours') return reading
    if (!feedsMeter(reading.instance)) return besideMeter(reading)
    fed = reading.instance ?? ''
    return reading
  }
  const thinning = (metric: Metric): Thinning => {
    const { intervalMs, change } = THINNING[metric]
    const chosen = options.thin?.[metric]
    return {
      intervalMs: chosen?.intervalMs ?? intervalMs,
      change: chosen?.change ?? (options.everyInterval ? 0 : change),
    }
  }

  /** The receiver of the position, if it is settled for a position and in any case for a speed. */
  const leader = ({ metric, at }: Observation): string | undefined => {
    if (metric !== 'position_lat' && metric !== 'speed_over_ground') return undefined
    const position = known.get(POSITION)
    if (metric === 'position_lat' && position && !isSettled(position, at)) return undefined
    const source = position?.chosen ?? remembered.get(POSITION)
    return source && deviceOf(source.source)
  }

  const remember = (key: string, { source, id }: ChosenSource): void => {
    const before = remembered.get(key)
    if (before?.source !== source || before.id !== id) remembered.set(key, { source, ...(id !== undefined && { id }) })
  }

  const rememberedFor = (observation: Observation, key: string): (ChosenSource & Standing) | undefined => {
    const before = remembered.get(key)
    if (!before) return undefined
    const { source } = before
    const { metric, instance } = observation
    return {
      ...before,
      ...rankOf({ metric, instance, source, rank: 0 }, told.get(deviceOf(source)), leader(observation)),
    }
  }

  function useSources(listed: SourcePriorities, now: number): void {
    const before = sources
    sources = listed
    rankOf = sourceRanking(sources)
    for (const series of known.values()) {
      if (JSON.stringify(listOf(before, series)) === JSON.stringify(listOf(listed, series))) continue
      series.since = now
      remembered.delete(seriesOf(series))
    }
  }

  /** Those that are held back were wrong as well. The engine stays: while it is off, no other is to move the meter in its place. */
  function forgetHours(instance: string | undefined): void {
    const series = known.get(seriesOf({ metric: 'engine_hours', instance }))
    if (series) Object.assign(series, { hours: {}, isThere: true, sent: undefined, held: undefined })
  }

  const faultSources = (): Choices['faults'] => {
    const now = known
      .values()
      .filter(({ faults: { told } }) => told !== undefined)
      .map(({ instance = '', faults: { by } }) => [instance, standingIn(by)] as const)
    const all = Object.entries({ ...faults, ...Object.fromEntries(now) })
    return Object.fromEntries(all.filter(([, sources]) => sources.length > 0))
  }

  const isListed = ({ metric, instance }: Series, source: string): boolean =>
    rankOf({ metric, instance, source, rank: 0 }, told.get(deviceOf(source))).claim < 0

  /** The device as it has told of itself now or before. */
  const deviceFor = ({ source, device }: Observation): Device | undefined => {
    const name = deviceOf(source)
    if (device) told.set(name, together(told.get(name), device))
    return told.get(name)
  }

  /** Until new hours count, how long ago those before the restart were may become known: a system clock may be wrong at first. */
  function placeHours(series: Series): void {
    if (series.metric !== 'engine_hours' || series.hours.last !== series.before) return
    const before = hoursBefore.of(series.instance)
    series.before = before
    series.hours = { ...series.hours, first: before, last: before }
  }

  function admit(observation: Observation): Reading | undefined {
    if (observation.metric === 'position_lon') {
      const latitudes = known.get(seriesOf({ ...observation, metric: 'position_lat' }))
      return latitudes && longitude(latitudes, observation)
    }
    const key = seriesOf(observation)
    const device = deviceFor(observation)
    const series = known.get(key) ?? newSeries(observation, rememberedFor(observation, key))
    known.set(key, series)
    placeHours(series)
    const standing = rankOf(observation, device, leader(observation))
    const battery =
      series.metric === 'battery_soc_pct' ? known.get(seriesOf({ ...series, metric: 'battery_voltage' })) : undefined
    const reading = confirmed(series, { ...observation, device }, { standing, battery, withhold })
    if (series.chosen && isSettled(series, observation.at)) remember(key, series.chosen)
    const due = reading && thinned(series, reading, thinning(series.metric))
    return due && wire(due)
  }

  return Object.assign(
    (observation: Observation) => {
      const sound = validated(observation, withhold)
      return sound && admit(sound)
    },
    {
      overdue: (now: number) =>
        known.values().flatMap((series) => {
          withholdUnconfirmed(series, now, withhold)
          return overdue(series, thinning(series.metric), now).map(wire)
        }),
      enginesSeen,
      feedsMeter,
      withhold,
      withheld: counts,
      seriesSeen: () => [
        ...known.values().map((series) => {
          const { metric, instance, chosen } = series
          const heard = series.sources.keys()
          return {
            metric,
            instance,
            chosen: chosen?.source,
            pinned: chosen !== undefined && isListed(series, chosen.source),
            sources: heard,
            listed: heard.filter((source) => isListed(series, source)),
            unheard: unheardOf(
              sources,
              series,
              heard.map((source) => ({ source, device: told.get(deviceOf(source)) })),
            ),
          }
        }),
        ...silentSeries(sources, known.values()).map((one) => ({ ...one, ...SILENT })),
      ],
      useSources,
      forgetHours,
      namesOf: (source: string) => told.get(deviceOf(source))?.names ?? [],
      standingFaults: (source: string) =>
        Object.entries(faultSources()).flatMap(([instance, sources]) => (sources.includes(source) ? [instance] : [])),
      choices: () => ({
        chosen: remembered.toObject(),
        devices: told.toObject(),
        faults: faultSources(),
        ...(fed !== undefined && { hourMeter: fed }),
      }),
    },
  )
}

const SILENT = { pinned: false, sources: [], listed: [] }

const standingIn = (by: Series['faults']['by']): string[] =>
  [...by].flatMap(([source, { told }]) => (told === NO_FAULT ? [] : [source]))

/** What is known of the device at one place. It says its number and its names at different times, and each maybe never again. */
function together(before: Device | undefined, now: Device): Device {
  const isAnother = before?.id !== undefined && now.id !== undefined && before.id !== now.id
  if (!before || isAnother) return now
  return { id: now.id ?? before.id, names: now.names.length > 0 ? now.names : before.names }
}

/** The observation with texts that the service takes; undefined for what cannot be a measurement. */
function validated(observation: Observation, withhold: Withhold): Observation | undefined {
  const { metric, value, text_value: text, instance, source } = observation
  if (metric === 'fault_code' ? !text : value === undefined) return undefined
  if (value !== undefined && !plausible(metric, value)) {
    withhold({ series: seriesName(observation), source, reason: 'implausible', value })
    return undefined
  }
  if (instance === undefined && text === undefined) return observation
  return {
    ...observation,
    ...(instance !== undefined && { instance: fitInstance(instance) }),
    ...(text !== undefined && { text_value: fitText(text) }),
  }
}
