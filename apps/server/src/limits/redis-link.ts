import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { answeredWithin } from '../http/answered-within.ts'

/** ms. Not constants, so that a test of the counting does not depend on how quickly a busy machine lets Redis answer. */
export const timeouts = {
  /** The first request that waits longer makes Redis count as unavailable. */
  answer: 250,
  /** The start of the service waits for Redis, so that its first requests are counted with those of the other processes. */
  firstAnswer: 3_000,
  connect: 2_000,
}
const RECONNECT_AFTER_MS = 1_000
const DISCONNECT_TIMEOUT_MS = 100

/**
 * The connection to Redis. The first answer that is late or an error (Redis may be full, or a replica) makes it unavailable: the
 * connection is closed, and `ask` returns null at once. A new connection is tried once a second. Redis is available again once it
 * has counted on it. The library's insuranceLimiter would not do: it hides the error, and each request would wait for a hung Redis.
 */
export class RedisLink {
  readonly client: Redis
  readonly #log: FastifyBaseLogger
  /** Counts once on each new connection: a full Redis and a replica still answer a ping. */
  readonly #trial: RateLimiterRedis
  readonly #first = Promise.withResolvers<void>()
  #up = false
  #reported = false
  #reason: string | null = null
  #closed = false

  constructor(url: string, log: FastifyBaseLogger) {
    this.#log = log
    this.client = new Redis(url, {
      connectTimeout: timeouts.connect,
      commandTimeout: timeouts.connect,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
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
    this.client.on('ready', () => void this.#countOnce())
    this.client.on('error', (error: Error) => {
      this.#reason = error.message
    })
    this.client.on('close', () => this.#setUnavailable(this.#reason ?? 'the connection was closed'))
  }

  get up(): boolean {
    return this.#up
  }

  /** Resolves when it is known whether Redis is available. */
  async firstAnswer(): Promise<void> {
    await answeredWithin(this.#first.promise, timeouts.firstAnswer).catch((error: Error) =>
      this.#setUnavailable(error.message),
    )
  }

  /** Null while Redis is unavailable. */
  async ask<T>(command: () => Promise<T>): Promise<T | null> {
    if (!this.#up) return null
    try {
      return await answeredWithin(command(), timeouts.answer)
    } catch (error) {
      // Of several commands that fail together, the first disconnects.
      if (this.#up) this.#disconnect(error as Error)
      return null
    }
  }

  close(): void {
    this.#closed = true
    this.client.disconnect()
  }

  async #countOnce(): Promise<void> {
    try {
      await answeredWithin(this.#trial.penalty('one'), timeouts.answer)
    } catch (error) {
      this.#disconnect(error as Error)
      return
    }
    this.#up = true
    this.#reason = null
    if (this.#reported) this.#log.info('Redis is available again: limits are counted for all processes together')
    this.#reported = false
    this.#first.resolve()
  }

  #disconnect(error: Error): void {
    this.#setUnavailable(error.message)
    this.client.disconnect(true)
  }

  #setUnavailable(reason: string): void {
    this.#up = false
    // Only the message: the client's error has the command, which may contain the password.
    const { password } = this.client.options
    if (!this.#reported && !this.#closed)
      this.#log.warn(
        { reason: password ? reason.replaceAll(password, '[redacted]') : reason },
        'Redis is unavailable: each process counts limits on its own until it answers. Check the server of REDIS_URL',
      )
    this.#reported = true
    this.#first.resolve()
  }
}
