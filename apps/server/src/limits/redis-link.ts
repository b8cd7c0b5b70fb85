import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'

/** The longest that a request waits for Redis: once, for then it counts as away. */
const ANSWER_WITHIN_MS = 250

/** The start of the service waits so long, so that its first requests are counted with those of the others. */
const FIRST_ANSWER_WITHIN_MS = 3_000

const CONNECT_WITHIN_MS = 2_000
const RECONNECT_AFTER_MS = 1_000
const DISCONNECT_WITHIN_MS = 100

/**
 * The connection to Redis. While it is away nothing waits for it and nothing is kept for it: `ask` gives null at once. It counts
 * as away from the first answer that is late or an error, whatever the error (it may be full, or a replica), until it has counted
 * again on a new connection, which is tried once a second.
 */
export class RedisLink {
  readonly client: Redis
  readonly #log: FastifyBaseLogger
  /** A limiter like any other: Redis is back when it does what it is needed for. */
  readonly #trial: RateLimiterRedis
  readonly #first = Promise.withResolvers<void>()
  #up = false
  #saidAway = false
  #reason: string | null = null
  #closed = false

  constructor(url: string, log: FastifyBaseLogger) {
    this.#log = log
    this.client = new Redis(url, {
      connectTimeout: CONNECT_WITHIN_MS,
      commandTimeout: CONNECT_WITHIN_MS,
      disconnectTimeout: DISCONNECT_WITHIN_MS,
      retryStrategy: () => RECONNECT_AFTER_MS,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
    })
    this.#trial = new RateLimiterRedis({
      storeClient: this.client,
      keyPrefix: 'binnacle:trial',
      points: 1,
      duration: 60,
    })
    this.client.on('ready', () => void this.#try())
    this.client.on('error', (error: Error) => {
      this.#reason = error.message
    })
    this.client.on('close', () => this.#away(this.#reason ?? 'the connection was closed'))
  }

  get up(): boolean {
    return this.#up
  }

  /** Until it is known whether Redis is there; a moment, as a rule. */
  async firstAnswer(): Promise<void> {
    await withinTime(this.#first.promise, FIRST_ANSWER_WITHIN_MS).catch((error: Error) => this.#away(error.message))
  }

  /** Null where Redis is away. */
  async ask<T>(question: () => Promise<T>): Promise<T | null> {
    if (!this.#up) return null
    try {
      return await withinTime(question(), ANSWER_WITHIN_MS)
    } catch (error) {
      // Of several questions that fail together the first has seen to it.
      if (this.#up) this.#giveUp(error as Error)
      return null
    }
  }

  close(): void {
    this.#closed = true
    this.client.disconnect()
  }

  async #try(): Promise<void> {
    try {
      await withinTime(this.#trial.penalty('one'), ANSWER_WITHIN_MS)
    } catch (error) {
      this.#giveUp(error as Error)
      return
    }
    this.#up = true
    this.#reason = null
    if (this.#saidAway) this.#log.info('Redis answers again: limits are counted for all processes together')
    this.#saidAway = false
    this.#first.resolve()
  }

  #giveUp(error: Error): void {
    this.#away(error.message)
    this.client.disconnect(true)
  }

  #away(reason: string): void {
    this.#up = false
    // The message alone: an error of the client's carries its command, which may be the one with the password.
    const { password } = this.client.options
    if (!this.#saidAway && !this.#closed)
      this.#log.warn(
        { reason: password ? reason.replaceAll(password, '[redacted]') : reason },
        'Redis is away: each process counts limits by itself until it answers again. Check the server of REDIS_URL',
      )
    this.#saidAway = true
    this.#first.resolve()
  }
}

/** An answer that has arrived is not late, however long this process took to look: what is there is read before it is judged. */
async function withinTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const fail = () => late.reject(new Error(`no answer within ${ms} ms`))
  const timer = setTimeout(() => setImmediate(fail), ms)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
