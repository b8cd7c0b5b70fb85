import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../../apps/server/src/db/open-database.ts'
import { type Boat, insertBoats } from '../../../apps/server/src/testing/accounts/boats.ts'
import { startProcess } from '../../../apps/server/src/testing/process.ts'
import { fixed, whole } from '../../shared/report.ts'
import { type Life, numberOfValue, READING_MS, type Said } from './device.ts'
import { Link } from './link.ts'
import { type Pace, type SimulatedBoot, timeAt } from './time.ts'

export interface OfflineOptions {
  days: number
  kills: number
  /** So many boats share the days and the kills, each at the same time as the others. */
  boats: number
  /** Each try of a batch gets a key of its own, as if its key were not fixed before the first. It must show doubles. */
  control?: 'no-key' | null
}

interface OfflineReport {
  /** Numbered, and put on disk for certain; the others were heard in the last second before a kill. */
  made: number
  onDisk: number
  stored: number
  /** On disk, and not stored; stored more than once; stored with a time that is off by more than a second. */
  missing: number
  twice: number
  wrongTime: number
  /** The largest error of a stored time, ms. */
  worstMs: number
  kills: number
  reboots: number
  resets: number
  drops: number
  peakBytes: number
  /** Of the boat's time, from the first connection until nothing waited. */
  drainMs: number
}

const DAY_MS = 86_400_000
/** Share of the kills while the backlog drains. */
const WHILE_DRAINING = 0.2
/** Simulated ms in each ms while the backlog drains. */
const DRAIN_SPEED = 300
const RESETS = 0.3
const DROPS = 0.15
const WRONG_MS = 1_000
/** A batch under way is tried again after at most a minute of the boat's time, 200 ms of ours. */
const QUIET_MS = 1_000
const DEVICE = join(import.meta.dirname, 'device.ts')
/** What the lives share, so that not each one compiles the onboard device: where Node puts it by itself. */
const COMPILED = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache')
/** System clocks after a boot: right, without a battery, or with a bad one. */
const AHEAD_MS = [0, 0, -50 * 365 * DAY_MS, 3 * 365 * DAY_MS]

const between = (from: number, to: number) => from + Math.random() * (to - from)
const oneIn = (n: number) => Math.random() < 1 / n

/**
 * Boats without a link hear readings while their onboard devices are killed and their machines started again with wrong clocks. Then a
 * bad link comes up, and what they had on disk is held against what is stored.
 */
export async function auditOffline({ days, kills, boats, control = null }: OfflineOptions): Promise<OfflineReport> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-offline-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', remove)
  resources.defer(() => {
    process.off('exit', remove)
    remove()
  })
  const place = { dataDir: join(folder, 'data'), databaseUrl: null }
  const inserted = await withDatabase(place, ({ db }) => insertBoats(db, boats))
  const service = await startProcess({
    DATA_DIR: place.dataDir,
    TELEMETRY_GAP_MS: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
  resources.defer(async () => void (await service.kill()))

  const pace: Pace = { from: Date.now(), start: Number.POSITIVE_INFINITY, speed: DRAIN_SPEED }
  const link = new Link({
    to: service.url,
    now: () => timeAt(pace),
    resets: RESETS,
    drops: DROPS,
    newKeys: control === 'no-key',
  })
  const url = await link.listen()
  resources.defer(() => link.close())
  const perBoat = Math.floor((days * DAY_MS) / READING_MS / boats)
  const fleet = inserted.map(
    (boat, i) =>
      new OfflineBoat(boat, { url, folder: join(folder, `device-${i}`), from: pace.from - perBoat * READING_MS }),
  )
  const endAll = () => {
    for (const boat of fleet) boat.end()
  }
  process.once('exit', endAll)
  resources.defer(() => {
    process.off('exit', endAll)
    endAll()
  })

  const share = (part: number) => Math.ceil((kills * part) / boats)
  await Promise.all(fleet.map((boat) => boat.hear(perBoat, share(1 - WHILE_DRAINING))))
  pace.start = Date.now()
  link.up = true
  await Promise.all(fleet.map((boat) => boat.drain(pace, share(WHILE_DRAINING), () => link.lastPostAt)))
  const drainMs = timeAt(pace, link.lastPostAt) - pace.from
  await service.stop()

  const sum = (of: (boat: OfflineBoat) => number) => fleet.reduce((total, boat) => total + of(boat), 0)
  const report: OfflineReport = {
    made: perBoat * boats,
    onDisk: sum((boat) => boat.onDisk.reduce((total, is) => total + is, 0)),
    stored: 0,
    missing: 0,
    twice: 0,
    wrongTime: 0,
    worstMs: 0,
    kills: sum((boat) => boat.kills),
    reboots: sum((boat) => boat.reboots),
    resets: link.resets,
    drops: link.drops,
    peakBytes: sum((boat) => boat.peakBytes),
    drainMs,
  }
  await withDatabase(place, async (database) => {
    for (const boat of fleet) await compare(database, boat, report)
  })
  return report
}

type Database = Awaited<ReturnType<typeof openDatabase>>

async function withDatabase<T>(place: { dataDir: string; databaseUrl: null }, use: (database: Database) => Promise<T>) {
  const database = await openDatabase(place)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Adds to the report what is stored of a boat. */
async function compare(database: Database, { boat, from, onDisk }: OfflineBoat, report: OfflineReport): Promise<void> {
  const times = new Uint8Array(onDisk.length)
  const stored = await database.prepared<{ value: number; at: number }>(
    'audit-offline',
    'select value::float8 as value, extract(epoch from recorded_at)::float8 * 1000 as at from reading where vessel_id = $1',
    [boat.vesselId],
  )
  for (const { value, at } of stored) {
    const number = numberOfValue(value)
    const errorMs = Math.abs(at - (from + number * READING_MS))
    report.worstMs = Math.max(report.worstMs, errorMs)
    if (errorMs > WRONG_MS) report.wrongTime++
    if (++times[number]! > 1) report.twice++
  }
  report.stored += times.filter((often) => often > 0).length
  report.missing += times.filter((often, number) => often === 0 && onDisk[number] === 1).length
}

/** A boat whose onboard device is killed again and again. */
class OfflineBoat {
  readonly boat: Boat
  readonly from: number
  /** By number: 1 when the onboard device had said that the reading is on disk. */
  onDisk = new Uint8Array()
  kills = 0
  reboots = 0
  peakBytes = 0
  readonly #url: string
  readonly #folder: string
  #boot: SimulatedBoot
  #child: ChildProcess | null = null
  /** When the child is not there any more; rejects when it ended by itself and badly. */
  #ended: Promise<void> = Promise.resolve()

  constructor(boat: Boat, { url, folder, from }: Pick<Life, 'url' | 'folder' | 'from'>) {
    this.boat = boat
    this.from = from
    this.#url = url
    this.#folder = folder
    this.#boot = { id: randomUUID(), from: from - 60_000, ahead: 0 }
  }

  /**
   * Hears so many readings in so many lives, none of which ends well. A third of them end while the onboard device opens what the
   * last one left, or before it has said what is on disk, and hear less.
   */
  async hear(count: number, lives: number): Promise<void> {
    this.onDisk = new Uint8Array(count)
    const isShort = Array.from({ length: lives }, (_, life) => life > 0 && oneIn(3))
    const parts = isShort.map((short) => (short ? 0.1 : 1))
    const total = parts.reduce((sum, part) => sum + part, 0)
    let sum = 0
    for (const [life, part] of parts.entries()) {
      const first = Math.round((count * sum) / total)
      sum += part
      const end = Math.round((count * sum) / total)
      const synced = Math.max(first, end - Math.round(between(0, 40)))
      if (life > 0 && oneIn(10)) this.#reboot(first)
      this.#start({ hears: { first, synced, end }, pace: null })
      const isOnDisk = this.#said('synced').then((end) => void this.onDisk.fill(1, first, end))
      await (isShort[life] ? Promise.race([isOnDisk, wait(between(0, 1_500))]) : isOnDisk)
      await wait(between(0, 200))
      await this.#kill()
    }
  }

  /**
   * Sends all that waits, with so many kills on the way. The machine has a right clock now: what the service says of the time is
   * exact to half of a round trip, and in simulated time that is half a minute.
   */
  async drain(pace: Pace, kills: number, lastPostAt: () => number): Promise<void> {
    this.#reboot(this.onDisk.length, 0)
    for (let life = 0; life < kills; life++) {
      this.#start({ hears: null, pace })
      await wait(between(0, 1_500))
      await this.#kill()
    }
    this.#start({ hears: null, pace })
    while ((await this.#said('waiting')) > 0 || Date.now() - lastPostAt() < QUIET_MS) await wait(10)
    this.#child!.kill('SIGTERM')
    await this.#ended
    this.#child = null
  }

  /** For good. */
  end(): void {
    this.#child?.kill('SIGKILL')
  }

  #reboot(first: number, ahead = AHEAD_MS[Math.floor(between(0, AHEAD_MS.length))]!): void {
    this.#boot = { id: randomUUID(), from: this.from + first * READING_MS - 1_000, ahead }
    this.reboots++
  }

  #start(life: Pick<Life, 'hears' | 'pace'>): void {
    const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED }
    const child = fork(DEVICE, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env })
    this.#child = child
    this.#ended = once(child, 'exit').then(([code]) => {
      if (code !== null && code !== 0) throw new Error(`the onboard device ended with ${code}`)
    })
    this.#ended.catch(() => {})
    const { deviceKey: key } = this.boat
    child.send({ ...life, url: this.#url, key, folder: this.#folder, boot: this.#boot, from: this.from } satisfies Life)
  }

  /** What the onboard device says next of this. It rejects when the onboard device ends by itself. */
  #said(what: Said['what']): Promise<number> {
    const child = this.#child!
    const said = new Promise<number>((resolve) => {
      child.on('message', function hear(said: Said) {
        if (said.what !== what) return
        child.off('message', hear)
        resolve(said.count)
      })
    })
    return Promise.race([said, this.#ended.then(() => 0)])
  }

  async #kill(): Promise<void> {
    this.#child!.kill('SIGKILL')
    await this.#ended
    this.#child = null
    this.kills++
    this.peakBytes = Math.max(this.peakBytes, await bytesIn(this.#folder))
  }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async (file) => (await stat(join(file.parentPath, file.name)).catch(() => null))?.size ?? 0)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

export function describe({ days, boats, control }: OfflineOptions, report: OfflineReport): string {
  const hours = report.drainMs / 3_600_000
  const perSecond = report.stored / (report.drainMs / 1000)
  return [
    `audit:offline${control ? ` (control: ${control})` : ''}: ${days} days of ${boats} boats, ${whole(report.made)} readings`,
    `${report.kills} kills, ${report.reboots} reboots, ${report.resets} connections reset, ${report.drops} answers dropped`,
    `${whole(report.onDisk)} certainly on disk, ${whole(report.stored)} stored`,
    `${report.missing} missing, ${report.twice} twice, ${report.wrongTime} with a wrong time (worst ${whole(report.worstMs)} ms)`,
    `disk ${fixed(report.peakBytes / 1e6, 1)} MB at its peak, drained in ${fixed(hours, 2)} h of the boat's time, ${fixed(perSecond, 1)} readings/s`,
  ].join('; ')
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      days: { type: 'string', default: '30' },
      kills: { type: 'string', default: '500' },
      boats: { type: 'string', default: '1' },
      control: { type: 'string' },
    },
  })
  const [days, kills, boats] = [Number(values.days), Number(values.kills), Number(values.boats)]
  if (!(days > 0 && kills >= boats && boats >= 1) || (values.control !== undefined && values.control !== 'no-key'))
    throw new Error('usage: audit:offline [--days N] [--kills N] [--boats N] [--control no-key]')
  const options: OfflineOptions = { days, kills, boats, control: values.control ?? null }
  // So that what was started is ended: it is done on exit.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const report = await auditOffline(options)
  console.log(describe(options, report))
  const found = options.control ? report.twice > 0 : report.missing + report.twice + report.wrongTime > 0
  if (found !== (options.control !== null)) process.exitCode = 1
}

if (import.meta.main) await main()
