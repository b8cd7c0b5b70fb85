import type { ErrorCode } from '@binnacle/contract'
import { ApiError, invalid, retryAfter } from '../../http/errors.ts'
import { UNREADABLE } from './guesses/code-attempts.ts'

/** better-auth's codes as the contract's. */
const CODES: Record<string, ErrorCode> = {
  // After the return from an OIDC provider.
  state_mismatch: 'sign_in_again',
  state_not_found: 'sign_in_again',
  account_not_linked: 'email_taken',
  unable_to_create_user: 'conflict',
  SIGNUPS_CLOSED: 'signups_closed',
  ACCOUNT_SUSPENDED: 'account_suspended',
  // Another request made an account between the check and this one.
  FAILED_TO_CREATE_USER: 'conflict',
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  INVALID_EMAIL_OR_PASSWORD: 'invalid_email_or_password',
  INVALID_PASSWORD: 'wrong_password',
  INVALID_TOKEN: 'link_invalid',
  INVALID_CODE: 'invalid_code',
  INVALID_BACKUP_CODE: 'invalid_code',
  INVALID_TWO_FACTOR_COOKIE: 'sign_in_again',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'sign_in_again',
  TOTP_NOT_ENABLED: 'conflict',
  TWO_FACTOR_NOT_ENABLED: 'conflict',
  TWO_FACTOR_ENABLED: 'conflict',
  BACKUP_CODES_NOT_ENABLED: 'conflict',
  CHALLENGE_NOT_FOUND: 'sign_in_again',
  PASSKEY_NOT_FOUND: 'passkey_not_accepted',
  AUTHENTICATION_FAILED: 'passkey_not_accepted',
  // With status 500 when the browser's answer is malformed.
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_not_accepted',
  USER_NOT_VERIFIED: 'passkey_not_accepted',
}

const NO_EMAIL = '/email must be an e-mail address'

/** The contract has checked everything else before better-auth sees it. */
const DETAILS: Record<string, string> = { INVALID_EMAIL: NO_EMAIL, VALIDATION_ERROR: NO_EMAIL }

/** A code of better-auth's as the contract's. */
export const codeOf = (code: string): ErrorCode | undefined => (Object.hasOwn(CODES, code) ? CODES[code] : undefined)

/** An answer of better-auth's that is an error, in the service's form. */
export function authError(status: number, text: string): ApiError {
  const code = codeIn(text)
  const ours = codeOf(code)
  if (ours) return new ApiError(ours)
  // better-auth reads a session in one query, and hides why it failed.
  if (code === UNREADABLE || (code === 'FAILED_TO_GET_SESSION' && status === 500))
    return new ApiError('unavailable', undefined, retryAfter(5_000))
  if (status === 401) return new ApiError('unauthorized')
  if (status === 409) return new ApiError('conflict')
  return status < 500 ? invalid(DETAILS[code] ?? 'the request was not accepted') : new ApiError('internal_error')
}

function codeIn(text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? ''
  } catch {
    return ''
  }
}
