import * as contract from '@binnacle/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { FOR_OTHER_SITES } from '../http/security-headers.ts'
import type { Limits } from '../limits/limits.ts'
import { docsRoutes } from './docs.ts'
import { checkHealth } from './health.ts'
import type { Metrics } from './metrics.ts'

/** Health, figures and the interface description. */
export function serviceRoutes(
  app: FastifyInstance,
  on: On,
  db: Db,
  config: Config,
  metrics: Metrics,
  limits: Limits,
  stopping: AbortSignal,
): void {
  on(contract.getLive, async () => ({ status: 'ok' }))

  on(contract.getReady, async ({ reply }) => {
    const parts = await checkHealth(db, config.dataDir)
    const counting = limits.counting()
    const checks = counting === null ? parts : { ...parts, limits: counting === 'shared' ? 'ok' : counting }
    // Without Redis everything is served, so that is no reason to send requests elsewhere.
    if (!stopping.aborted && Object.values(parts).every((state) => state === 'ok')) return { status: 'ok', checks }
    reply.code(503)
    return { error: 'unavailable', status: 'unavailable', checks }
  })

  metrics.sayRedis(limits)
  on(contract.getMetrics, async ({ request, reply }) => {
    // What a proxy hands on comes from outside, also where nobody told the proxy to keep this to itself.
    const { forwarded, via, 'x-forwarded-for': forwardedFor } = request.headers
    if (forwarded ?? via ?? forwardedFor) throw new ApiError('not_found')
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })

  const document = JSON.stringify(contract.openApiDocument(config.baseUrl))
  on(contract.getOpenApi, async ({ reply }) => {
    reply.type('application/json').headers({ ...FOR_OTHER_SITES, 'access-control-allow-origin': '*' })
    return document
  })

  docsRoutes(app)
}
