import type { Time } from '../../../packages/onboard/src/clock/clock.ts'

/** When it is, ms since 1970, for a month that passes in minutes: `from` at the machine's `start`, and `speed` ms in each ms. */
export interface Pace {
  from: number
  start: number
  speed: number
}

export const timeAt = ({ from, start, speed }: Pace, now = Date.now()): number => from + (now - start) * speed

/** A boot of the simulated machine: when it began, and how far its system clock is ahead. */
export interface SimulatedBoot {
  id: string
  from: number
  ahead: number
}

interface Sleeper {
  until: number
  wake: () => void
}

/** Clocks that show what they are set to. */
export class SimulatedTime implements Time {
  readonly boot: string
  readonly #boot: SimulatedBoot
  #now: number
  #sleepers: Sleeper[] = []

  constructor(boot: SimulatedBoot, now: number) {
    this.boot = boot.id
    this.#boot = boot
    this.#now = now
  }

  readonly steady = (): number => this.#now - this.#boot.from

  readonly wall = (): number => this.#now + this.#boot.ahead

  readonly sleep = (ms: number, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const sleeper = { until: this.#now + ms, wake: resolve }
      this.#sleepers.push(sleeper)
      signal.addEventListener('abort', () => this.#wake((one) => one === sleeper), { once: true })
    })
  }

  /** The true time; whoever slept until then wakes. */
  set(now: number): void {
    this.#now = now
    this.#wake(({ until }) => until <= now)
  }

  #wake(due: (sleeper: Sleeper) => boolean): void {
    const woken = this.#sleepers.filter(due)
    this.#sleepers = this.#sleepers.filter((sleeper) => !due(sleeper))
    for (const { wake } of woken) wake()
  }
}
