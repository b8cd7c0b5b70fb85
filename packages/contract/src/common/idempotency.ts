import { type TObject, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import type { Route } from './route.ts'
import { optional } from './schema.ts'

export const IDEMPOTENCY_KEY = 'idempotency-key'

export const idempotencyKey = (description: string, example: string) =>
  optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.idempotencyKeyLength,
      pattern: '^[\\x21-\\x7e]+$',
      description,
      examples: [example],
    }),
  )

/** Signing in: of better-auth, and on the way to a provider, where each try has a state and a cookie of its own. */
const SIGN_IN = ['/api/auth/', '/app/oidc/']

/** Every POST of an owner but those of signing in. */
export const takesIdempotencyKey = (route: Route): boolean =>
  route.method === 'POST' &&
  ['owner', 'session'].includes(route.auth) &&
  !SIGN_IN.some((start) => route.path.startsWith(start))

const OWNERS = Type.Object({
  [IDEMPOTENCY_KEY]: idempotencyKey(
    `A name for this request, made at random. A retry with the same name and body changes nothing and gets the first answer. It is kept for at least ${LIMITS.idempotencyDays} days`,
    '5b0c9a52-2f0e-4f43-9d1c-0a7d5f1f3c11',
  ),
})

/** The headers that a route reads: its own, or those that its kind brings. */
export const headersReadBy = (route: Route): TObject | undefined =>
  route.headers ?? (takesIdempotencyKey(route) ? OWNERS : undefined)
