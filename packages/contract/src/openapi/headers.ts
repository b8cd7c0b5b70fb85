import { listPendingCheckIns } from '../cameras/cameras.ts'
import type { ErrorCode } from '../common/errors.ts'
import type { Route } from '../common/route.ts'
import { hourMeterHeader } from '../telemetry/hour-meter-headers.ts'
import type { JsonObject } from './schemas.ts'

const integer = { type: 'integer', minimum: 1 }
const text = (example: string) => ({ type: 'string', examples: [example] })

/** The headers of answers that a client goes by. */
export const HEADERS = {
  RateLimit: {
    description: 'Requests left for this access key (`r`), and seconds until the count starts again (`t`)',
    schema: text('"default";r=59;t=60'),
  },
  'RateLimit-Policy': {
    description: 'Requests allowed for an access key (`q`) in a window of `w` seconds',
    schema: text('"default";q=60;w=60'),
  },
  'Retry-After': { description: 'Retry after this many seconds', schema: { ...integer, examples: [5] } },
  'Hour-Meter': {
    description:
      'Where Prefer asks for it: the hour meter of the vessel after this batch, whole hours, or `none` while no hours are known',
    schema: text(hourMeterHeader(412)),
  },
  'Vessel-Id': {
    description: 'The vessel of the connection: an onboard device sends nothing that it recorded on another one',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate',
    required: true,
    schema: text('Bearer realm="Binnacle"'),
  },
  Allow: { description: 'The methods that the path has', required: true, schema: text('GET, HEAD') },
} as const satisfies Record<string, JsonObject>
export type HeaderName = keyof typeof HEADERS

/** Errors that are answered before an access key is counted. */
const BEFORE_THE_KEY: readonly (ErrorCode | undefined)[] = [
  'unauthorized',
  'method_not_allowed',
  'headers_too_large',
  'unknown_host',
]

/** Those of HEADERS that an answer of the route may carry; `codes`: its error codes, none for a success. */
export function headersOf(route: Route, codes: readonly ErrorCode[]): HeaderName[] {
  const names: HeaderName[] = []
  const counted = codes.length === 0 || codes.some((code) => !BEFORE_THE_KEY.includes(code))
  if (route.auth === 'owner' && counted) names.push('RateLimit', 'RateLimit-Policy')
  if (codes.some((code) => RETRIED.includes(code))) names.push('Retry-After')
  if (codes.some((code) => UNAUTHENTICATED.includes(code))) names.push('WWW-Authenticate')
  if (codes.includes('method_not_allowed')) names.push('Allow')
  if (codes.length === 0 && route.headers?.properties.prefer) names.push('Hour-Meter')
  if (codes.length === 0 && route.id === listPendingCheckIns.id) names.push('Vessel-Id')
  return names
}

const RETRIED: readonly ErrorCode[] = ['too_frequent', 'rate_limited', 'ingest_disabled', 'unavailable']
const UNAUTHENTICATED: readonly ErrorCode[] = ['unauthorized', 'invalid_connection_key', 'invalid_email_or_password']
