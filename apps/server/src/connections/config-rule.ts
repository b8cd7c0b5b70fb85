import { LIMITS } from '@binnacle/contract'
import { ApiError } from '../http/errors.ts'

/** 400 for a config that is too large to keep, or has a number that would not come back as it was sent. */
export function refuseUnstorable(config: Record<string, unknown>): void {
  if (holdsInexactNumber(config))
    throw new ApiError('invalid_request', '/config must have numbers beyond 9007199254740991 as strings')
  if (Buffer.byteLength(JSON.stringify(config)) > LIMITS.connectionConfigBytes)
    throw new ApiError('invalid_request', `/config must be at most ${LIMITS.connectionConfigBytes} bytes of JSON`)
}

/** JSON.parse rounds such numbers, and makes Infinity of 1e400, which JSON cannot write. */
function holdsInexactNumber(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsInexactNumber)
}
