import type { Metric } from '@binnacle/contract'
import { BoundedMap } from '../admit/bounded-map.ts'
import { faultText } from '../admit/faults.ts'
import { messageStanding } from '../n2k/map.ts'
import { FIX_HOLDS_MS, type Fix, fixOf, isNowhere } from '../readings/fix-quality.ts'
import { blackTankName } from '../readings/instance.ts'
import { hoursOf, measuredOr, tankLevel } from '../readings/measured.ts'
import { type MeasuredDepth, type Observation, SOURCE_SILENT_MS } from '../readings/reading.ts'
import { celsius, KNOTS_PER_METRE_A_SECOND, live, num, times } from '../readings/units.ts'
import type { Withhold } from '../readings/withheld.ts'
import { type PathValue, record, valuesOf } from './delta.ts'
import { type Fault, faultOf, isRaised } from './notification.ts'

/** What the owner names, as Signal K paths: the data model does not say what a switch is for. */
export interface SignalKOptions {
  /** Switches that are on when there is water in the bilge. */
  bilgeWater?: readonly string[]
  /** Switches that are on while a bilge pump runs. */
  bilgePumps?: readonly string[]
  /** What says whether shore power is connected (a switch, a voltage, Victron's source), instead of the usual paths. */
  shorePower?: readonly string[]
  /** Told what is not sent, and why. */
  withhold?: Withhold
}

interface SignalKMapper {
  /**
   * What a delta says in terms of the metrics, in their units; empty where it says nothing that can be true. `at` is when
   * it was received, ms. A subscription first replays what the server remembers: values measured before `since`, ms by the
   * server's clock, do not count. Notifications do, for they hold until they are cleared.
   */
  map(delta: unknown, at: number, since?: number): Observation[]
  /**
   * The faults of each engine and device as they stand. To be called about once a second: a server tells a notification
   * once, and a fault must be seen twice before it counts.
   */
  faults(at: number): Observation[]
}

interface Row {
  path: RegExp
  pattern: string
  metric: Metric
  /** In the metric's unit; undefined where the value is none. */
  value: (value: unknown) => number | undefined
  /** The name of the instance, from the part of the path where the pattern has a *. */
  instance: (star: string) => string
  /** As in Observation. */
  depth?: MeasuredDepth
  rank: number
}

type Value = Row['value']
const row = (pattern: string, metric: Metric, value: Value, instance = (star: string) => star) => ({
  pattern,
  metric,
  value,
  instance,
})

// Of two paths with the same metric and instance, the upper row is preferred. Source: marine-sources.md, the table.
const ROWS: readonly Row[] = [
  row('propulsion.*.runTime', 'engine_hours', (s) => hoursOf(num(s) ?? 0)),
  row('propulsion.*.revolutions', 'engine_rpm', by(60)),
  row('propulsion.*.coolantTemperature', 'engine_coolant_temp', celsius),
  row('propulsion.*.temperature', 'engine_coolant_temp', celsius),
  row('propulsion.*.oilPressure', 'engine_oil_pressure', by(1 / 1000)),
  row('tanks.fuel.*.currentLevel', 'fuel_level_pct', level),
  row('propulsion.*.fuel.rate', 'fuel_rate', by(3.6e6)),
  row('propulsion.*.fuel.used', 'fuel_used', by(1000)),
  row('propulsion.*.trip.fuelUsed', 'fuel_used', by(1000)),
  row('electrical.batteries.*.voltage', 'battery_voltage', num),
  row('electrical.batteries.*.capacity.stateOfCharge', 'battery_soc_pct', by(100)),
  row('tanks.freshWater.*.currentLevel', 'water_level_pct', level),
  row('tanks.wasteWater.*.currentLevel', 'waste_level_pct', level),
  row('tanks.blackWater.*.currentLevel', 'waste_level_pct', level, blackTankName),
  row('notifications.flooding', 'bilge_water', raised),
  row('notifications.flooding.*', 'bilge_water', raised),
  row('electrical.ac.*.phase.A.lineNeutralVoltage', 'shore_power', live),
  row('electrical.ac.*.A.voltage', 'shore_power', live),
  row('electrical.ac.*.acceptability', 'shore_power', shore),
  row('electrical.ac.*.A.acceptability', 'shore_power', shore),
  row('electrical.venus.acSource', 'shore_power', shore),
  row('environment.depth.belowTransducer', 'depth', num),
  { ...row('environment.depth.belowKeel', 'depth', num), depth: { below: 'keel' } as const },
  { ...row('environment.depth.belowSurface', 'depth', num), depth: { below: 'surface' } as const },
  row('navigation.speedOverGround', 'speed_over_ground', by(KNOTS_PER_METRE_A_SECOND)),
  row('environment.water.temperature', 'water_temp', celsius),
].map((r, rank) => ({ ...r, rank, path: regExp(r.pattern) }))

/** The source of all faults that a server's notifications speak of. */
export const NOTIFICATIONS = 'notifications'

const holds = (path: string): boolean => path.startsWith('notifications.')

const POSITION = 'navigation.position'
/** Before the number of a tank whose fluid type n2k-signalk does not know. */
const UNKNOWN_TANK = 'undefined.'
const SPEED = 'navigation.speedOverGround'
const METHOD = 'navigation.gnss.methodQuality'
const SATELLITES = 'navigation.gnss.satellites'
const CAPACITY = /^tanks\.(\w+\.[^.]+)\.capacity$/
const TANK_LEVEL = /^tanks\.(\w+\.[^.]+)\.currentLevel$/

/** The paths to subscribe to, with Signal K's wildcard. */
export function signalkPaths({ bilgeWater = [], bilgePumps = [], shorePower = [] }: SignalKOptions = {}): string[] {
  const paths = [
    // First: a server tells what it remembers in this order, and a position may be without a fix, an empty tank without a sender.
    METHOD,
    SATELLITES,
    'tanks.*.capacity',
    ...ROWS.map(({ pattern }) => pattern),
    'tanks.undefined.*.currentLevel',
    POSITION,
    'navigation.datetime',
    ...bilgeWater,
    ...bilgePumps,
    ...shorePower,
  ]
  // A path that two match would come twice.
  return [...new Set(paths.filter((path) => !holds(path))), 'notifications.*']
}

/**
 * Maps the deltas of one Signal K server. It remembers what deltas say only once: which faults there are and which tanks
 * have no capacity. Source: marine-sources.md.
 * @param stood the instances whose faults stood before this connection: what the server has not told again after a while is over
 */
export function signalkMapper(options: SignalKOptions = {}, stood: readonly string[] = []): SignalKMapper {
  const rows = [...ROWS.filter((r) => r.metric !== 'shore_power' || !options.shorePower?.length), ...namedRows(options)]
  const faults = new Map(stood.map((instance) => [instance, new Map<string, Fault>()]))
  const unheard = new Set(stood)
  let askedFirst: number | undefined
  const watchedTank = tankWatch()
  const watchedFix = fixWatch()

  function notice({ path, value }: PathValue): void {
    const fault = faultOf(path, value)
    if (!fault) return
    unheard.delete(fault.instance)
    const known = faults.get(fault.instance)
    // A server with zones says of each value that it is well.
    if (!known && fault.text === undefined && fault.state !== undefined) return
    const standing = known ?? new Map<string, Fault>()
    faults.set(fault.instance, standing)
    const before = standing.get(path)
    if (fault.text === undefined) standing.delete(path)
    else if (!before || fault.state === undefined || fault.state !== before.state) standing.set(path, fault)
  }

  return {
    map: (delta, at, since = Number.NEGATIVE_INFINITY) =>
      valuesOf(delta).flatMap((value) => {
        notice(value)
        const fix = watchedFix(value, at)
        const tank = watchedTank(value)
        if ((value.measured < since && !holds(value.path)) || tank === 'waits') return []
        const source = `${value.source}/${value.path}`
        const hasNoFix = fix === 'lost' || (value.path === POSITION && isNowhere(record(value.value)))
        if (hasNoFix || tank) {
          options.withhold?.({ source, ...(tank ? ofTank(value, tank) : ofReceiver(value)) })
          return []
        }
        const of = { at, source, ...(fix && { fix }) }
        const observed = [
          ...mapRows(rows, value, source, options.withhold),
          ...mapPosition(value, source, options.withhold),
        ]
        // Hours of which each new connection tells the same are no new witness.
        const counting = observed.filter(
          ({ metric }) => metric !== 'engine_hours' || since === Number.NEGATIVE_INFINITY,
        )
        return counting.map((o) => ({
          ...o,
          ...of,
          ...standingOf(o, value),
        }))
      }),
    faults(at) {
      askedFirst ??= at
      const isOver = at - askedFirst > SOURCE_SILENT_MS
      return [...faults]
        .filter(([instance]) => isOver || !unheard.has(instance))
        .map(([instance, standing]) => ({
          metric: 'fault_code',
          text_value: faultText([...standing.values()].map(({ text = '' }) => text)),
          instance,
          at,
          source: NOTIFICATIONS,
          rank: 0,
        }))
    },
  }
}

type Mapped = Omit<Observation, 'at' | 'source'>

/** A server has one path for what several messages of NMEA 2000 say, as a sea temperature: these are told apart by their number. */
function standingOf({ metric, rank }: Mapped, { message }: PathValue): Pick<Observation, 'rank' | 'stopgap'> {
  const standing = messageStanding(Number(message.pgn), metric)
  return standing ? { rank: rank + standing.rank / 1000, ...(standing.stopgap && { stopgap: true }) } : { rank }
}

function mapRows(
  rows: readonly (Row & { raw?: 'switch' })[],
  { path, value }: PathValue,
  source: string,
  withhold?: Withhold,
): Mapped[] {
  return rows.flatMap(({ metric, rank, raw, depth, ...r }) => {
    const [whole, star] = r.path.exec(path) ?? []
    if (whole === undefined) return []
    const place = r.instance(star ?? '')
    const number = measuredOr(withhold, { metric, instance: place, source }, r.value(value))
    if (number === undefined) return []
    return [
      { metric, value: number, ...(place && { instance: place }), rank, ...(raw && { raw }), ...(depth && { depth }) },
    ]
  })
}

function mapPosition({ path, value }: PathValue, source: string, withhold?: Withhold): Mapped[] {
  if (path !== POSITION) return []
  const { latitude, longitude } = record(value)
  const lat = measuredOr(withhold, { metric: 'position_lat', source }, num(latitude))
  const lon = measuredOr(withhold, { metric: 'position_lon', source }, num(longitude))
  if (lat === undefined || lon === undefined) return []
  return [
    { metric: 'position_lat', value: lat, rank: 0 },
    { metric: 'position_lon', value: lon, rank: 0 },
  ]
}

/** The owner's switches. */
function namedRows({
  bilgeWater = [],
  bilgePumps = [],
  shorePower = [],
}: SignalKOptions): (Row & { raw?: 'switch' })[] {
  const named = (path: string, metric: Metric, value: Value, raw?: 'switch') => {
    const instance = switchName(path)
    return { pattern: path, path: regExp(path), metric, value, instance: () => instance, rank: 0, raw }
  }
  return [
    ...bilgeWater.map((path) => named(path, 'bilge_water', holds(path) ? raised : contact)),
    ...bilgePumps.map((path) => named(path, 'bilge_pump_cycles', contact, 'switch')),
    ...shorePower.map((path) => named(path, 'shore_power', shore)),
  ]
}

/** A server has few receivers; what comes beyond this is garbage. */
const MAX_RECEIVERS = 50

/** How well the receiver of a position or speed has its position, as the same $source said. `at` is when it was received, ms. */
function fixWatch(): (value: PathValue, at: number) => Fix | undefined {
  const said = new BoundedMap<{ method?: unknown; satellites: number; at: number }>(MAX_RECEIVERS)
  return ({ path, source, value }, at) => {
    const before = said.get(source) ?? { satellites: 0, at }
    if (path === METHOD) said.set(source, { ...before, method: value, at })
    if (path === SATELLITES) said.set(source, { ...before, satellites: num(value) ?? 0 })
    if (path !== POSITION && path !== SPEED) return undefined
    const last = said.get(source)
    const fix = last && (fixOf(last.method, last.satellites) ?? { grade: 0, satellites: last.satellites })
    return fix === 'lost' && at - last!.at > FIX_HOLDS_MS ? undefined : fix
  }
}

const ofReceiver = ({ path }: PathValue) =>
  ({ series: path === SPEED ? 'speed_over_ground' : 'position', reason: 'no_fix' }) as const

const ofTank = ({ path, value }: PathValue, reason: 'no_sender' | 'unknown_tank') => ({
  series: path.replace(/\.currentLevel$/, ''),
  value: level(value),
  reason,
})

/**
 * Whether a tank is not sent. An engine gateway without a tank sender reports an empty tank of no capacity (dirona), in two paths and
 * the level first: a level of 0 waits for its capacity, or the second time.
 */
function tankWatch(): (value: PathValue) => 'waits' | 'no_sender' | 'unknown_tank' | undefined {
  const capacities = new Map<string, number>()
  const heard = new Set<string>()
  return ({ path, value }) => {
    const [, sized] = CAPACITY.exec(path) ?? []
    if (sized !== undefined && num(value) !== undefined) capacities.set(sized, Number(value))
    const [, tank] = TANK_LEVEL.exec(path) ?? []
    if (tank === undefined || num(value) === undefined) return undefined
    if (tank.startsWith(UNKNOWN_TANK)) return 'unknown_tank'
    const first = !heard.has(tank)
    heard.add(tank)
    if (value !== 0) return undefined
    const capacity = capacities.get(tank)
    return capacity === 0 ? 'no_sender' : first && capacity === undefined ? 'waits' : undefined
  }
}

/** A path with * for one segment, as a regular expression that captures it. */
function regExp(pattern: string): RegExp {
  const literal = pattern.replace(/[\\^$.+?()[\]{}|]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll('*', '([^.]+)')}$`)
}

/** "electrical.switches.bank.0.3.state" -> "0.3", as NMEA 2000 numbers its contacts. */
function switchName(path: string): string {
  return path
    .replace(/^electrical\.switches\.(bank\.)?/, '')
    .replace(/^notifications\./, '')
    .replace(/\.state$/, '')
}

function by(factor: number): Value {
  return (value) => times(value, factor)
}

function level(ratio: unknown): number | undefined {
  const number = num(ratio)
  return number === undefined ? undefined : tankLevel(number * 100)
}

function contact(value: unknown): number | undefined {
  if (typeof value === 'boolean' || value === 0 || value === 1) return Number(value)
  if (typeof value === 'string') return CONTACTS.get(value.toLowerCase())
  return value === null ? undefined : raised(value)
}

function raised(notification: unknown): number | undefined {
  const is = isRaised(notification)
  return is === undefined ? undefined : Number(is)
}

function shore(value: unknown): number | undefined {
  return typeof value === 'string' ? SHORE.get(value.toLowerCase()) : (contact(value) ?? live(value))
}

const CONTACTS = new Map([
  ['on', 1],
  ['off', 0],
])

/** A switch, canboat's acceptability of an AC input, and the source that Victron names. */
const SHORE = new Map([
  ...CONTACTS,
  ['good', 1],
  ['bad level', 0],
  ['bad frequency', 0],
  ['being qualified', 0],
  ['grid', 1],
  ['shore', 1],
  ['genset', 0],
  ['generator', 0],
  ['battery', 0],
])
