import type { FastifyBaseLogger } from 'fastify'
import { type Limits, OWN_LIMITS } from './limits.ts'

/** The limits that are not decided in the database: counted in Redis for all processes, or in this process without REDIS_URL. */
export async function openLimits(redisUrl: string | null, log: FastifyBaseLogger): Promise<Limits> {
  if (redisUrl === null) return OWN_LIMITS
  // Loads Redis's client only for those who use it.
  const { openSharedLimits } = await import('./shared-limits.ts')
  return openSharedLimits(redisUrl, log)
}
