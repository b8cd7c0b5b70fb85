import type { Time } from '../time.ts'

/** Lets a loop sleep until its time has come, until somebody rings, or until the program stops. */
export class Bell {
  readonly #time: Time
  #asleep = new AbortController()
  #rung = false

  constructor(time: Time, stop: AbortSignal) {
    this.#time = time
    stop.addEventListener('abort', () => this.ring(), { once: true })
  }

  /** Wakes the sleeper; with nobody asleep, the next one does not fall asleep. */
  ring(): void {
    this.#rung = true
    this.#asleep.abort()
  }

  async wait(ms: number): Promise<void> {
    this.#asleep = new AbortController()
    if (!this.#rung) await this.#time.sleep(Math.max(0, ms), this.#asleep.signal)
    this.#rung = false
  }
}
