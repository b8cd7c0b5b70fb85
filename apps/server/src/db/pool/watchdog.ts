import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** From one answer to the next question. */
const REST_MS = 500
/** A server that has said nothing for so long is away: with the rest before it, a request has its 503 within 5 s. */
const SILENT_MS = 2_500
const TICK_MS = 500
/** A connection that was not made by then is given up. That alone is no silence: this process may have been busy all the while. */
const GIVEN_UP_MS = 4 * SILENT_MS

/**
 * Asks the database server twice a second, on a connection of its own, whether it is there. A server whose processes are stopped,
 * or whose machine is gone, refuses nothing and closes nothing: only its silence tells. A long statement is no silence, and no
 * time limit of the server's own runs while it is stopped.
 */
export class Watchdog {
  readonly #settings: pg.ClientConfig
  readonly #whenSilent: () => void
  readonly #ended = new AbortController()
  #client: pg.Client | null = null
  #answering = true

  constructor(settings: pg.ClientConfig, whenSilent: () => void) {
    this.#settings = { ...settings, connectionTimeoutMillis: GIVEN_UP_MS }
    this.#whenSilent = whenSilent
    void this.#watch()
  }

  get answering(): boolean {
    return this.#answering
  }

  end(): void {
    this.#ended.abort()
    void this.#hangUp()
  }

  async #watch(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const answered = await Promise.race([this.#ask(), silence()])
      if (this.#ended.signal.aborted) return
      if (!answered) {
        void this.#hangUp()
        if (this.#answering) this.#whenSilent()
      }
      this.#answering = answered
      await wait(REST_MS, undefined, { ref: false, signal: this.#ended.signal }).catch(() => {})
    }
  }

  /** True as soon as there is an answer. A server that refuses has answered too: then everybody is refused by itself, and at once. */
  async #ask(): Promise<true> {
    const client = this.#client ?? new pg.Client(this.#settings).on('error', () => {})
    try {
      if (!this.#client) {
        this.#client = client
        await client.connect()
      }
      await client.query('select 1')
    } catch {
      void this.#hangUp(client)
    }
    return true
  }

  /** One that has a question open is cut off at once; it is never used again. */
  async #hangUp(client = this.#client): Promise<void> {
    if (this.#client === client) this.#client = null
    await client?.end().catch(() => {})
  }
}

/** After so long in which this process ran: one that was stopped itself must not take that for the server's silence. */
async function silence(): Promise<false> {
  for (let waited = 0; waited < SILENT_MS; waited += TICK_MS) await wait(TICK_MS, undefined, { ref: false })
  return false
}
