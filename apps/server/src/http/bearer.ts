import type { IncomingMessage } from 'node:http'
import { type ApiError, invalid } from './errors.ts'

/**
 * The 400 for a request that a proxy may have read differently: a second Authorization or Host header (Node drops one silently),
 * HTTP/1.1 without Host (Node answers without a body), or a transfer coding other than chunked.
 */
export function ambiguity({ rawHeaders, headers, httpVersion }: IncomingMessage): ApiError | undefined {
  let authorizations = 0
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++
    else if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (authorizations > 1) return invalid('the Authorization header must be given once')
  if (hosts > 1) return invalid('the Host header must be given once')
  if (hosts === 0 && httpVersion === '1.1') return invalid('the Host header is required')
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding !== 'chunked') return invalid('the Transfer-Encoding header must be chunked')
  return undefined
}

/** The token of an `Authorization: Bearer` header; null without one. */
export function bearerToken(authorization: string | undefined): string | null {
  const match = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')
  return match ? match[1]! : null
}
