import type { Route } from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'

/** A request of ours as better-auth takes it. */
export function webRequest(
  request: FastifyRequest,
  { method, path }: Pick<Route, 'method' | 'path'>,
  baseUrl: string,
  body: unknown = {},
  more: Record<string, string> = {},
): Request {
  const headers = new Headers({ ...more, 'x-binnacle-client-ip': request.ip, 'content-type': 'application/json' })
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name]
    if (value) headers.set(name, value)
  }
  return new Request(new URL(baseUrl).origin + path, {
    method,
    headers,
    body: method === 'GET' ? null : JSON.stringify(body),
  })
}
