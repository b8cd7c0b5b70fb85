import type { Time } from '../clock/time.ts'

/** Lets a loop sleep until its time has come, until somebody rings, or until the program stops. */
export class Wakeup {
  readonly #time: Time
  #asleep = new AbortController()
  #woken = false

  constructor(time: Time, stop: AbortSignal) {
    this.#time = time
    stop.addEventListener('abort', () => this.wake(), { once: true })
  }

  /** Wakes the sleeper; with nobody asleep, the next one does not fall asleep. */
  wake(): void {
    this.#woken = true
    this.#asleep.abort()
  }

  async wait(ms: number): Promise<void> {
    this.#asleep = new AbortController()
    if (!this.#woken) await this.#time.sleep(Math.max(0, ms), this.#asleep.signal)
    this.#woken = false
  }
}
