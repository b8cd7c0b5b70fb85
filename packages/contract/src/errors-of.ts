import type { ErrorCode } from './errors.ts'
import type { Auth, Route } from './route.ts'

const byAuth: Record<Auth, readonly ErrorCode[]> = {
  owner: ['unauthorized', 'insufficient_scope', 'plan_required', 'rate_limited'],
  box: ['invalid_connection_key'],
  ingest: ['invalid_connection_key'],
  session: ['unauthorized'],
  operator: ['unauthorized', 'operator_required'],
  public: [],
}

/** Every error that a route can answer with: its own, and those that its kind of caller, method and body bring. */
export function errorsOf(route: Route): ErrorCode[] {
  const changes = route.method !== 'GET'
  const cookie = route.auth === 'owner' || route.auth === 'session' || route.auth === 'operator'
  return [
    ...new Set<ErrorCode>([
      ...byAuth[route.auth],
      ...(changes && cookie ? (['cross_site_request'] as const) : []),
      ...(route.resource ? (['not_found'] as const) : []),
      'invalid_request',
      ...(changes ? (['unsupported_media_type', 'request_timeout'] as const) : []),
      ...route.errors,
      'internal_error',
      'unavailable',
    ]),
  ]
}
