import { LIMITS } from '@binnacle/contract'
import { invalid } from '../http/errors.ts'

/** 400 for a config that is too large to keep, or has a number so large that JSON.parse may round it. */
export function refuseUnstorable(config: Record<string, unknown>): void {
  if (holdsInexactNumber(config)) throw invalid('/config must have numbers beyond 9007199254740991 as strings')
  if (Buffer.byteLength(JSON.stringify(config)) > LIMITS.connectionConfigBytes)
    throw invalid(`/config must be at most ${LIMITS.connectionConfigBytes} bytes of JSON`)
}

/** Infinity, too, which JSON.parse makes of 1e400 and JSON cannot write. */
function holdsInexactNumber(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsInexactNumber)
}
