import { Type } from 'typebox'
import { route } from '../common/route.ts'
import { flag, named, optional, text } from '../common/schema.ts'
import { removed } from '../vessels/vessels.ts'

/** Sign-in at the operator's OpenID Connect provider. */
const app = { tag: 'app', scope: null, resource: null } as const

const address = {
  200: {
    description: 'Where to send the browser',
    schema: Type.Object({
      url: text(4000, "The provider's address for this sign-in", 'https://auth.example.org/authorize?client_id=…'),
    }),
  },
}

const to = text(2000, 'The page of the app to open afterwards', '/boats/5b0c')

export const startOidc = route({
  ...app,
  id: 'startOidc',
  method: 'POST',
  path: '/app/oidc/sign-in',
  auth: 'public',
  summary: "Start signing in at the operator's provider",
  description:
    "Gives the provider's address for one sign-in, valid for five minutes in this browser. not_found: no provider is set up.",
  body: named('OidcStart', 'A sign-in at the provider', {
    to: optional(to),
    fresh: optional(flag('Whether the provider must ask who it is again, for what needs a fresh session', false)),
    setupToken: optional(
      text(100, "For the first account: the set-up token from the service's log", '3f9a1-77b2c-0d4e8-51c6f'),
    ),
  }),
  answers: address,
  errors: ['not_found', 'oidc_unavailable', 'setup_token_required', 'rate_limited', 'cross_site_request'],
})

export const linkOidc = route({
  ...app,
  id: 'linkOidc',
  method: 'POST',
  path: '/app/oidc/link',
  auth: 'session',
  summary: "Start linking an account at the operator's provider",
  description:
    "Gives the provider's address; who signs in there then signs in to this account. The session must be fresh: at most 15 minutes since it signed in or since confirmSession. not_found: no provider is set up. conflict: one is linked already.",
  answers: address,
  errors: ['not_found', 'conflict', 'oidc_unavailable', 'fresh_session_required'],
})

export const unlinkOidc = route({
  ...app,
  id: 'unlinkOidc',
  method: 'DELETE',
  path: '/app/oidc/link',
  auth: 'session',
  summary: 'Unlink the account at the provider',
  description: 'The account at the provider no longer signs in. conflict: there is no other way to sign in.',
  answers: { 200: { description: 'It was unlinked', schema: removed } },
  errors: ['not_found', 'conflict'],
})

/** Where the provider sends the browser back to: operators enter this path at their provider. */
export const OIDC_CALLBACK = '/api/auth/oauth2/callback/oidc'

export const finishOidc = route({
  ...app,
  id: 'finishOidc',
  method: 'GET',
  path: OIDC_CALLBACK,
  auth: 'public',
  summary: 'Return from the provider',
  description:
    'Completes startOidc or linkOidc and opens a page of the app. After a refusal its address has `?error=` with the code: `oidc_unavailable`, `oidc_refused`, `sign_in_again`, `signups_closed`, `setup_token_required`, `email_taken`, `conflict`, `fresh_session_required`, `account_suspended`, `rate_limited`.',
  query: Type.Object(
    {
      code: optional(text(4000, "The provider's code", 'SplxlOBeZQQYbYS6WxSbIA')),
      state: optional(text(200, 'Names the sign-in', 'af0ifjsldkj')),
      iss: optional(text(2000, 'The issuer', 'https://auth.example.org')),
      error: optional(text(200, 'Why the provider did not sign in', 'access_denied')),
    },
    { description: 'The answer of the provider', additionalProperties: true },
  ),
  answers: { 302: { description: 'To a page of the app', content: 'text/plain' } },
  errors: ['not_found', 'rate_limited'],
})
