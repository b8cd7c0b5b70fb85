import type { TSchema } from 'typebox'
import type { ErrorCode } from '../common/errors.ts'
import type { Route } from '../common/route.ts'
import type { Json, JsonObject } from './schemas.ts'

/** An example of a value: the schema's own, or one composed of the examples of its parts. */
export function exampleOf(schema: TSchema): Json {
  const s = schema as JsonObject & { properties?: Record<string, TSchema>; items?: TSchema; anyOf?: TSchema[] }
  if (Array.isArray(s.examples)) return s.examples[0] as Json
  if ('const' in s) return s.const as Json
  if ('default' in s) return s.default as Json
  if (Array.isArray(s.enum)) return s.enum[0] as Json
  if (s.properties) return Object.fromEntries(Object.entries(s.properties).map(([k, v]) => [k, exampleOf(v)]))
  if (s.items) return [exampleOf(s.items)]
  if (s.anyOf) return exampleOf(s.anyOf[0]!)
  if (s.type === 'number') return 0
  return s.type === 'string' ? 'text' : {}
}

/** The pattern of `error` for codes that a colon and an explanation follow, or may. */
export const EXPLAINED: Partial<Record<ErrorCode, string>> = {
  invalid_request: '^invalid_request: ',
  quota_exceeded: '^quota_exceeded: ',
  conflict: '^conflict(: |$)',
}

/** What a route answers for an error, as the service says it: for invalid_request, one that this route can give. */
export function exampleError(route: Route, code: ErrorCode): string {
  if (code === 'quota_exceeded')
    return 'quota_exceeded: connections: 5 of 5 used. Delete some, or ask the operator for a larger plan'
  if (code !== 'invalid_request') return code
  const [required] = (route.body as { required?: string[] } | undefined)?.required ?? []
  if (required) return `invalid_request: /${required} is required`
  return `invalid_request: ${route.body ? 'the body must be JSON' : 'the Host header is required'}`
}
