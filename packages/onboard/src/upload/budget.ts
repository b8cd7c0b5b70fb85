import type { Clock } from '../clock/clock.ts'
import { readJsonFile, writeJsonFile } from '../files/json-file.ts'
import type { Log } from '../log.ts'

type Spender = 'telemetry' | 'cameras'

/** Limits in MB (1,000,000 bytes, as mobile plans count) a month; without a number there is none. */
export interface BudgetLimits {
  telemetryMegabytes?: number
  camerasMegabytes?: number
}

export interface BudgetStatus {
  /** Such as 2026-05; null until the true time is known for the first time. */
  month: string | null
  telemetry: Spent
  cameras: Spent
}

export interface Spent {
  bytes: number
  /** null: without limit. */
  limitBytes: number | null
}

/** What the file holds: what went over the network in a month of UTC. */
interface Month {
  month: string | null
  telemetry: number
  cameras: number
}

const NOTHING_SPENT = { telemetry: 0, cameras: 0 }

/**
 * A month's mobile data: what was spent, and what may be. Only a true time ends a month, so a system clock that jumps gives
 * nothing back and takes nothing away. What was spent since the last save() is lost with the power.
 */
export class Budget {
  readonly #file: string
  readonly #limits: Record<Spender, number | null>
  readonly #clock: Clock
  readonly #log: Pick<Log, 'warn' | 'info'>
  #spent: Month
  #saved: Month

  private constructor(file: string, limits: BudgetLimits, clock: Clock, log: Pick<Log, 'warn' | 'info'>, spent: Month) {
    this.#file = file
    this.#limits = { telemetry: bytesOf(limits.telemetryMegabytes), cameras: bytesOf(limits.camerasMegabytes) }
    this.#clock = clock
    this.#log = log
    this.#spent = spent
    this.#saved = spent
  }

  static async open(
    file: string,
    limits: BudgetLimits,
    clock: Clock,
    log: Pick<Log, 'warn' | 'info'>,
  ): Promise<Budget> {
    const spent = (await readJsonFile(file, readMonth, log)) ?? { month: null, ...NOTHING_SPENT }
    return new Budget(file, limits, clock, log, spent)
  }

  /** Counts bytes that went over the network, either way. */
  spend(on: Spender, bytes: number): void {
    const allowed = this.allows(on)
    this.#spent = { ...this.#spent, [on]: this.#spent[on] + bytes }
    if (allowed && !this.allows(on)) this.#log.warn(`this month's data limit for ${on} is reached`)
  }

  /** Whether this month's limit is not reached yet. */
  allows(on: Spender): boolean {
    this.#turnMonth()
    const limit = this.#limits[on]
    return limit === null || this.#spent[on] < limit
  }

  status(): BudgetStatus {
    this.#turnMonth()
    const { month } = this.#spent
    const spent = (on: Spender): Spent => ({ bytes: this.#spent[on], limitBytes: this.#limits[on] })
    return { month, telemetry: spent('telemetry'), cameras: spent('cameras') }
  }

  /** Writes what was spent; one call at a time. */
  async save(): Promise<void> {
    const spent = this.#spent
    if (spent === this.#saved) return
    await writeJsonFile(this.#file, spent)
    this.#saved = spent
  }

  #turnMonth(): void {
    const now = this.#clock.now()
    if (now === null) return
    const month = new Date(now).toISOString().slice(0, 7)
    if (month === this.#spent.month) return
    // What was spent before any true time was known belongs to the first month that is.
    this.#spent = this.#spent.month === null ? { ...this.#spent, month } : { month, ...NOTHING_SPENT }
  }
}

const bytesOf = (megabytes: number | undefined): number | null => (megabytes === undefined ? null : megabytes * 1e6)

function readMonth(value: unknown): Month {
  const { month, telemetry, cameras } = Object(value)
  const known = month === null || /^\d{4}-\d\d$/.test(month)
  if (!known || !(telemetry >= 0) || !(cameras >= 0)) throw new TypeError('not a month of data')
  return { month, telemetry, cameras }
}
