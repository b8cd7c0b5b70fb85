import { readJsonFile, writeJsonFile } from '../files/json-file.ts'
import type { Log } from '../log.ts'
import { type Boot, clocksAgree, placeBoots, plausibleTime, type TimeSource, timeIn, withTime } from './clock-boots.ts'
import { NO_WITNESS, witness } from './gps-time.ts'
import { machineTime, type Time } from './time.ts'

export type { TimeSource } from './clock-boots.ts'
export { machineTime, steadyNow, type Time } from './time.ts'

/** When something was measured, as the machine knew it then. */
export interface Stamp {
  boot: string
  /** Monotonic ms within that boot. */
  steady: number
  /** What the system clock said, ms since 1970. */
  wall: number
}

/** More boots than an onboard device sees in a month of bad power; the oldest of more are forgotten. */
const MAX_BOOTS = 2_000
/** Kept in any case: pictures wait longer than readings. */
const BOOTS_KEPT = 50

/**
 * Gives measurements their true time, also when the system clock was wrong while they were taken. What it knows of each boot
 * (see clock-boots.ts) is kept in a file, for readings that wait from one boot to another.
 */
export class Clock {
  readonly time: Time
  #boots: Boot[]
  #placed: Map<string, Boot['anchors']> | undefined
  #gps = NO_WITNESS
  #file: string | undefined

  /** Without a file nothing is remembered. */
  constructor(time: Time = machineTime, boots: readonly Boot[] = [], file?: string) {
    this.time = time
    this.#file = file
    this.#boots = boots.slice(-MAX_BOOTS)
    if (!boots.some(({ id }) => id === time.boot)) this.#boots.push(begun(this.stamp()))
  }

  static async open(file: string, log: Pick<Log, 'warn'>, time: Time = machineTime): Promise<Clock> {
    return new Clock(time, await readJsonFile(file, readBoots, log), file)
  }

  /** Who told the true time in this boot of the machine. */
  get trust(): TimeSource | null {
    return this.#current.from ?? null
  }

  /** True time now, ms since 1970; null while this boot has not heard it. */
  now(): number | null {
    return this.timeOf(this.stamp())
  }

  /** The stamp of a steady time of this boot. */
  stamp(at: number = this.time.steady()): Stamp {
    const { boot, steady, wall } = this.time
    return { boot, steady: at, wall: wall() - (steady() - at) }
  }

  /**
   * A source told the true time, ms since 1970, at a steady time of this boot and exact to `errorMs`. GPS counts when several
   * agree. Where the system clock agrees it is taken instead: it has the finer grain.
   */
  learn(trueMs: number, from: TimeSource, at: number = this.time.steady(), errorMs = 0): void {
    if (!plausibleTime(trueMs)) return
    if (from === 'gps') this.#gps = witness(this.#gps, { steady: at, offset: trueMs - at })
    if (from === 'gps' && !this.#gps.agrees) return
    const { wall } = this.stamp(at)
    const offset = (clocksAgree(wall - trueMs, errorMs) ? wall : trueMs) - at
    const boot = withTime(this.#current, from, { steady: at, offset }, errorMs)
    if (boot === this.#current) return
    this.#replace(this.#current, boot)
    this.#placed = undefined
  }

  /**
   * The service told the time in the Date header of its answer to what was asked at a steady time: in whole seconds, cut off, at
   * some moment between question and answer.
   */
  learnFromDate(date: number, askedAt: number): void {
    const halfMs = (this.time.steady() - askedAt) / 2
    this.learn(date + 500, 'server', askedAt + halfMs, 500 + halfMs)
  }

  /** A stamp tells that its boot ran then. timeOf() notes it; the newest stamp in a queue is worth telling after a restart. */
  seen(stamp: Stamp): void {
    const boot = this.#boots.find(({ id }) => id === stamp.boot)
    if (!boot) this.#boots.splice(-1, 0, begun(stamp))
    else if (stamp.steady < boot.first || stamp.steady > boot.last) this.#replace(boot, running(boot, stamp))
    else return
    // How long the newest boot runs moves no other, and not itself once it has heard the time.
    if (!boot?.from || boot.id !== this.time.boot) this.#placed = undefined
  }

  /**
   * True time of a stamp, ms since 1970. For a boot that never heard it this is the best estimate between the boots before
   * and after. null while neither its boot nor a later one has heard it.
   */
  timeOf(stamp: Stamp): number | null {
    this.seen(stamp)
    const known = this.#boots.findLastIndex(({ from }) => from)
    if (known < this.#boots.findIndex(({ id }) => id === stamp.boot)) return null
    this.#placed ??= new Map(placeBoots(this.#boots).map((anchors, i) => [this.#boots[i]!.id, anchors]))
    return Math.round(timeIn(this.#placed.get(stamp.boot)!, stamp.steady))
  }

  /** Forgets old boots that no waiting reading is from; `oldest` is the stamp of the oldest waiting one. */
  forgetBefore(oldest: Stamp | null): void {
    const boot = this.#boots.findIndex(({ id }) => id === (oldest?.boot ?? this.time.boot))
    // The end of the boot before is a bound for the oldest one's estimate.
    const first = Math.min(boot - 1, this.#boots.length - BOOTS_KEPT)
    if (first <= 0) return
    this.#boots = this.#boots.slice(first)
    this.#placed = undefined
  }

  /** Writes what is known to the file; one call at a time. */
  async save(): Promise<void> {
    this.seen(this.stamp())
    if (this.#file) await writeJsonFile(this.#file, this.boots)
  }

  /** What is known of each boot, in their order; what is saved. */
  get boots(): readonly Boot[] {
    return this.#boots
  }

  get #current(): Boot {
    return this.#boots.find(({ id }) => id === this.time.boot)!
  }

  #replace(before: Boot, after: Boot): void {
    this.#boots[this.#boots.indexOf(before)] = after
  }
}

const begun = ({ boot, steady, wall }: Stamp): Boot => ({
  id: boot,
  first: steady,
  last: steady,
  wallAhead: wall - steady,
  anchors: [],
})

function running(boot: Boot, { steady, wall }: Stamp): Boot {
  const wallAhead = plausibleTime(wall) || !plausibleTime(boot.wallAhead + boot.last) ? wall - steady : boot.wallAhead
  return { ...boot, first: Math.min(boot.first, steady), last: Math.max(boot.last, steady), wallAhead }
}

function readBoots(value: unknown): Boot[] {
  if (!Array.isArray(value) || !value.every(isBoot)) throw new TypeError('not a list of boots')
  return value
}

const isBoot = (value: unknown): value is Boot => {
  const { id, first, last, wallAhead, anchors, from } = Object(value)
  return (
    typeof id === 'string' &&
    [first, last, wallAhead].every(Number.isFinite) &&
    Array.isArray(anchors) &&
    anchors.every((a) => Number.isFinite(a?.steady) && Number.isFinite(a?.offset)) &&
    (from === undefined ? anchors.length === 0 : ['gps', 'server', 'ntp'].includes(from) && anchors.length > 0)
  )
}
