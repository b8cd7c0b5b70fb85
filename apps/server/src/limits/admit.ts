import { ApiError, retryAfter } from '../http/errors.ts'
import type { Limiter } from './limits.ts'

/** Counts a request of the key. Throws rate_limited, with the time until the next is allowed. */
export async function admit(limiter: Limiter, key: string): Promise<void> {
  const { allowed, msBeforeNext } = await limiter.take(key)
  if (!allowed) throw new ApiError('rate_limited', undefined, retryAfter(msBeforeNext))
}
