import type { IncomingMessage } from 'node:http'
import { ApiError } from './errors.ts'

/**
 * 400 for a request that a proxy in front may have read differently: a second Authorization or Host header, of which Node drops
 * one silently, HTTP/1.1 without Host, which Node by itself answers without a body, or a transfer coding other than chunked.
 */
export function ambiguity({ rawHeaders, headers, httpVersion }: IncomingMessage): ApiError | undefined {
  let authorizations = 0
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++
    else if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (authorizations > 1) return new ApiError('invalid_request', 'the Authorization header is given more than once')
  if (hosts > 1) return new ApiError('invalid_request', 'the Host header is given more than once')
  if (hosts === 0 && httpVersion === '1.1') return new ApiError('invalid_request', 'the Host header is missing')
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding !== 'chunked')
    return new ApiError('invalid_request', 'the Transfer-Encoding is not known')
  return undefined
}

/** The token of an `Authorization: Bearer` header; null without one. */
export function bearerToken(authorization: string | undefined): string | null {
  const match = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')
  return match ? match[1]! : null
}
