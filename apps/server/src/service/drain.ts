import type { FastifyInstance } from 'fastify'

/**
 * A service that is told to stop goes on for DRAIN_SECONDS: it is not ready any more, and all that comes is served, until whatever
 * balances the load has taken it out. Each answer ends its connection meanwhile, so that none is in use when it closes.
 */
export function endConnectionsWhile(stopping: AbortSignal, app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done()
  })
}
