import type { Log } from '../log.ts'

/** One kind of request to the service: whether it works, and how long to leave it alone when not. Times are steady ms. */
export class RequestState {
  /** What the owner should know; null: it works. */
  trouble: string | null = null
  /** Failures in a row. */
  failures = 0
  pausedUntil = Number.NEGATIVE_INFINITY
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  failed(now: number, { retryAfterMs, say }: { retryAfterMs: number; say: string }): void {
    if (say !== this.trouble) this.#log.warn(`cameras: ${say}`)
    this.trouble = say
    this.failures++
    this.pausedUntil = now + retryAfterMs
  }

  worked(): void {
    if (this.trouble) this.#log.info('cameras: connected again')
    this.trouble = null
    this.failures = 0
    this.pausedUntil = Number.NEGATIVE_INFINITY
  }
}
