import { flushCompileCache } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { type OnboardDevice, openOnboardDevice } from '../../../packages/onboard/src/onboard-device.ts'
import { type Pace, type SimulatedBoot, SimulatedTime, timeAt } from './time.ts'

/**
 * The process that audit:offline kills: the onboard device as the gateway runs it, with simulated clocks. Readings are numbered
 * by their value; number n is taken at `from` + n * READING_MS.
 */
export interface Life {
  url: string
  key: string
  folder: string
  boot: SimulatedBoot
  /** When the first of all readings was taken, ms since 1970. */
  from: number
  /** Numbers that it hears, the last excluded: those that it says it has on disk, and then some more. */
  hears: { first: number; synced: number; end: number } | null
  /** Without it time goes on only with what is heard. */
  pace: Pace | null
}

/** What it says: that what it was to hear is on disk, or how much waits there. */
export interface Said {
  what: 'synced' | 'waiting'
  count: number
}

/** 20 readings a minute, each of another instance in turn. */
export const READING_MS = 3_000
const INSTANCES = 20
/** Engine speeds go up to 12,000, a month has 864,000 readings. */
const valueOfNumber = (number: number): number => number / 100
export const numberOfValue = (value: number): number => Math.round(value * 100)

const say = (said: Said) => void process.send?.(said)

async function live({ url, key, folder, boot, from, hears, pace }: Life): Promise<void> {
  const timeOf = (number: number) => from + number * READING_MS
  const time = new SimulatedTime(boot, pace ? timeAt(pace) : timeOf(hears!.first))
  const log = {
    debug() {},
    info() {},
    // That it cannot send is what it is here for; its files must never be damaged.
    warn: (message: string) => message.startsWith('queue') && console.error(message),
    error: console.error,
  }
  const device = await openOnboardDevice(
    {
      url,
      key,
      folder,
      queue: { maxMegabytes: 500, maxDays: 400 },
      budgets: {},
      admission: { thin: { engine_rpm: { intervalMs: 0, change: 0 } } },
      cameras: [],
      log,
    },
    time,
  )
  if (hears) {
    const { waiting } = device.status().queue
    const hear = (first: number, end: number) => hearAll(device, time, timeOf, first, end)
    await hear(hears.first, hears.synced)
    while (device.status().queue.waiting < waiting + hears.synced - hears.first) await wait(10)
    say({ what: 'synced', count: hears.synced })
    await hear(hears.synced, hears.end)
  }
  if (pace) setInterval(() => time.set(timeAt(pace)), 5)
  setInterval(() => say({ what: 'waiting', count: device.status().queue.waiting }), 20)
  process.once('SIGTERM', () => device.close().then(() => process.exit(0)))
}

async function hearAll(
  device: OnboardDevice,
  time: SimulatedTime,
  timeOf: (number: number) => number,
  first: number,
  end: number,
): Promise<void> {
  for (let number = first; number < end; number++) {
    time.set(timeOf(number))
    if (number % 10 === 0) device.setGpsTime(timeOf(number))
    device.observe({
      metric: 'engine_rpm',
      instance: String(number % INSTANCES),
      value: valueOfNumber(number),
      at: time.steady(),
      source: 'audit',
      rank: 0,
    })
    // So that the onboard device does its other work too.
    if (number % 50 === 0) await wait(0)
  }
}

if (import.meta.main) {
  process.once('message', (life: Life) => void live(life))
  // At its end, which is a kill, it writes nothing.
  flushCompileCache()
}
