import { FLOATING_VOLTS } from '../admit/series.ts'
import { measuredOr } from '../readings/measured.ts'
import type { Observation } from '../readings/reading.ts'
import { type Device, NAME_PATH, numberAt, setNames } from './device.ts'
import { FAULT_TOPICS, faultOf, isFaultPath } from './faults.ts'
import { FIX, HALVES, hasFix, ROWS, type Row, type VenusOptions, VOLTAGE } from './map.ts'
import { readVenusValue } from './topic.ts'

/** Behind those of NMEA 2000 and NMEA 0183: a GX passes on what it heard there. */
const FIRST_RANK = 200
const FAULT_RANK = FIRST_RANK + ROWS.length

const RECEIVER = 'gps'
/** Devices that go by the names which their owner gave them. */
const NAMED = 'battery'

/** Topics below N/<portal> that say something for the metrics, to subscribe to; + stands for any instance. */
export const VENUS_TOPICS: readonly string[] = [
  ...new Set([...ROWS.flatMap(({ service, paths }) => paths.map((path) => `${service}/+/${path}`)), ...FAULT_TOPICS]),
  `${NAMED}/+/${NAME_PATH}`,
]

/** The devices behind one GX, from one connection to its broker. */
interface VenusReader {
  /**
   * What a message says in terms of the metrics, `at` when it was received, ms; undefined for one that is no value of a device.
   * The source is the device and the first part of the path: battery/256/Dc.
   */
  take(topic: string, payload: string, at: number): Observation[] | undefined
  /**
   * All that is valid now, once more: a GX speaks of a value when it changes, and while it is there, what it has not changed
   * still holds. Without engine hours, of which several samples must agree: one of them repeated is one witness.
   */
  repeat(at: number): Observation[]
  /**
   * All that the GX knows has come once, names too: until then nothing is said of devices that go by name, or one would be two.
   */
  complete(): void
}

/** Both halves of a fix come within this time, where both have changed; those of the next fix, about a second later, do not. */
const FIX_MS = 500

interface Known extends Device {
  values: Map<string, number | string>
  /** Half of a fix whose other half may still come, and what the two are if it does not. */
  half?: { path: string; at: number; fix: Observation[] }
}

/** A new reader knows no device: to be made anew for each connection, or what left in between would stay for ever. */
export function venusReader(options: VenusOptions = {}): VenusReader {
  const devices = new Map<string, Known>()
  let isComplete = false
  const rowsFor = (service: string) => (service === NAMED && !isComplete ? [] : (rowsOf.get(service) ?? []))

  const observed = (device: Device, rows: readonly (Row & { rank: number })[], at: number): Observation[] =>
    rows.flatMap(({ metric, rank, raw, stopgap, paths, ...row }) => {
      const instance = row.instance(device)
      const source = sourceOf(device, paths[0])
      const value = measuredOr(options.withhold, { metric, instance, source }, row.value(device, options))
      if (value === undefined) return []
      const place = instance ? { instance } : {}
      return [{ metric, value, ...place, at, source, rank, ...(raw && { raw }), ...(stopgap && { stopgap }) }]
    })

  const fault = (device: Device, at: number): Observation => ({
    metric: 'fault_code',
    text_value: faultOf(device),
    instance: `${device.service}-${device.instance}`,
    at,
    source: sourceOf(device, 'Alarms'),
    rank: FAULT_RANK,
    // The devices have delays of their own, and say a fault once.
    debounced: true,
  })

  return {
    take(topic, payload, at) {
      const message = readVenusValue(topic, payload)
      if (!message) return undefined
      const { service, instance, path, value } = message
      const isName = service === NAMED && path === NAME_PATH
      const isFault = isFaultPath(service, path)
      if (!isName && !isFault && !(rowsOf.get(service) ?? []).some(({ paths }) => paths.includes(path))) return []
      const rows = rowsFor(service).filter(({ paths }) => paths.includes(path))
      const name = nameOf(message)
      const device: Known = devices.get(name) ?? { service, instance, values: new Map() }
      devices.set(name, device)
      if (value === null) device.values.delete(path)
      else device.values.set(path, value)
      if (service === RECEIVER && value !== null && !hasFix(device))
        options.withhold?.({
          series: path === 'Speed' ? 'speed_over_ground' : 'position',
          source: sourceOf(device, path),
          reason: 'no_fix',
        })
      if (isName) setNames([...devices.values()].filter((one) => one.service === NAMED))
      // What came before the receiver has said whether it has a fix is told with that, or with the next repetition.
      const isUnsure = service === RECEIVER && !device.values.has(FIX)
      const direct =
        value === null || isUnsure || (path === FIX && isTorn(device, at)) ? [] : rows.filter(({ outdone }) => !outdone)
      if (HALVES.includes(path)) return wholeFixes(device, path, observed(device, direct, at), at)
      return [...observed(device, direct, at), ...(isFault ? [fault(device, at)] : [])]
    },

    complete() {
      isComplete = true
    },

    repeat(at) {
      const isSaid = (service: string, path: string) =>
        [...devices.values()].some(
          (device) => device.service === service && numberAt(device, path) !== undefined && !hasNoBattery(device),
        )
      return [...devices.values()].flatMap((device) => {
        const rows = rowsFor(device.service).filter(
          ({ metric, outdone }) => metric !== 'engine_hours' && !outdone?.(isSaid),
        )
        if (isTorn(device, at)) return []
        const hasFaults = [...device.values.keys()].some((path) => isFaultPath(device.service, path))
        return [...observed(device, rows, at), ...(hasFaults ? [fault(device, at)] : [])]
      })
    },
  }
}

/**
 * The fix that is known to be whole once a half has come: `fix` as the halves stand now, or one that waited. A GX says latitude and
 * longitude one after the other, and only what has changed: a half waits for the other, or for the next one of whichever.
 */
function wholeFixes(device: Known, path: string, fix: Observation[], at: number): Observation[] {
  const waiting = device.half
  const completes = waiting !== undefined && waiting.path !== path && at - waiting.at < FIX_MS
  device.half = completes ? undefined : { path, at, fix }
  if (completes) return fix
  return waiting?.fix ?? []
}

/** Whether no battery is connected to a monitor or a charger. */
const hasNoBattery = (device: Device): boolean => (numberAt(device, VOLTAGE) ?? FLOATING_VOLTS) < FLOATING_VOLTS

/** Whether the halves of a fix may be those of two. */
const isTorn = ({ half }: Known, at: number): boolean => half !== undefined && at - half.at < FIX_MS

const rowsOf = new Map<string, (Row & { rank: number })[]>()
for (const [i, row] of ROWS.entries())
  rowsOf.set(row.service, [...(rowsOf.get(row.service) ?? []), { ...row, rank: FIRST_RANK + i }])

const sourceOf = (device: Device, path = ''): string => `${nameOf(device)}/${path.split('/', 1)[0]}`

function nameOf({ service, instance }: { service: string; instance: string }): string {
  return `${service}/${instance}`
}
