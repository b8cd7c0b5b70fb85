import * as contract from '@binnacle/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { On } from '../http/register.ts'
import { docsRoutes } from './docs.ts'
import { checkHealth } from './health.ts'
import type { Metrics } from './metrics.ts'

/** Health, figures and the interface description. */
export function serviceRoutes(app: FastifyInstance, on: On, db: Db, config: Config, metrics: Metrics): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })

  on(contract.getLive, async () => ({ status: 'ok' }))

  on(contract.getReady, async ({ reply }) => {
    const checks = await checkHealth(db, config.dataDir)
    if (!stopping && Object.values(checks).every((state) => state === 'ok')) return { status: 'ok', checks }
    reply.code(503)
    return { error: 'unavailable', status: 'unavailable', checks }
  })

  on(contract.getMetrics, async ({ reply }) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })

  const document = JSON.stringify(contract.openApiDocument(config.baseUrl))
  on(contract.getOpenApi, async ({ reply }) => {
    reply.type('application/json').header('access-control-allow-origin', '*')
    return document
  })

  docsRoutes(app)
}
