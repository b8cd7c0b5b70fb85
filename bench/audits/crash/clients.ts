import { setTimeout as wait } from 'node:timers/promises'
import type { Boat } from '../../../apps/server/src/testing/accounts/boats.ts'

export const READINGS_PER_BATCH = 3

/**
 * How an onboard device makes its batches known again: by Idempotency-Key, by a time on every reading, or, for the control, not
 * at all.
 */
export type Naming = 'key' | 'times' | 'none'

/** A request whose answer has not come: it is sent again, the same, until one does. */
interface Open {
  body: string
  attempts: number
  hours: number | null
}

interface Signals {
  until: AbortSignal
  link: AbortSignal
}

/** What a boat's two clients have sent and what was acknowledged: the truth that the database is held against. */
export class AuditedBoat {
  readonly boat: Boat
  readonly naming: Naming
  /** Batches 0 to acknowledged - 1 are; the next one may be under way. */
  acknowledged = 0
  batch: Open | null = null
  /** Meter values that telemetry was told it had set. */
  readonly moves: number[] = []
  /** Meter values that were posted, with how often and with what answer. */
  readonly posts = new Map<number, { attempts: number; acknowledged: boolean }>()
  post: Open | null = null
  /** Highest meter value that was sent, and that was acknowledged in whatever way. */
  sentHours = 0
  acknowledgedHours = 0
  /** Answered requests that had been sent before, without an answer. */
  resent = 0
  /** Answers that no client should get. */
  readonly unexpected: string[] = []
  #clock = 0

  constructor(boat: Boat, naming: Naming) {
    this.boat = boat
    this.naming = naming
  }

  /**
   * Both clients at once, until `until` ends it after the requests under way, or `link` cuts those off too. What is then without
   * an answer stays open.
   */
  async run(url: string, until: AbortSignal, link: AbortSignal): Promise<void> {
    const signals = { until, link }
    await Promise.all([this.#sendBatches(url, signals), this.#postHours(url, signals)])
  }

  async #sendBatches(url: string, signals: Signals): Promise<void> {
    while (!signals.until.aborted) {
      this.batch ??= this.#nextBatch()
      const answer = await this.#send(`${url}/v1/telemetry`, this.boat.deviceKey, this.batch, signals, {
        ...(this.naming === 'key' && { 'idempotency-key': `batch-${this.acknowledged}` }),
      })
      if (!answer) continue
      if (answer.status !== 202) return this.#note(answer)
      const { hours } = this.batch
      if (JSON.parse(answer.text).engine_hours_applied) this.moves.push(hours!)
      this.acknowledgedHours = Math.max(this.acknowledgedHours, hours ?? 0)
      this.acknowledged++
      this.batch = null
    }
  }

  async #postHours(url: string, signals: Signals): Promise<void> {
    while (!signals.until.aborted) {
      this.post ??= this.#nextPost()
      const path = `${url}/v1/vessels/${this.boat.vesselId}/hours`
      const answer = await this.#send(path, this.boat.ownerKey, this.post, signals)
      if (!answer) continue
      const { hours, attempts } = this.post
      // 422: the onboard device was quicker with a higher value.
      if (answer.status !== 201 && answer.status !== 422) this.#note(answer)
      const acknowledged = answer.status === 201
      this.posts.set(hours!, { attempts, acknowledged })
      if (acknowledged) this.acknowledgedHours = Math.max(this.acknowledgedHours, hours!)
      this.post = null
    }
  }

  /** The answer; null when there was none, or one that says to try again. */
  async #send(url: string, key: string, open: Open, { until, link }: Signals, headers: Record<string, string> = {}) {
    open.attempts++
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: open.body,
        signal: link,
      })
      const text = await answer.text()
      // 408: the client had kept a connection in reserve for longer than the service waits for a request.
      if (answer.status === 503 || answer.status === 408) {
        await wait(20)
        return null
      }
      if (open.attempts > 1) this.resent++
      return { status: answer.status, text }
    } catch {
      if (!until.aborted) await wait(20)
      return null
    }
  }

  #note({ status, text }: { status: number; text: string }): void {
    this.unexpected.push(`${status} ${text}`)
  }

  #nextHours(): number {
    return ++this.sentHours
  }

  /** Numbered readings, a millisecond apart; every third batch also has the hour meter. */
  #nextBatch(): Open {
    const first = this.acknowledged * READINGS_PER_BATCH
    const hours = this.acknowledged % 3 === 0 ? this.#nextHours() : null
    const readings = Array.from({ length: READINGS_PER_BATCH }, (_, i) => ({
      metric: 'engine_rpm',
      value: first + i,
      ...(this.naming !== 'none' && { recorded_at: this.#nextTime() }),
    }))
    const meter = {
      metric: 'engine_hours',
      value: (hours ?? 0) + 0.4,
      unit: 'h',
      // An onboard device with keys may leave times out.
      ...(this.naming === 'times' && { recorded_at: this.#nextTime() }),
    }
    return { body: JSON.stringify({ readings: hours === null ? readings : [meter, ...readings] }), attempts: 0, hours }
  }

  #nextPost(): Open {
    const hours = this.#nextHours()
    return { body: JSON.stringify({ hours, source: 'signalk' }), attempts: 0, hours }
  }

  /** Each later than the last, and a little in the past, so that a reading sorts by it. */
  #nextTime(): string {
    this.#clock = Math.max(this.#clock + 1, Date.now() - 1000)
    return new Date(this.#clock).toISOString()
  }
}
