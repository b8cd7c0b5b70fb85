import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type Limiter, type Limits, ownLimiter, taken } from './limits.ts'
import { RedisLink } from './redis-link.ts'

/** Addresses and e-mail addresses are none of Redis's business, and a key is short however long they are. */
const idOf = (key: string) => hash('sha256', key, 'base64url')

/** Limits that all processes on one Redis share; while it is away, each process goes on with its own. */
export async function openSharedLimits(redisUrl: string, log: FastifyBaseLogger): Promise<Limits> {
  const link = new RedisLink(redisUrl, log)
  await link.firstAnswer()
  return {
    limiter: (name, points, seconds) => sharedLimiter(link, name, points, seconds),
    counting: () => (link.up ? 'shared' : 'per_process'),
    close: () => link.close(),
  }
}

function sharedLimiter(link: RedisLink, name: string, points: number, seconds: number): Limiter {
  const own = ownLimiter(name, points, seconds)
  const counter = new RateLimiterRedis({
    storeClient: link.client,
    keyPrefix: `binnacle:${name}`,
    points,
    duration: seconds,
  })
  /** The clock of Redis's machine may be set back: a window that is longer than it can be begins anew. */
  const consume = async (id: string): Promise<RateLimiterRes> => {
    const result = await counter.consume(id).catch((refused: unknown) => refused)
    if (!(result instanceof RateLimiterRes)) throw result
    if (result.msBeforeNext > seconds * 1000) {
      await counter.delete(id)
      return counter.consume(id)
    }
    if (result.consumedPoints > points) throw result
    return result
  }
  return {
    points,
    take: async (key) => (await link.ask(() => taken(consume(idOf(key)), seconds))) ?? own.take(key),
    async clear(key) {
      await link.ask(() => counter.delete(idOf(key)))
      await own.clear(key)
    },
    async giveBack(key) {
      if (!(await link.ask(() => counter.reward(idOf(key))))) await own.giveBack(key)
    },
  }
}
