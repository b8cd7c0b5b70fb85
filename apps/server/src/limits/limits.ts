import type { FastifyBaseLogger } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What one more request of a key's came to. */
export interface Taken {
  allowed: boolean
  /** How many more the window has. */
  remaining: number
  /** Until the window ends, which began with its first request. */
  msBeforeNext: number
}

/** So many in a window, for each key by itself. */
export interface Limiter {
  readonly points: number
  take(key: string): Promise<Taken>
  /** Undoes one take that was allowed. */
  giveBack(key: string): Promise<void>
  /** The key has its whole window again. */
  clear(key: string): Promise<void>
}

/** Who counts: all processes together in Redis, or, while that is away, each for itself. */
export type Counting = 'shared' | 'per_process'

export interface Limits {
  /** `name`: what is limited, so that one key has a window for each. */
  limiter(name: string, points: number, seconds: number): Limiter
  /** Null without REDIS_URL. */
  counting(): Counting | null
  close(): void
}

/** Each process counts by itself. */
export const OWN_LIMITS: Limits = { limiter: ownLimiter, counting: () => null, close: () => {} }

/** The limits that are counted outside the database: with a Redis one for all processes, else of this process. */
export async function openLimits(redisUrl: string | null, log: FastifyBaseLogger): Promise<Limits> {
  if (redisUrl === null) return OWN_LIMITS
  // Loaded here alone: whoever has no Redis need not wait for its client.
  const { openSharedLimits } = await import('./shared-limits.ts')
  return openSharedLimits(redisUrl, log)
}

/** Counts in this process. */
export function ownLimiter(_name: string, points: number, seconds: number): Limiter {
  const counter = new RateLimiterMemory({ points, duration: seconds })
  return {
    points,
    take: (key) => taken(counter.consume(key), seconds),
    giveBack: async (key) => void (await counter.reward(key)),
    clear: async (key) => void (await counter.delete(key)),
  }
}

/** What the library says, which throws a refusal. A clock that was set back makes no window longer than it is. */
export function taken(consumed: Promise<RateLimiterRes>, seconds: number): Promise<Taken> {
  const told = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    allowed,
    remaining: remainingPoints,
    msBeforeNext: Math.min(msBeforeNext, seconds * 1000),
  })
  return consumed.then(
    (result) => told(true, result),
    (refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return told(false, refused)
    },
  )
}
