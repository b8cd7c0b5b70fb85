import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a process before its program, whose limits/redis-link.ts REDIS_LINK names: it then waits for Redis, however late a busy
 * machine lets it answer. So a test sees how processes count together; without it one of them may have begun to count on its own.
 */
if (isMainThread) {
  const { timeouts } = await import(process.env.REDIS_LINK!)
  Object.assign(timeouts, { answer: 60_000, firstAnswer: 60_000, connect: 60_000 })
}
