import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from 'openid-client'
import { ApiError } from '../../http/errors.ts'
import { badTextAt } from '../../http/route/json.ts'
import type { OidcSettings } from './settings.ts'

/** How long a request to the provider may take. */
const TIMEOUT_S = 10

/** Longest subject that OpenID Connect allows (Core 1.0, section 2). */
const SUBJECT_LENGTH = 255
const NAME_LENGTH = 200

/** Loaded when it is needed: it takes memory, and most installations have no provider. */
const client = () => import('openid-client')

/** Who signed in at the provider. */
export interface Person {
  /** The issuer and its name for the account: the same subject at another issuer is somebody else. */
  id: string
  /** When they last proved there who they are; null: the provider does not say. */
  provedAt: Date | null
  /** E-mail address and name, asked of the provider where they are not in the ID token. */
  profile(): Promise<{ email: string; name: string }>
}

/**
 * The operator's OpenID Connect provider. Throws oidc_unavailable when it cannot be reached in time, and oidc_refused when it says
 * no or its answer is not valid: openid-client checks issuer, audience, times, nonce, and the signature of the ID token.
 */
export function makeProvider(settings: OidcSettings, nonceKey: Buffer, log: FastifyBaseLogger) {
  let discovered: Promise<Configuration> | null = null

  const fail = (code: 'oidc_unavailable' | 'oidc_refused', error: unknown) => {
    log.warn({ reason: reasonOf(error) }, 'sign-in at the OIDC provider failed')
    return new ApiError(code)
  }

  async function discover(): Promise<Configuration> {
    const openid = await client()
    discovered ??= openid.discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret,
      openid.ClientSecretBasic(settings.clientSecret),
      {
        timeout: TIMEOUT_S,
        execute: [
          openid.enableNonRepudiationChecks,
          // config.ts allows http on this machine only.
          ...(settings.issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
        ],
      },
    )
    try {
      return await discovered
    } catch (error) {
      discovered = null
      throw fail('oidc_unavailable', error)
    }
  }

  /** The ID token must repeat it: it ties the token to the code challenge of this sign-in, and needs no place of its own. */
  const nonceOf = (challenge: string) => createHmac('sha256', nonceKey).update(challenge).digest('base64url')

  /** Where to send the browser. `begun`: the parameters of this sign-in, with its state and its S256 code challenge. */
  async function address(begun: URLSearchParams, fresh: boolean): Promise<string> {
    const parameters = new URLSearchParams(begun)
    parameters.set('nonce', nonceOf(begun.get('code_challenge')!))
    if (fresh) {
      parameters.set('prompt', 'login')
      parameters.set('max_age', '0')
    }
    const { buildAuthorizationUrl } = await client()
    return buildAuthorizationUrl(await discover(), parameters).href
  }

  /** Exchanges the code in the address that the provider sent the browser back to. */
  async function identify(returned: URL, codeVerifier: string): Promise<Person> {
    const openid = await client()
    const provider = await discover()
    try {
      const tokens = await openid.authorizationCodeGrant(provider, returned, {
        pkceCodeVerifier: codeVerifier,
        expectedNonce: nonceOf(await openid.calculatePKCECodeChallenge(codeVerifier)),
        // better-auth has checked it.
        expectedState: returned.searchParams.get('state') ?? '',
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      if (claims.sub.length > SUBJECT_LENGTH || badTextAt(claims) !== null)
        throw new Error('the ID token has a text that cannot be stored')
      return {
        id: `${claims.iss} ${claims.sub}`,
        // A time that is still to come would keep the session fresh until then.
        provedAt: claims.auth_time === undefined ? null : new Date(Math.min(claims.auth_time * 1000, Date.now())),
        profile: async () =>
          profileOf(claims) ?? profileOf(await userInfo(provider, tokens.access_token, claims.sub)) ?? noEmail(),
      }
    } catch (error) {
      throw fail(isUnreachable(error) ? 'oidc_unavailable' : 'oidc_refused', error)
    }
  }

  async function userInfo(provider: Configuration, accessToken: string, subject: string) {
    try {
      return await (await client()).fetchUserInfo(provider, accessToken, subject)
    } catch (error) {
      throw fail(isUnreachable(error) ? 'oidc_unavailable' : 'oidc_refused', error)
    }
  }

  function noEmail(): never {
    throw fail('oidc_refused', new Error('the provider gives no e-mail address: allow the scope email'))
  }

  return { settings, discover, address, identify }
}

export type Provider = ReturnType<typeof makeProvider>

/** Null where there is no e-mail address, or a text that cannot be stored. */
function profileOf({
  email,
  name,
  preferred_username,
}: Record<string, unknown>): { email: string; name: string } | null {
  if (badTextAt([email, name, preferred_username]) !== null) return null
  if (typeof email !== 'string' || email.length > 320 || !/^[^\s@]+@[^\s@]+$/.test(email)) return null
  const called = [name, preferred_username].find((text) => typeof text === 'string' && text.trim() !== '')
  return { email: email.toLowerCase(), name: [...String(called ?? email.split('@')[0])].slice(0, NAME_LENGTH).join('') }
}

/** fetch() says so with a TypeError; the other two are openid-client's. */
const isUnreachable = (error: unknown) =>
  (error instanceof TypeError && error.message === 'fetch failed') ||
  ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(String((error as { code?: unknown }).code))

/** The last cause says most. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: unknown }
  return cause instanceof Error ? `${message}: ${reasonOf(cause)}` : String(message)
}
