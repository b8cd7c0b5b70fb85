import type { Metric } from '@binnacle/contract'
import { isNowhere } from '../readings/fix-quality.ts'
import { engineName } from '../readings/instance.ts'
import { measuredOr } from '../readings/measured.ts'
import type { MeasuredDepth, Observation } from '../readings/reading.ts'
import type { Withhold } from '../readings/withheld.ts'
import { cruzproHours } from './cruzpro.ts'
import { decimal, degrees } from './fields.ts'
import type { Sentence } from './sentence.ts'
import { mapTransducers } from './xdr.ts'

type Fields = readonly string[]

interface Row {
  formatter: string
  metric: Metric
  /** In the metric's unit; undefined where the sentence does not have it. */
  value: (fields: Fields) => number | undefined
  /** Left out where a vessel has only one; undefined where the sentence is about something else. */
  instance?: (fields: Fields) => string | undefined
  /** As in Observation. */
  depth?: (fields: Fields) => MeasuredDepth
}

const METRES_A_FOOT = 0.3048
const METRES_A_FATHOM = 1.8288
const KILOMETRES_A_MILE = 1.852

/** Behind those of NMEA 2000: what a boat has on both networks was there first, and with more digits. */
const FIRST_RANK = 100

// Of two sentences with the same metric and instance, the upper row is preferred. Source: marine-sources.md, the table.
const ROWS: readonly Row[] = [
  { formatter: 'RMC', metric: 'position_lat', value: (f) => rmcPosition(f)?.latitude },
  { formatter: 'RMC', metric: 'position_lon', value: (f) => rmcPosition(f)?.longitude },
  { formatter: 'GGA', metric: 'position_lat', value: (f) => ggaPosition(f)?.latitude },
  { formatter: 'GGA', metric: 'position_lon', value: (f) => ggaPosition(f)?.longitude },
  { formatter: 'GLL', metric: 'position_lat', value: (f) => gllPosition(f)?.latitude },
  { formatter: 'GLL', metric: 'position_lon', value: (f) => gllPosition(f)?.longitude },
  { formatter: 'RMC', metric: 'speed_over_ground', value: (f) => (isRmcValid(f) ? decimal(f[6]) : undefined) },
  { formatter: 'VTG', metric: 'speed_over_ground', value: vtgKnots },
  {
    formatter: 'DPT',
    metric: 'depth',
    value: (f) => decimal(f[0]),
    depth: (f) => ({ below: 'transducer', offset: decimal(f[1]) }),
  },
  { formatter: 'DBT', metric: 'depth', value: inMetres },
  { formatter: 'DBK', metric: 'depth', value: inMetres, depth: () => ({ below: 'keel' }) },
  { formatter: 'DBS', metric: 'depth', value: inMetres, depth: () => ({ below: 'surface' }) },
  { formatter: 'MTW', metric: 'water_temp', value: (f) => inUnit(f, 0, 'C') },
  {
    formatter: 'RPM',
    metric: 'engine_rpm',
    instance: rpmEngine,
    value: (f) => (f[4] === 'A' ? decimal(f[2]) : undefined),
  },
  { formatter: 'BVE', metric: 'engine_hours', instance: () => 'port', value: (f) => cruzproHours(f[0]) },
]

const XDR_RANK = FIRST_RANK + ROWS.length

const rowsOf = new Map<string, (Row & { rank: number })[]>()
for (const [i, row] of ROWS.entries())
  rowsOf.set(row.formatter, [...(rowsOf.get(row.formatter) ?? []), { ...row, rank: FIRST_RANK + i }])

/**
 * What a sentence says in terms of the metrics, in their units; empty where it says nothing that can be true. `at` is when it
 * was received, ms. The source is talker and formatter: SD/DBT. Source: marine-sources.md, NMEA 0183.
 */
export function mapSentence({ talker, formatter, fields }: Sentence, at: number, withhold?: Withhold): Observation[] {
  const source = `${talker}/${formatter}`
  if (formatter === 'XDR')
    return mapTransducers(fields, source, withhold).map((found) => ({ ...found, at, source, rank: XDR_RANK }))
  return (rowsOf.get(formatter) ?? []).flatMap(({ metric, instance, depth, rank, ...of }) => {
    const which = instance?.(fields)
    const value = measuredOr(withhold, { metric, instance: which, source }, of.value(fields))
    if (value === undefined || (instance && which === undefined)) return []
    const more = { ...(which !== undefined && { instance: which }), ...(depth && { depth: depth(fields) }) }
    return [{ metric, value, ...more, at, source, rank }]
  })
}

/** Whether the receiver has a fix: status A, and no dead reckoning, manual input or simulator. Source: NMEA 0183, mode indicator. */
export function isRmcValid(fields: Fields): boolean {
  return fields[1] === 'A' && isMeasured(fields[11])
}

/** Modes E, M, N and S: estimated, manual, no fix, simulated. Receivers before NMEA 2.3 have none. */
function isMeasured(mode: string | undefined): boolean {
  return !mode || !'EMNS'.includes(mode)
}

/** Where a receiver's sentence has its status and its mode; GGA has a quality in place of both. */
export const STATUS: { [formatter: string]: { status?: number; mode: number } } = {
  RMC: { status: 1, mode: 11 },
  GLL: { status: 5, mode: 6 },
  VTG: { mode: 8 },
}

/** Whether a receiver's sentence says that it has no fix; undefined where it does not say, as before NMEA 2.3, and for others. */
export function saysNoFix({ formatter, fields }: Sentence): boolean | undefined {
  const placeAt = POSITION_AT[formatter]
  if (placeAt !== undefined && isNowhere(placeIn(fields, placeAt))) return true
  if (formatter === 'GGA') return fields[5] ? !isGgaValid(fields) : undefined
  const at = STATUS[formatter]
  if (!at) return undefined
  if (at.status !== undefined && fields[at.status] === 'V') return true
  const mode = fields[at.mode]
  return mode ? !isMeasured(mode) : undefined
}

function rmcPosition(fields: Fields) {
  return isRmcValid(fields) ? position(fields, 2) : undefined
}

/** Quality 1 to 5 are fixes; 0 is none, 6 to 8 are estimated, manual and simulated. */
export const isGgaValid = (fields: Fields): boolean => /^[1-5]$/.test(fields[5] ?? '')

export const isGllValid = (fields: Fields): boolean => fields[5] === 'A' && isMeasured(fields[6])

const ggaPosition = (fields: Fields) => (isGgaValid(fields) ? position(fields, 1) : undefined)

const gllPosition = (fields: Fields) => (isGllValid(fields) ? position(fields, 0) : undefined)

/** Where each of these sentences has its position. */
const POSITION_AT: { [formatter: string]: number } = { RMC: 2, GGA: 1, GLL: 0 }

const placeIn = (fields: Fields, at: number) => ({
  latitude: degrees(fields[at], fields[at + 1], 'NS'),
  longitude: degrees(fields[at + 2], fields[at + 3], 'EW'),
})

function position(fields: Fields, at: number): { latitude: number; longitude: number } | undefined {
  const { latitude, longitude } = placeIn(fields, at)
  if (latitude === undefined || longitude === undefined) return undefined
  return isNowhere({ latitude, longitude }) ? undefined : { latitude, longitude }
}

function vtgKnots(fields: Fields): number | undefined {
  if (!isMeasured(fields[8])) return undefined
  return inUnit(fields, 4, 'N') ?? inUnit(fields, 6, 'K', 1 / KILOMETRES_A_MILE)
}

/** Of DBT, DBK and DBS: feet, metres and fathoms. */
function inMetres(fields: Fields): number | undefined {
  return inUnit(fields, 2, 'M') ?? inUnit(fields, 0, 'f', METRES_A_FOOT) ?? inUnit(fields, 4, 'F', METRES_A_FATHOM)
}

/** The number at `at`, where the field after it names the unit. */
function inUnit(fields: Fields, at: number, unit: string, factor = 1): number | undefined {
  const value = fields[at + 1] === unit ? decimal(fields[at]) : undefined
  return value === undefined ? undefined : value * factor
}

/** The standard numbers a single engine 0, those to starboard odd, those to port even. A shaft is no engine. */
function rpmEngine([kind, number]: Fields): string | undefined {
  if (kind !== 'E' || !/^\d+$/.test(number ?? '')) return undefined
  return Number(number) === 2 ? engineName(0) : engineName(Number(number))
}
