import { type Reading, toWire } from '../../packages/onboard/src/readings/reading.ts'

/** How one series of an onboard device looks: where it starts, how far it moves between samples, and the resolution of its sensor. */
interface Series {
  metric: Reading['metric']
  instance?: string
  start: number
  step: number
  resolution: number
}

/** A boat with two engines as an onboard device sees it: twenty series, with the resolutions of their NMEA 2000 fields. */
const SERIES: Series[] = [
  { metric: 'engine_rpm', instance: 'port', start: 1850, step: 12, resolution: 0.25 },
  { metric: 'engine_rpm', instance: 'starboard', start: 1842, step: 12, resolution: 0.25 },
  { metric: 'position_lat', start: 59.4372, step: 0.00004, resolution: 1e-7 },
  { metric: 'position_lon', start: 24.7536, step: 0.00007, resolution: 1e-7 },
  { metric: 'speed_over_ground', start: 6.4, step: 0.1, resolution: 0.01 },
  { metric: 'depth', start: 18.2, step: 0.3, resolution: 0.01 },
  { metric: 'water_temp', start: 14.85, step: 0.01, resolution: 0.01 },
  { metric: 'battery_voltage', instance: 'house', start: 13.42, step: 0.02, resolution: 0.01 },
  { metric: 'battery_voltage', instance: 'start', start: 12.74, step: 0.01, resolution: 0.01 },
  { metric: 'battery_soc_pct', instance: 'house', start: 87, step: 0.1, resolution: 1 },
  { metric: 'engine_coolant_temp', instance: 'port', start: 81.35, step: 0.2, resolution: 0.01 },
  { metric: 'engine_coolant_temp', instance: 'starboard', start: 80.85, step: 0.2, resolution: 0.01 },
  { metric: 'engine_oil_pressure', instance: 'port', start: 412.3, step: 2, resolution: 0.1 },
  { metric: 'fuel_rate', instance: 'port', start: 7.4, step: 0.1, resolution: 0.1 },
  { metric: 'fuel_level_pct', instance: 'main', start: 63.732, step: 0.004, resolution: 0.004 },
  { metric: 'water_level_pct', instance: '0', start: 48.116, step: 0.004, resolution: 0.004 },
  { metric: 'waste_level_pct', instance: '0', start: 12.412, step: 0.004, resolution: 0.004 },
  { metric: 'bilge_water', instance: 'engine', start: 0, step: 0, resolution: 1 },
  { metric: 'shore_power', start: 0, step: 0, resolution: 1 },
  { metric: 'engine_hours', instance: 'port', start: 1204.35, step: 0.0003, resolution: 0.01 },
]

/** Random numbers that are the same in every run: mulberry32. */
export function random(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * An onboard device's readings, twenty a sample and a sample every `everyMs`, in the order of their times; `at` counts from the
 * first.
 */
export function readingsOf(device: number, count: number, everyMs: number): Reading[] {
  const next = random(device)
  const values = SERIES.map(({ start, step }) => start + step * 40 * next())
  return Array.from({ length: count }, (_, i) => {
    const place = i % SERIES.length
    const { metric, instance, step, resolution } = SERIES[place]!
    values[place] = Math.max(0, values[place]! + step * (next() - 0.45))
    // Seven decimals, as many as a position has: 0.1 * 3 is not 0.3.
    const value = Number((Math.round(values[place]! / resolution) * resolution).toFixed(7))
    return { metric, instance, value, at: Math.floor(i / SERIES.length) * everyMs }
  })
}

/** A text whose times, and only they, are changed in place: a body made beforehand that is new each time it is sent. */
export class StampedText {
  readonly bytes: Buffer
  readonly #offsets: number[] = []
  readonly #samples: number[] = []
  readonly #sampleTimes: number[]
  readonly #format: (ms: number) => string
  readonly #width: number
  readonly #stamps: Buffer

  /** `parts` are text, or a number where a time goes: that many ms after the time that stamp() is given. ASCII only. */
  constructor(parts: (string | number)[], format: (ms: number) => string) {
    this.#format = format
    this.#width = format(Date.UTC(2026, 0)).length
    this.#sampleTimes = [...new Set(parts.filter((part) => typeof part === 'number'))]
    let length = 0
    for (const part of parts) {
      if (typeof part === 'number') {
        this.#offsets.push(length)
        this.#samples.push(this.#sampleTimes.indexOf(part))
      }
      length += typeof part === 'number' ? this.#width : part.length
    }
    const blank = ' '.repeat(this.#width)
    this.bytes = Buffer.from(parts.map((part) => (typeof part === 'number' ? blank : part)).join(''), 'latin1')
    this.#stamps = Buffer.alloc(this.#sampleTimes.length * this.#width)
  }

  /** Writes the times from `start` on, ms since 1970. Costs some microseconds for 200 readings. */
  stamp(start: number): void {
    const { bytes } = this
    const width = this.#width
    const stamps = this.#stamps
    for (let i = 0; i < this.#sampleTimes.length; i++)
      stamps.write(this.#format(start + this.#sampleTimes[i]!), i * width, 'latin1')
    for (let i = 0; i < this.#offsets.length; i++) {
      const to = this.#offsets[i]!
      const from = this.#samples[i]! * width
      for (let k = 0; k < width; k++) bytes[to + k] = stamps[from + k]!
    }
  }
}

type Parts = (string | number)[]

/** The body of POST /v1/telemetry, written as the onboard programs write it. */
export function telemetryParts(readings: Reading[]): Parts {
  const blank = new Date(0).toISOString()
  return [
    '{"readings":[',
    ...readings.flatMap((reading, i): Parts => {
      const [before, after] = JSON.stringify(toWire({ ...reading, at: 0 })).split(blank) as [string, string]
      return [(i > 0 ? ',' : '') + before, reading.at, after]
    }),
    ']}',
  ]
}

export const isoTime = (ms: number) => new Date(ms).toISOString()

/** The same readings in InfluxDB's line protocol: a measurement a metric, vessel and instance as tags, precision ms. */
export function lineParts(readings: Reading[], vessel: string): Parts {
  return readings.flatMap(
    ({ metric, instance, value, at }): Parts => [
      `${metric},${instance === undefined ? '' : `instance=${instance},`}vessel=${vessel} value=${value} `,
      at,
      '\n',
    ],
  )
}
