import type { Metric } from '@binnacle/contract'
import { type Observation, type Reading, seriesName } from '../readings/reading.ts'
import type { Withhold } from '../readings/withheld.ts'
import { type PumpWatch, pumpStarts, watchPump } from './bilge-pump.ts'
import { BoundedMap } from './bounded-map.ts'
import { type Faults, gatherFaults, NO_FAULTS } from './faults.ts'
import { gateHours, giveUp, type HoursGate, type HoursSample } from './hours-gate.ts'
import { metresBetween, type Position } from './position.ts'
import { type ChosenSource, chooseSource, deviceOf, PETROL, type Source, type Standing, silentMs } from './source.ts'
import { isDue, type Thinning } from './thin.ts'

const MAX_SOURCES = 16
/** An input for a battery that has none floats near zero. */
export const FLOATING_VOLTS = 1

/** After this much silence nothing better is awaited of a receiver. */
const TENTATIVE_MS = 1_000

/** What is remembered of one series (a metric of an instance). */
export interface Series {
  readonly metric: Metric
  readonly instance?: string
  chosen?: Source
  /** Each source as it was last heard. */
  readonly sources: BoundedMap<Source>
  /** When it was first heard, or its source was to be chosen anew, ms; -Infinity where the choice is from before a restart. */
  since: number
  hours: HoursGate
  /** engine_hours only: the last that counted before a restart. */
  before?: HoursSample
  /** engine_hours only: whether some had counted that were then forgotten. */
  isThere?: boolean
  /** battery_voltage only: the devices that gave it, and whether they ever had a battery there. */
  readonly batteries: BoundedMap<boolean>
  faults: Faults
  readonly pumps: BoundedMap<PumpWatch>
  /** Pump starts not sent yet. */
  starts: number
  sent?: Reading
  /** The newest that was not due. */
  held?: Reading
  /** position_lat only. */
  readonly fix: Fix
}

/** A longitude follows its latitude: a fix is sent whole or not at all, or the track would show places nobody was at. */
interface Fix {
  /** The newest whole fix and its time, ms. */
  newest?: Position & { at: number }
  sent?: Position
  /** Latitude just sent; its longitude is the next to come. */
  awaited?: Reading
}

/** The series of its first observation. A source that was chosen before a restart keeps its place as if it had just been heard. */
export function newSeries({ metric, instance, at }: Observation, remembered?: ChosenSource & Standing): Series {
  return {
    metric,
    instance,
    chosen: remembered && { ...remembered, at },
    sources: new BoundedMap(MAX_SOURCES),
    since: remembered ? Number.NEGATIVE_INFINITY : at,
    hours: {},
    batteries: new BoundedMap(MAX_SOURCES),
    faults: NO_FAULTS,
    pumps: new BoundedMap(MAX_SOURCES),
    starts: 0,
    fix: {},
  }
}

/** Whether its source is chosen for good: all that give it have had the time to be heard. */
export const isSettled = ({ metric, since }: Pick<Series, 'metric' | 'since'>, now: number): boolean =>
  now - since > silentMs(metric)

/** What the metric's rule knows besides its series. */
interface Beside {
  standing: Standing
  /** battery_soc_pct only: the voltage of the same battery. */
  battery?: Series
  withhold: Withhold
}

/** The reading that the metric's own rule makes of an observation, before thinning; undefined where it makes none. */
export function confirmed(
  series: Series,
  observation: Observation,
  { standing, battery, withhold }: Beside,
): Reading | undefined {
  const { metric, at, value = Number.NaN, text_value: text } = observation
  if (metric === 'fault_code' && text !== undefined) {
    const { faults, tell } = gatherFaults(series.faults, { ...observation, text })
    series.sources.set(observation.source, { source: observation.source, at, ...standing })
    series.faults = faults
    return tell === undefined ? undefined : { ...bare(observation), text_value: tell }
  }
  if (metric === 'bilge_pump_cycles') {
    series.starts += newStarts(series, observation, standing)
    return series.starts > 0 ? { ...bare(observation), value: series.starts } : undefined
  }
  const device = deviceOf(observation.source)
  if (metric === 'battery_voltage')
    series.batteries.set(device, value >= FLOATING_VOLTS || (series.batteries.get(device) ?? false))
  if (!hasBattery(metric === 'battery_voltage' ? series : battery, device)) {
    withhold({ series: seriesName(series), source: observation.source, reason: 'no_battery', value })
    return undefined
  }
  if (isOtherTank(series, observation, standing) || !choose(series, observation, standing)) {
    if (isPetrol(observation) !== isPetrol(series.chosen))
      withhold({ series: seriesName(series), source: observation.source, reason: 'same_number', value })
    return undefined
  }
  if (observation.isTentative || awaitsAnother(series, at)) return undefined
  if (metric !== 'engine_hours') return bare(observation)
  const { gate, counts, contradicts, dropped } = gateHours(series.hours, { hours: value, at })
  series.hours = gate
  const { source } = observation
  withholdFew(series, source, dropped, withhold)
  if (contradicts) withhold({ series: seriesName(series), source, reason: 'hours', value })
  return counts ? bare(observation) : undefined
}

/** Whether a device has a battery there, as far as it is known; one that gives only the charge, if any other has. */
function hasBattery(voltages: Series | undefined, device: string): boolean {
  const known = voltages?.batteries
  return known?.get(device) ?? known?.values().some(Boolean) ?? true
}

/** Counts engine hours that waited to be confirmed and will not be, since their engine has fallen silent. */
export function withholdUnconfirmed(series: Series, now: number, withhold: Withhold): void {
  const given = giveUp(series.hours, now)
  if (!given) return
  series.hours = given.gate
  withholdFew(series, series.chosen?.source ?? '', given.dropped, withhold)
}

function withholdFew(
  series: Series,
  source: string,
  { hours, count }: { hours: number; count: number },
  withhold: Withhold,
) {
  for (let i = 0; i < count; i++) withhold({ series: seriesName(series), source, reason: 'few', value: hours })
}

/**
 * A petrol tank (of the dinghy's outboard) with the number of a diesel tank does not stand in for it unless the owner has listed
 * it (a claim below zero).
 */
const isOtherTank = ({ chosen }: Series, observation: Observation, { claim }: Standing): boolean =>
  chosen !== undefined && isPetrol(observation) && !isPetrol(chosen) && claim >= 0

const isPetrol = (of: { source: string } | undefined): boolean => of?.source.endsWith(`/${PETROL}`) ?? false

/** The reading, if it is due at `now`, ms; else it is held back. */
export function thinned(series: Series, reading: Reading, thinning: Thinning, now = reading.at): Reading | undefined {
  const due = isDue(series.sent, { ...reading, at: now }, thinning, moved(series, reading))
  series.held = due ? undefined : reading
  series.fix.awaited = due ? reading : undefined
  if (!due) return undefined
  series.sent = reading
  series.starts = 0
  return reading
}

/** The longitude of the fix whose latitude was the last observation of this series, if that latitude was sent. */
export function longitude(latitudes: Series, observation: Observation): Reading | undefined {
  const { fix, chosen } = latitudes
  const { source, at, value = Number.NaN } = observation
  const latitude = fix.awaited ?? latitudes.held
  if (!latitude || chosen?.source !== source || latitude.at !== at) return undefined
  fix.newest = { latitude: latitude.value ?? Number.NaN, longitude: value, at }
  if (!fix.awaited) return undefined
  fix.awaited = undefined
  fix.sent = fix.newest
  return bare(observation)
}

/** What was held back and is due by now, though its source says nothing more; a fix as its two readings. */
export function overdue(series: Series, thinning: Thinning, now: number): Reading[] {
  const { held, fix, metric } = series
  if (!held || (metric === 'position_lat' && fix.newest?.at !== held.at)) return []
  const reading = thinned(series, held, thinning, now)
  if (!reading) return []
  if (metric !== 'position_lat' || !fix.newest) return [reading]
  fix.awaited = undefined
  fix.sent = fix.newest
  return [reading, { ...reading, metric: 'position_lon', value: fix.newest.longitude }]
}

/** Whether a receiver that has just begun may still turn out to be the better one. */
const awaitsAnother = (series: Series, now: number): boolean =>
  !isSettled(series, now) &&
  series.sources.values().some(({ isTentative, at }) => isTentative && now - at <= TENTATIVE_MS)

/** Whether the observation's source is the chosen one from now on. */
function choose(series: Series, { metric, source, device, isTentative, at }: Observation, standing: Standing): boolean {
  const before = series.sources.get(source)
  const candidate: Source = { source, id: device?.id, ...standing, isTentative, at, gap: before && at - before.at }
  series.sources.set(source, candidate)
  series.chosen = chooseSource(series.chosen, candidate, {
    heard: () => series.sources.values(),
    settled: isSettled(series, at),
    silent: silentMs(metric),
  })
  return series.chosen === candidate
}

function newStarts(series: Series, observation: Observation, standing: Standing): number {
  const { source, at, raw, value = 0 } = observation
  const last = series.chosen
  const before = series.pumps.get(source)
  const gives = choose(series, observation, standing)
  if (!raw) return gives ? value : 0
  const another = last && last.source !== source
  const watch = watchPump(before, { raw, value, at }, another ? last.at : undefined)
  series.pumps.set(source, gives ? { ...watch, uncounted: 0 } : watch)
  if (!gives) return 0
  return another ? watch.uncounted : pumpStarts(raw, before?.value, value)
}

/** How far a reading is from the last one sent; a fix in metres, by its latitude and the newest longitude. */
function moved({ metric, sent, fix }: Series, { value = 0 }: Reading): number {
  if (metric !== 'position_lat') return Math.abs(value - (sent?.value ?? 0))
  const { sent: from, newest } = fix
  // Until a first fix was sent whole, every one is far away.
  return from && newest
    ? metresBetween(from, { latitude: value, longitude: newest.longitude })
    : Number.POSITIVE_INFINITY
}

/** What of an observation belongs to a reading. */
const bare = ({
  source,
  rank,
  stopgap,
  fix,
  isTentative,
  depth,
  device,
  raw,
  debounced,
  ...reading
}: Observation): Reading => reading
