import type { ErrorCode } from './errors.ts'
import { takesIdempotencyKey } from './idempotency.ts'
import type { Auth, Route } from './route.ts'

/** Of those who call with a session cookie. */
const bySession: readonly ErrorCode[] = ['unauthorized', 'account_suspended', 'rate_limited']

const byAuth: Record<Auth, readonly ErrorCode[]> = {
  owner: [...bySession, 'insufficient_scope', 'plan_required'],
  device: ['invalid_connection_key', 'account_suspended'],
  ingest: ['invalid_connection_key', 'account_suspended'],
  session: bySession,
  operator: [...bySession, 'operator_required'],
  public: [],
}

/** Every route has these; method_not_allowed is the answer to other methods at its path. */
const ALWAYS: readonly ErrorCode[] = [
  'invalid_request',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
  'unknown_host',
  'internal_error',
  'unavailable',
]

/** Every error that a route can answer with: its own, and those that its kind of caller, method and body bring. */
export function errorsOf(route: Route): ErrorCode[] {
  const errors = new Set<ErrorCode>([...byAuth[route.auth], ...ALWAYS, ...route.errors])
  const cookie = route.auth === 'owner' || route.auth === 'session' || route.auth === 'operator'
  if (route.method !== 'GET' && cookie) errors.add('cross_site_request')
  if (cookie && !route.withoutSecondFactor) errors.add('second_factor_required')
  if (takesIdempotencyKey(route)) errors.add('idempotency_key_reused')
  if (route.resource) errors.add('not_found')
  if (route.body) {
    errors.add('unsupported_media_type')
    errors.add('body_too_large')
  }
  return [...errors]
}
