import { AsyncLocalStorage } from 'node:async_hooks'
import { getOAuthState } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { Db } from '../../db/database.ts'
import { type Begun, type Found, findAccount } from './find-account.ts'
import type { Person, Provider } from './provider.ts'
import { OIDC } from './sql.ts'

/** The return of a browser from the provider. */
export interface Visit {
  /** The address that it opened. */
  returned: URL
  /** Who came, once that is known. */
  found?: { person: Person; account: Found }
}

/**
 * better-auth keeps the state of a sign-in, in its database and in a cookie, and makes accounts, links and sessions. The provider is
 * asked by openid-client: generic-oauth itself would check neither signature, audience nor nonce of the ID token, and wait for
 * ever. No token of the provider is kept.
 */
export function oidcPlugin(db: Db, signups: 'open' | 'closed', provider: Provider) {
  const visits = new AsyncLocalStorage<Visit>()
  const { issuer, clientId, clientSecret } = provider.settings

  async function getUserInfo() {
    const visit = visits.getStore()!
    const begun = (await getOAuthState()) as unknown as Begun
    const person = await provider.identify(visit.returned, begun.codeVerifier)
    const account = await findAccount(db, signups, person, begun)
    visit.found = { person, account }
    const { id, email, name } = account
    return { id, email, name, emailVerified: false }
  }

  const plugin = genericOAuth({
    config: [
      {
        providerId: OIDC,
        clientId,
        clientSecret,
        // It wants addresses; those of the provider's discovery are used.
        authorizationUrl: issuer,
        tokenUrl: issuer,
        scopes: ['openid', 'profile', 'email'],
        pkce: true,
        getToken: async () => ({}),
        getUserInfo,
      },
    ],
  })
  return { plugin, during: <T>(visit: Visit, work: () => Promise<T>) => visits.run(visit, work) }
}

export type OidcPlugin = ReturnType<typeof oidcPlugin>
