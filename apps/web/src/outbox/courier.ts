import { retryInMs } from '../live/retry.ts'

/**
 * Sends one thing after another. While something cannot be sent, it tries again by itself, later each time, and at once when the
 * network is back. `deliver` throws when the thing is worth another try; else `next` gives another one, or null when all are sent.
 */
export class Courier<T> {
  readonly #next: () => T | null
  readonly #deliver: (thing: T) => Promise<void>
  readonly #changed: () => void
  #running: Promise<void> | null = null
  #trouble = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(next: () => T | null, deliver: (thing: T) => Promise<void>, changed: () => void) {
    this.#next = next
    this.#deliver = deliver
    this.#changed = changed
  }

  get sending(): boolean {
    return this.#running !== null
  }

  /** The last try failed; there will be another. */
  get trouble(): boolean {
    return this.#trouble
  }

  /** Sends what there is, when the network is back, too. Returns what stops it. */
  open(): () => void {
    const online = () => void this.send()
    addEventListener('online', online)
    void this.send()
    return () => {
      clearTimeout(this.#timer)
      removeEventListener('online', online)
    }
  }

  /** Ends when all is sent, or something cannot be. */
  send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#running ??= this.#sendAll()
    return this.#running
  }

  async #sendAll(): Promise<void> {
    // What is asked for in the same moment goes along.
    await null
    this.#changed()
    try {
      for (let thing = this.#next(); thing !== null; thing = this.#next()) {
        await this.#deliver(thing)
        this.#failures = 0
        this.#trouble = false
        this.#changed()
      }
      this.#trouble = false
    } catch {
      this.#failures += 1
      this.#trouble = true
      this.#timer = setTimeout(() => void this.send(), retryInMs(this.#failures, Math.random()))
    } finally {
      this.#running = null
      this.#changed()
    }
  }
}
