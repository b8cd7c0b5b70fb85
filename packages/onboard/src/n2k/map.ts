import type { Metric } from '@binnacle/contract'
import { faultText, NO_FAULT } from '../admit/faults.ts'
import { PETROL } from '../admit/source.ts'
import { isNowhere } from '../readings/fix-quality.ts'
import { blackTankName, engineName } from '../readings/instance.ts'
import { hoursOf, measuredOr, tankLevel } from '../readings/measured.ts'
import type { Observation } from '../readings/reading.ts'
import { celsius, KNOTS_PER_METRE_A_SECOND, live, num, times } from '../readings/units.ts'
import type { Withhold } from '../readings/withheld.ts'
import { isFix } from './fix.ts'
import type { Pgn } from './pgn.ts'

type Fields = Pgn['fields']

/** A contact on a switch bank (PGN 127501): bank is the bank's instance, indicator is 1 to 28. */
export interface Switch {
  bank: number
  indicator: number
}

/** What the bus does not say by itself. */
export interface MapOptions {
  /** Contacts that close when there is water in the bilge. */
  bilgeWater?: readonly Switch[]
  /** Contacts that are closed while a bilge pump runs. */
  bilgePumps?: readonly Switch[]
  /** Told what is not sent, and why. */
  withhold?: Withhold
  /** Texts of alerts by alertKey, as PGN 126985 announced them. */
  alertTexts?: ReadonlyMap<string, string>
}

interface Row {
  pgn: number
  metric: Metric
  /** '' where a vessel has only one; undefined where the message fails to say which. */
  instance: (fields: Fields, src: number) => string | undefined
  /** In the metric's unit; undefined where the message does not have it. */
  value: (fields: Fields, options: MapOptions) => number | string | undefined
  /** As in Observation. */
  stopgap?: true
}

const SEA = 'Sea Temperature'
/** NMEA 2000's newer fluid type for petrol, which canboat leaves a number. */
const GASOLINE = 6
const TANK = 127505
const FLUIDS = new Set<unknown>(['Fuel', 'Water', 'Gray water', 'Live well', 'Oil', 'Black water', GASOLINE])

// Of two messages with the same metric and instance, the upper row is preferred. Source: marine-sources.md, the table.
const ROWS: readonly Row[] = [
  row(127489, 'engine_hours', engine, (f) => hours(f.totalEngineHours)),
  row(127488, 'engine_rpm', engine, (f) => num(f.speed)),
  row(127489, 'engine_coolant_temp', engine, (f) => celsius(f.temperature)),
  row(127489, 'engine_oil_pressure', engine, (f) => times(f.oilPressure, 1 / 1000)),
  row(TANK, 'fuel_level_pct', numbered, (f) => level(f, 'Fuel')),
  row(TANK, 'fuel_level_pct', numbered, (f) => level(f, GASOLINE)),
  row(127489, 'fuel_rate', engine, (f) => num(f.fuelRate)),
  row(127497, 'fuel_used', engine, (f) => num(f.tripFuelUsed)),
  row(127508, 'battery_voltage', numbered, (f) => num(f.voltage)),
  row(127506, 'battery_soc_pct', numbered, (f) =>
    (f.dcType ?? 'Battery') === 'Battery' ? num(f.stateOfCharge) : undefined,
  ),
  row(TANK, 'water_level_pct', numbered, (f) => level(f, 'Water')),
  row(TANK, 'waste_level_pct', tank, (f) => level(f, 'Gray water') ?? level(f, 'Black water')),
  row(127503, 'shore_power', numbered, (f) => shoreInput(f.list)),
  row(65014, 'shore_power', whole, (f) => live(num(f.lineNeutralAcRmsVoltage) ?? num(f.lineLineAcRmsVoltage))),
  row(129025, 'position_lat', whole, (f) => position(f)?.latitude),
  row(129025, 'position_lon', whole, (f) => position(f)?.longitude),
  row(129029, 'position_lat', whole, (f) => position(f)?.latitude),
  row(129029, 'position_lon', whole, (f) => position(f)?.longitude),
  row(128267, 'depth', whole, (f) => num(f.depth)),
  row(129026, 'speed_over_ground', whole, (f) => times(f.sog, KNOTS_PER_METRE_A_SECOND)),
  // A sensor names its place; the general messages are those in which others pass on what they have heard.
  row(130316, 'water_temp', whole, (f) => (f.source === SEA ? celsius(f.temperature) : undefined)),
  row(130312, 'water_temp', whole, (f) => (f.source === SEA ? celsius(f.actualTemperature) : undefined)),
  {
    ...row(130311, 'water_temp', whole, (f) => (f.temperatureSource === SEA ? celsius(f.temperature) : undefined)),
    stopgap: true,
  },
  { ...row(130310, 'water_temp', whole, (f) => celsius(f.waterTemperature)), stopgap: true },
  row(127489, 'fault_code', engine, engineFaults),
  row(126983, 'fault_code', (f) => `alert-${alertKey(f)}`, alertFault),
  row(
    65226,
    'fault_code',
    (_, src) => engineName(src),
    (f) => faultText(texts(f.troubleCodes)),
  ),
]

const rowsOf = new Map<number, (Row & { rank: number })[]>()
for (const [rank, r] of ROWS.entries()) rowsOf.set(r.pgn, [...(rowsOf.get(r.pgn) ?? []), { ...r, rank }])

/** How a message counts beside others that say the metric: the upper row of the table first. */
export const messageStanding = (pgn: number, metric: Metric): { rank: number; stopgap?: true } | undefined =>
  rowsOf.get(pgn)?.find((row) => row.metric === metric)

const SWITCH_BANK = 127501
const MARETRON_COUNTER = 130836
const ALERT_TEXT = 126985

/** The messages that carry anything for the metrics. */
export const MAPPED_PGNS: ReadonlySet<number> = new Set([...rowsOf.keys(), SWITCH_BANK, MARETRON_COUNTER, ALERT_TEXT])

/**
 * What a decoded message says in terms of the metrics, in their units; empty where it says nothing that can be true.
 * `at` is when it was received, ms. Source: marine-sources.md.
 */
export function mapPgn(message: Pgn, at: number, options: MapOptions = {}): Observation[] {
  const { pgn, src, fields } = message
  // A petrol tank may have the number of a diesel tank: two sources, of which one counts.
  const source = fields.type === GASOLINE ? `${src}/${pgn}/${PETROL}` : `${src}/${pgn}`
  const observations = mapSwitches(message, options).map((o) => ({ ...o, at, source }))
  if (pgn === TANK) withholdTank(fields, source, options.withhold)
  for (const { metric, rank, stopgap, ...of } of rowsOf.get(pgn) ?? []) {
    const value = of.value(fields, options)
    const instance = of.instance(fields, src)
    if (value === undefined || instance === undefined) continue
    const place = instance === '' ? {} : { instance }
    if (typeof value === 'string')
      observations.push({
        metric,
        text_value: value,
        ...place,
        at,
        source,
        rank,
        ...(pgn === 126983 && { debounced: true }),
      })
    else {
      const known = measuredOr(options.withhold, { metric, source, ...place }, value)
      if (known !== undefined)
        observations.push({
          ...{ metric, value: known, ...place, at, source, rank },
          ...(stopgap && { stopgap }),
          ...(metric === 'depth' && { depth: { below: 'transducer', offset: num(fields.offset) } }),
        })
    }
  }
  return observations
}

/** The text that PGN 126985 announces for an alert; undefined for any other message. */
export function alertText({ pgn, fields }: Pgn): { key: string; text: string } | undefined {
  const text = fields.alertTextDescription
  return pgn === ALERT_TEXT && typeof text === 'string' ? { key: alertKey(fields), text } : undefined
}

function mapSwitches(
  { pgn, fields }: Pgn,
  { bilgeWater = [], bilgePumps = [] }: MapOptions,
): Omit<Observation, 'at' | 'source'>[] {
  const state = ({ bank, indicator }: Switch) =>
    pgn === SWITCH_BANK && bank === fields.instance ? onOff(fields[`indicator${indicator}`]) : undefined
  const counter = ({ bank, indicator }: Switch) =>
    pgn === MARETRON_COUNTER && bank === fields.instance && indicator === fields.indicatorNumber
      ? num(fields.onCounter)
      : undefined
  const name = ({ bank, indicator }: Switch) => `${bank}.${indicator}`
  return [
    ...bilgeWater.map((s) => ({ metric: 'bilge_water', value: state(s), instance: name(s), rank: 0 }) as const),
    ...bilgePumps.map(
      (s) => ({ metric: 'bilge_pump_cycles', value: counter(s), instance: name(s), rank: 0, raw: 'counter' }) as const,
    ),
    ...bilgePumps.map(
      (s) => ({ metric: 'bilge_pump_cycles', value: state(s), instance: name(s), rank: 1, raw: 'switch' }) as const,
    ),
  ].filter((o) => o.value !== undefined)
}

function row(pgn: number, metric: Metric, instance: Row['instance'], value: Row['value']): Row {
  return { pgn, metric, instance, value }
}

function whole(): string {
  return ''
}

function numbered({ instance }: Fields): string | undefined {
  return num(instance) === undefined ? undefined : String(instance)
}

function engine({ instance }: Fields): string | undefined {
  if (typeof instance === 'number') return engineName(instance)
  if (instance === 'Single Engine or Dual Engine Port') return 'port'
  return instance === 'Dual Engine Starboard' ? 'starboard' : undefined
}

function tank(fields: Fields): string | undefined {
  const number = numbered(fields)
  return number !== undefined && fields.type === 'Black water' ? blackTankName(number) : number
}

/** "4274:54:00" to hours. */
function hours(text: unknown): number | undefined {
  const [, h, m, s] = /^(\d+):(\d\d):(\d\d)/.exec(String(text)) ?? []
  return hoursOf(Number(h) * 3600 + Number(m) * 60 + Number(s))
}

function level(fields: Fields, type: string | number): number | undefined {
  const percent = num(fields.level)
  return fields.type !== type || percent === undefined || hasNoSender(fields) ? undefined : tankLevel(percent)
}

/** An engine gateway without a tank sender reports an empty tank of no capacity (dirona). */
const hasNoSender = ({ level, capacity }: Fields): boolean => level === 0 && capacity === 0

/** Tells of a tank that is not sent. One with oil or fish is none of the metrics. */
function withholdTank(fields: Fields, source: string, withhold: Withhold | undefined): void {
  const of = { series: `tanks.${numbered(fields) ?? '?'}`, source, value: num(fields.level) }
  if (hasNoSender(fields)) withhold?.({ ...of, reason: 'no_sender' })
  else if (!FLUIDS.has(fields.type)) withhold?.({ ...of, reason: 'unknown_tank' })
}

function shoreInput(lines: unknown): number | undefined {
  const known = (Array.isArray(lines) ? lines : []).filter((line) => typeof line.acceptability === 'string')
  if (known.length === 0) return undefined
  // "Good" has all bits set, as has a field that is not available: where the volts are known, they must agree.
  return known.some((line) => line.acceptability === 'Good' && live(num(line.voltage)) !== 0) ? 1 : 0
}

function position(fields: Fields): { latitude: number; longitude: number } | undefined {
  const latitude = num(fields.latitude)
  const longitude = num(fields.longitude)
  const isMeasured = fields.method === undefined || isFix(fields.method)
  if (latitude === undefined || longitude === undefined || !isMeasured) return undefined
  return isNowhere({ latitude, longitude }) ? undefined : { latitude, longitude }
}

function engineFaults({ discreteStatus1, discreteStatus2 }: Fields): string | undefined {
  return discreteStatus1 === undefined ? undefined : faultText([...texts(discreteStatus1), ...texts(discreteStatus2)])
}

function alertFault(fields: Fields, { alertTexts }: MapOptions): string | undefined {
  if (typeof fields.alertState !== 'string') return undefined
  if (fields.alertState === 'Normal' || fields.alertState === 'Disabled') return NO_FAULT
  const key = alertKey(fields)
  return faultText([`${fields.alertType ?? 'Alert'}: ${alertTexts?.get(key) ?? key}`])
}

function alertKey({ alertSystem, alertSubSystem, alertId, alertOccurrenceNumber }: Fields): string {
  return [alertSystem, alertSubSystem, alertId, alertOccurrenceNumber].map((part) => part ?? '').join('.')
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((v) => v !== undefined).map(String) : []
}

function onOff(value: unknown): number | undefined {
  return value === 'On' ? 1 : value === 'Off' ? 0 : undefined
}
