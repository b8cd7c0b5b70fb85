import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { type Limiter, type Limits, ownLimiter, taken } from './limits.ts'
import { RedisLink } from './redis-link.ts'

/** Redis must not hold addresses or e-mail addresses, and a long key must not cost memory there. */
const idOf = (key: string) => hash('sha256', key, 'base64url')

/** The library's script, after it ended a window that the clock of Redis's machine, set back, made longer than it can be. */
const INCREMENT = `
if redis.call('pttl', KEYS[1]) > 1000 * ARGV[2] then redis.call('del', KEYS[1]) end
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = redis.call('incrby', KEYS[1], ARGV[1])
return {consumed, redis.call('pttl', KEYS[1])}`

/** Limits that all processes on one Redis share. While it is unavailable, each process counts on its own. */
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
    customIncrTtlLuaScript: INCREMENT,
  })
  return {
    points,
    take: async (key) => (await link.ask(() => taken(counter.consume(idOf(key)), seconds))) ?? own.take(key),
    async clear(key) {
      await link.ask(() => counter.delete(idOf(key)))
      await own.clear(key)
    },
    async giveBack(key) {
      if (!(await link.ask(() => counter.reward(idOf(key))))) await own.giveBack(key)
    },
  }
}
