import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { ApiError, retryAfter } from '../http/errors.ts'
import { EventStream } from './event-stream.ts'
import { openSessions, readFleets } from './live-sql.ts'
import { changesBetween, type Fleet } from './topics.ts'

/** Somebody who looks on: an account, by one of its sessions. */
interface Viewer {
  accountId: string
  sessionId: string
}

/** From the start of one poll to the next: changes of another process are reported within this time. */
const POLL_MS = 1_000

/** The least rest between polls, however much is changed in this process; and as many times what the last poll took. */
const REST_MS = 100
const REST_BY_COST = 3

const STREAMS_PER_ACCOUNT = 20

/**
 * Tells those who look on what changes. While there are any, the database is asked once a second for all of them, and at once after
 * a change in this process. So it needs no word between processes: no Redis, and no NOTIFY, for whose sake PostgreSQL commits one
 * notifying transaction after the other.
 */
export class Watch {
  readonly #database: Database
  readonly #log: FastifyBaseLogger
  readonly #streams = new Map<EventStream, Viewer>()
  /** What was last read of the accounts that somebody looks on for. */
  #fleets = new Map<string, Fleet>()
  #woken = Promise.withResolvers<void>()
  #running = false
  #stopping = false

  constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database
    this.#log = log
  }

  get size(): number {
    return this.#streams.size
  }

  /**
   * A stream that says hello when it stands: everything that is committed after that is reported. Throws rate_limited when the
   * account has too many, unavailable when the service is stopping.
   */
  open(viewer: Viewer): EventStream {
    if (this.#stopping) throw new ApiError('unavailable')
    const held = [...this.#streams.values()].filter(({ accountId }) => accountId === viewer.accountId)
    if (held.length >= STREAMS_PER_ACCOUNT) throw new ApiError('rate_limited', undefined, retryAfter(60_000))
    const stream = new EventStream()
    this.#streams.set(stream, viewer)
    stream.once('close', () => this.#streams.delete(stream))
    if (this.#fleets.has(viewer.accountId)) stream.event('hello', {})
    this.wake()
    if (!this.#running) void this.#run()
    return stream
  }

  /** Something may have changed. */
  wake(): void {
    this.#woken.resolve()
  }

  /** Ends every stream. A statement that is under way is not waited for: it may wait for a lock itself. */
  stop(): void {
    this.#stopping = true
    for (const stream of this.#streams.keys()) stream.end()
    this.wake()
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#streams.size > 0 && !this.#stopping) {
      this.#woken = Promise.withResolvers()
      const started = performance.now()
      await this.#poll().catch((error) => this.#away(error))
      await pause(Math.max(REST_MS, REST_BY_COST * (performance.now() - started)))
      await Promise.race([this.#woken.promise, pause(started + POLL_MS - performance.now())])
    }
    this.#fleets.clear()
    this.#running = false
  }

  async #poll(): Promise<void> {
    await this.#endClosedSessions()
    const before = this.#fleets
    const now = await readFleets(this.#database, this.#accounts())
    for (const [stream, { accountId }] of this.#streams) tell(stream, before.get(accountId), now.get(accountId))
    // An account that came while the database was asked is in neither or in the first: its turn is next.
    this.#fleets = new Map(
      this.#accounts().flatMap((id) => {
        const fleet = now.get(id) ?? before.get(id)
        return fleet ? [[id, fleet]] : []
      }),
    )
  }

  #accounts(): string[] {
    return [...new Set([...this.#streams.values()].map(({ accountId }) => accountId))]
  }

  async #endClosedSessions(): Promise<void> {
    const asked = new Set([...this.#streams.values()].map(({ sessionId }) => sessionId))
    const open = await openSessions(this.#database, [...asked], new Date())
    for (const [stream, { sessionId }] of this.#streams) if (asked.has(sessionId) && !open.has(sessionId)) stream.end()
  }

  /** The streams stand: when the database is back, they tell what has changed meanwhile. */
  #away(error: unknown): void {
    if (!this.#stopping) this.#log.warn({ err: error }, 'what has changed cannot be read')
  }
}

function tell(stream: EventStream, before: Fleet | undefined, now: Fleet | undefined): void {
  if (!now) return
  if (!before) stream.event('hello', {})
  else for (const change of changesBetween(before, now)) stream.event('changed', change)
}

const pause = (ms: number) => sleep(Math.max(0, ms), undefined, { ref: false })
