import { ApiError } from './errors.ts'

/** 400 for a second Authorization header: Node drops it silently, and a proxy in front may have read the other one. */
export function refuseTwoAuthorizations(rawHeaders: readonly string[]): void {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 13 && name.toLowerCase() === 'authorization' && ++count > 1)
      throw new ApiError('invalid_request', 'the Authorization header is given more than once')
  }
}

/** The token of an `Authorization: Bearer` header; null without one. */
export function bearerToken(authorization: string | undefined): string | null {
  const match = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')
  return match ? match[1]! : null
}
