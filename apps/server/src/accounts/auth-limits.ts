import type { BetterAuthRateLimitStorage } from 'better-auth'
import type { Limiter, Limits } from '../limits/limits.ts'

/**
 * better-auth's limits for each address, counted where ours are. Its own secondary storage would take the sessions too, which stay
 * in the database: there a session that is ended is gone at once, whatever becomes of Redis.
 */
export function authLimits(limits: Limits): BetterAuthRateLimitStorage {
  // As many as better-auth has rules.
  const limiters = new Map<string, Limiter>()
  const limiterOf = (max: number, window: number): Limiter => {
    const rule = `${max}/${window}`
    const known = limiters.get(rule) ?? limits.limiter('sign-in', max, window)
    limiters.set(rule, known)
    return known
  }
  return {
    async consume(key, { max, window }) {
      const { allowed, msBeforeNext } = await limiterOf(max, window).take(key)
      return { allowed, retryAfter: allowed ? null : Math.ceil(msBeforeNext / 1000) }
    },
    // better-auth asks for these only where there is no consume.
    get: async () => null,
    set: async () => {},
  }
}
