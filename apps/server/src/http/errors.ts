import { ERRORS, type ErrorCode } from '@binnacle/contract'

/** An answer that is an error: `{error: code}`, with what explains it after a colon where the contract says so (EXPLAINED). */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, detail?: string, headers: Record<string, string> = {}) {
    super(detail ? `${code}: ${detail}` : code)
    this.name = 'ApiError'
    this.code = code
    this.headers = headers
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** For an answer that says when to try again: whole seconds, at least one. */
export const retryAfter = (ms: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) })

/** A request that does not fit: `why` says what to correct. */
export const invalid = (why: string) => new ApiError('invalid_request', why)

/** The same answer whether the thing does not exist or belongs to another owner. */
export const notFound = () => new ApiError('not_found')
