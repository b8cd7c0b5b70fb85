import type { Clock } from '../clock/clock.ts'
import { readJsonFile, writeJsonFile } from '../files/json-file.ts'
import type { Log } from '../log.ts'
import type { HoursSample } from './hours-gate.ts'

/** In the folder of the onboard device. Without it the next hours that agree for five seconds count. */
export const HOURS_FILE = 'hours.json'

interface Kept {
  instance: string | null
  hours: number
  boot: string
  /** Steady ms of that boot, and ms since 1970: the true time where it was known, else what the system clock said. */
  steady: number
  at: number
}

/** The hours of each engine that counted last, over a restart: what is possible depends on them and on the time since. */
export class HoursMemory {
  readonly #path: string
  readonly #clock: Clock
  readonly #kept: Map<string, Kept>
  /** What `of` gave: it is not news, and its time may be before this boot. */
  readonly #given = new Map<string, HoursSample>()
  #written: string
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, clock: Clock, kept: Kept[]) {
    this.#path = path
    this.#clock = clock
    this.#kept = new Map(kept.map((one) => [one.instance ?? '', one]))
    this.#written = JSON.stringify(kept)
  }

  static async open(path: string, clock: Clock, log: Pick<Log, 'warn'>): Promise<HoursMemory> {
    return new HoursMemory(path, clock, (await readJsonFile(path, readKept, log)) ?? [])
  }

  /** What an engine's counter said before the restart, on the steady clock of this boot, which may be below zero. */
  of(instance: string | undefined): HoursSample | undefined {
    const kept = this.#kept.get(instance ?? '')
    if (!kept) return undefined
    const { time } = this.#clock
    const passed = (this.#clock.now() ?? time.wall()) - kept.at
    const at = kept.boot === time.boot ? kept.steady : time.steady() - Math.max(0, passed)
    const sample = { hours: kept.hours, at }
    this.#given.set(instance ?? '', sample)
    return sample
  }

  /** The hours of all engines, also of those that were not heard since the start. */
  hours(): { instance?: string; hours: number }[] {
    return [...this.#kept.values()].map(({ instance, hours }) => ({ instance: instance ?? undefined, hours }))
  }

  /** False where nothing is kept of this engine. */
  async forget(instance: string | undefined): Promise<boolean> {
    this.#given.delete(instance ?? '')
    const known = this.#kept.delete(instance ?? '')
    await this.#write()
    return known
  }

  /** Keeps what counted last of each engine that was heard. */
  async keep(engines: readonly (HoursSample & { instance?: string })[]): Promise<void> {
    for (const { instance = null, hours, at } of engines) {
      if (this.#given.get(instance ?? '')?.at === at) continue
      const stamp = this.#clock.stamp(at)
      const { boot, steady, wall } = stamp
      this.#kept.set(instance ?? '', { instance, hours, boot, steady, at: this.#clock.timeOf(stamp) ?? wall })
    }
    await this.#write()
  }

  /** One after the other: an older list must not replace a newer one. */
  #write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeNow())
    return this.#writing
  }

  async #writeNow(): Promise<void> {
    const kept = [...this.#kept.values()]
    const text = JSON.stringify(kept)
    if (text === this.#written) return
    await writeJsonFile(this.#path, kept)
    this.#written = text
  }
}

function readKept(value: unknown): Kept[] {
  if (!Array.isArray(value) || !value.every(isKept)) throw new TypeError('not a list of hours')
  return value
}

const isKept = (value: unknown): value is Kept => {
  const { instance, boot, ...numbers } = Object(value)
  return (
    (instance === null || typeof instance === 'string') &&
    typeof boot === 'string' &&
    [numbers.hours, numbers.steady, numbers.at].every(Number.isFinite)
  )
}
