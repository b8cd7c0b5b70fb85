import { TLSSocket } from 'node:tls'
import * as contract from '@binnacle/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { FOR_OTHER_SITES } from '../http/browser/security-headers.ts'
import { ApiError } from '../http/errors.ts'
import { type JsonText, jsonText } from '../http/route/answer.ts'
import type { Handle } from '../http/route/register.ts'
import type { Limits } from '../limits/limits.ts'
import type { Config } from '../settings/config.ts'
import { VERSION } from '../version.ts'
import { docsRoutes } from './docs.ts'
import { checkHealth } from './health.ts'
import type { Metrics } from './metrics.ts'

/** Health, figures and the interface description. */
export function serviceRoutes(
  app: FastifyInstance,
  handle: Handle,
  db: Db,
  config: Config,
  metrics: Metrics,
  limits: Limits,
  stopping: AbortSignal,
): void {
  handle(contract.getLive, async () => ({ status: 'ok' }))

  handle(contract.getReady, async ({ reply }) => {
    const parts = await checkHealth(db, config.dataDir)
    const counting = limits.counting()
    const checks = counting === null ? parts : { ...parts, limits: counting === 'shared' ? ('ok' as const) : counting }
    // Without Redis everything is served, so that is no reason to send requests elsewhere.
    if (!stopping.aborted && Object.values(parts).every((state) => state === 'ok'))
      return { status: 'ok', version: VERSION, checks }
    reply.code(503)
    return { error: 'unavailable', status: 'unavailable', version: VERSION, checks }
  })

  metrics.sayRedis(limits)
  handle(contract.getMetrics, async ({ request, reply }) => {
    // What a proxy or our own HTTPS hands on comes from outside, also where nobody told the proxy to keep this to itself.
    const { forwarded, via, 'x-forwarded-for': forwardedFor } = request.headers
    if ((forwarded ?? via ?? forwardedFor) || request.socket instanceof TLSSocket) throw new ApiError('not_found')
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })

  handle(contract.getSecurityTxt, async ({ reply, now }) => {
    const { securityContact, baseUrl } = config
    if (securityContact === null) throw new ApiError('not_found')
    const fields = { Contact: securityContact, Expires: expiry(now), Canonical: `${baseUrl}/.well-known/security.txt` }
    reply.type('text/plain; charset=utf-8')
    return Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join('')
  })

  // Made when it is first asked for: it takes 60 ms.
  let document: JsonText<ReturnType<typeof contract.openApiDocument>> | undefined
  handle(contract.getOpenApi, async ({ reply }) => {
    reply.headers({ ...FOR_OTHER_SITES, 'access-control-allow-origin': '*' })
    reply.type('application/json')
    document ??= jsonText(contract.openApiDocument(config))
    return document
  })

  docsRoutes(app)
}

/** RFC 9116 recommends less than a year. */
const SECURITY_TXT_MS = 180 * 24 * 60 * 60_000

const expiry = (now: Date) => new Date(now.getTime() + SECURITY_TXT_MS).toISOString()
