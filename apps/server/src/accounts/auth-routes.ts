import { AUTH_ROUTES } from '@binnacle/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readBody } from '../http/body.ts'
import { ApiError } from '../http/errors.ts'
import { refuseOtherSites } from '../http/same-site.ts'
import type { Auth } from './auth.ts'

const MAX_BODY_BYTES = 16 * 1024

/**
 * Hands the contract's auth routes to better-auth, and puts its errors into the service's form: {error: code}. Every other path of
 * better-auth is not there.
 */
export function authRoutes(app: FastifyInstance, auth: Auth, baseUrl: string): void {
  for (const route of AUTH_ROUTES) {
    const { method, path } = route
    app.route({
      method,
      url: path,
      config: { route },
      handler: async (request, reply) => {
        if (method === 'POST') refuseOtherSites(request.headers, baseUrl)
        const body = method === 'POST' ? await readBody(request.raw, MAX_BODY_BYTES) : undefined
        const answer = await auth.handler(webRequest(request, baseUrl, body))
        for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
        const retry = answer.headers.get('x-retry-after')
        if (retry) reply.header('retry-after', retry)
        const text = await answer.text()
        reply.code(answer.status).header('cache-control', 'no-store')
        return answer.ok
          ? reply.type('application/json').send(text || '{}')
          : reply.send({ error: errorOf(answer.status, text) })
      },
    })
  }
}

function webRequest(request: FastifyRequest, baseUrl: string, body?: Buffer): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && name !== 'content-length') headers.set(name, String(value))
  headers.set('x-binnacle-client-ip', request.ip)
  try {
    return new Request(new URL(baseUrl).origin + request.url, {
      method: request.method,
      headers,
      body: body ? new Uint8Array(body) : null,
    })
  } catch {
    throw new ApiError('invalid_request', 'the request cannot be read')
  }
}

/** better-auth's {code: "INVALID_EMAIL_OR_PASSWORD"} as invalid_email_or_password. */
function errorOf(status: number, text: string): string {
  if (status === 429) return 'rate_limited'
  try {
    const { code, message } = JSON.parse(text) as { code?: string; message?: string }
    return (code ?? message ?? 'invalid_request').toLowerCase()
  } catch {
    return status === 404 ? 'not_found' : 'invalid_request'
  }
}
