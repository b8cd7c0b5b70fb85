import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * A service that is told to stop goes on for a while: it is not ready any more, each answer ends its connection, and all that
 * comes is served, until whatever balances the load has taken it out. Gives whether it is stopping. Register it before what is to go on meanwhile.
 */
export function drainBeforeClosing(app: FastifyInstance, seconds: number): () => boolean {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
    if (seconds > 0) await sleep(seconds * 1000)
  })
  return () => stopping
}
