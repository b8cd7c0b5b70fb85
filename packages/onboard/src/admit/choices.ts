import type { Device } from '../readings/reading.ts'
import type { ChosenSource } from './source.ts'

/**
 * What is kept over a restart: which source was chosen for each series, which engine fed the meter, and what devices have told of
 * themselves.
 */
export interface Choices {
  chosen: Record<string, ChosenSource>
  /** By deviceOf(source). NMEA 2000's devices say it when the bus is switched on, and maybe never again. */
  devices: Record<string, Device>
  /** The sources by which faults stand, by instance ('' for none): a server that no longer knows one does not say that it is over. */
  faults: Record<string, string[]>
  /**
   * The engine whose hours were the last to be sent for the vessel's hour meter ('' without a name): no other takes its place
   * unasked.
   */
  hourMeter?: string
}

/** Throws at what no Choices can be. */
export function readChoices(value: unknown): Choices {
  const { chosen, devices, faults = {}, hourMeter } = record(value)
  return {
    chosen: mapped(chosen, (one) => ({ source: text(one.source), ...idOf(one) })),
    devices: mapped(devices, (one) => {
      if (!Array.isArray(one.names)) throw new TypeError('no names')
      return { names: one.names.map(text), ...idOf(one) }
    }),
    faults: Object.fromEntries(
      Object.entries(record(faults)).map(([instance, sources]) => {
        if (!Array.isArray(sources)) throw new TypeError('no sources')
        return [instance, sources.map(text)]
      }),
    ),
    ...(hourMeter !== undefined && { hourMeter: text(hourMeter) }),
  }
}

const idOf = ({ id }: Record<string, unknown>) => (id === undefined ? {} : { id: text(id) })

const mapped = <T>(value: unknown, read: (one: Record<string, unknown>) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record(value)).map(([key, one]) => [key, read(record(one))]))

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError('not an object')
  return value as Record<string, unknown>
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('not a text')
  return value
}
