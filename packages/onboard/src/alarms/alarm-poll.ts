import type { Clock, Stamp } from '../clock/clock.ts'
import type { Log } from '../log.ts'
import type { Budget } from '../upload/budget.ts'
import { isUnconnected, jsonOf, request } from '../upload/request.ts'
import { type BoatAlarms, readBoatAlarms } from './boat-alarms.ts'

interface AlarmPollOptions {
  /** The service's base address. */
  url: string
  /** Empty: none yet. */
  key: string
  clock: Pick<Clock, 'time' | 'stamp'>
  budget: Pick<Budget, 'spend' | 'allows'>
  log: Pick<Log, 'warn' | 'info'>
  /** Called with the alarms after each answer. While the service does not answer, the last ones still hold. */
  told(alarms: BoatAlarms): void
}

const TIMEOUT_MS = 30_000
const ANSWER_BYTES = 256 * 1024
/** What a request and its answer cost besides the answer's body, on a connection that stays open. */
const REQUEST_BYTES = 700
/** While the service does not answer, does not know the route, or the month's data is used up. */
const FAILED_MS = 60_000
const BOUNDS_MS = { min: 1_000, max: 600_000 }

/** Asks the service for the open alarms of this boat as often as it says, until it is closed. */
export class AlarmPoll {
  readonly #options: AlarmPollOptions
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #key: string
  #alarms: BoatAlarms | null = null
  #askedAt: Stamp | null = null
  #trouble = ''

  constructor(options: AlarmPollOptions) {
    this.#options = options
    this.#key = options.key
    this.#running = this.#run()
  }

  useKey(key: string): void {
    this.#key = key
  }

  /** What the service said last and when; null before its first answer. */
  get newest(): (BoatAlarms & { at: Stamp }) | null {
    return this.#alarms && this.#askedAt && { ...this.#alarms, at: this.#askedAt }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      const waitMs = await this.#ask().catch((error: Error) => this.#failed(error.message))
      await this.#options.clock.time.sleep(waitMs, signal)
    }
  }

  /** Gives how long to wait for the next time, ms. */
  async #ask(): Promise<number> {
    const { url, clock, budget, told } = this.#options
    if (!this.#key || !budget.allows('telemetry')) return FAILED_MS
    const answer = await request(new URL(`${url.replace(/\/+$/, '')}/v1/alarms/onboard`), {
      headers: { authorization: `Bearer ${this.#key}` },
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES,
      signal: this.#closing.signal,
      keepAlive: true,
    }).catch((error) => {
      if (!isUnconnected(error)) budget.spend('telemetry', REQUEST_BYTES)
      throw error
    })
    budget.spend('telemetry', REQUEST_BYTES + answer.body.length)
    const said = jsonOf(answer)
    const alarms = answer.status === 200 ? readBoatAlarms(said) : undefined
    if (!alarms) return this.#failed(`${answer.status} ${typeof said.error === 'string' ? said.error : ''}`.trim())
    if (this.#trouble) this.#options.log.info('the service tells the alarms of the boat again')
    this.#trouble = ''
    this.#alarms = alarms
    this.#askedAt = clock.stamp()
    told(alarms)
    const ms = Number(said.poll_after_ms)
    return Math.min(BOUNDS_MS.max, Math.max(BOUNDS_MS.min, ms || FAILED_MS))
  }

  #failed(why: string): number {
    if (!this.#closing.signal.aborted && !this.#trouble)
      this.#options.log.warn(`the service does not tell the alarms of the boat: ${why}`)
    this.#trouble = why
    return FAILED_MS
  }
}
