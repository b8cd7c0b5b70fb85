import * as contract from '@binnacle/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import type { Handle } from '../http/route/register.ts'
import type { Metrics } from '../service/metrics.ts'
import { Watch } from './watch.ts'

/** sessionIdOf: the id of the session that a request carries, which its caller has been known by. */
export function liveRoutes(
  app: FastifyInstance,
  handle: Handle,
  database: Database,
  metrics: Metrics,
  sessionIdOf: (request: FastifyRequest) => Promise<string | null>,
): void {
  const watch = new Watch(database, app.log)
  metrics.show('binnacle_live_streams', 'Open streams of live events', () => watch.size)
  wakeAfterChanges(app, watch)
  app.addHook('preClose', async () => watch.stop())

  handle(contract.watchLive, async ({ caller, request, reply }) => {
    const sessionId = await sessionIdOf(request)
    // It ended since its caller was known by it.
    if (sessionId === null) throw new ApiError('unauthorized')
    const stream = watch.open({ accountId: caller.id, sessionId })
    // Also where there is nobody to read it, as at a HEAD.
    reply.raw.once('close', () => stream.destroy())
    // The head promised to keep the connection: when the service stops, nobody else would end it.
    stream.once('end', () => reply.raw.once('finish', () => request.raw.socket.destroySoon()))
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .send(stream)
  })
}

/** Whatever an owner or a camera has changed here is reported at once; readings, of which there are many, within a second. */
function wakeAfterChanges(app: FastifyInstance, watch: Watch): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { route } = request.routeOptions.config as { route?: contract.Route }
    if (request.method !== 'GET' && route?.auth !== 'ingest' && reply.statusCode < 400) watch.wake()
    done()
  })
}
