import { RateLimiterRes } from 'rate-limiter-flexible'
import { OwnWindows } from './own-windows.ts'

/** The result of counting one request. */
interface Taken {
  allowed: boolean
  /** Requests left in the window. */
  remaining: number
  /** Until the window ends. It began with its first request. */
  msBeforeNext: number
}

/** Allows `points` requests in a window, for each key. */
export interface Limiter {
  readonly points: number
  take(key: string): Promise<Taken>
  /** Undoes one take that was allowed. */
  giveBack(key: string): Promise<void>
  /** Forgets the requests of the key. */
  clear(key: string): Promise<void>
}

/** Who counts: all processes in Redis, or each on its own while Redis is unavailable. */
type Counting = 'shared' | 'per_process'

export interface Limits {
  /** A key has a window for each `name`. */
  limiter(name: string, points: number, seconds: number): Limiter
  /** Null without REDIS_URL. */
  counting(): Counting | null
  close(): void
}

/** Each process counts on its own. */
export const OWN_LIMITS: Limits = { limiter: ownLimiter, counting: () => null, close: () => {} }

/** Counts in this process. */
export function ownLimiter(_name: string, points: number, seconds: number): Limiter {
  const windows = new OwnWindows(seconds)
  return {
    points,
    take: async (key) => windows.take(key, points),
    giveBack: async (key) => windows.giveBack(key),
    clear: async (key) => windows.clear(key),
  }
}

/** The library rejects when a request is over the limit. A clock that was set back must not make a window longer. */
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
