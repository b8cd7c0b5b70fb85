import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

export interface TestPerson {
  email?: string
  email_verified?: boolean
  name?: string
}

interface Client {
  id: string
  secret: string
  redirectUri: string
}

type Forge = (claims: JWTPayload) => JWTPayload

/** What somebody without a session at the provider is asked, where it asks. */
const PAGE = '<!doctype html><title>Harbour</title><a href="?answer=yes">Continue</a> <a href="?answer=no">Cancel</a>'
const REFUSED = { error: 'access_denied', error_description: 'somebody has cancelled' }

/**
 * A real OpenID Connect provider (npm's oidc-provider) on 127.0.0.1. Whoever comes is signed in as `who`, one of `people`: at once,
 * or after a page where it `asks`.
 */
export async function openOidcServer(redirectUri: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people: Record<string, TestPerson> = {}
  const client: Client = { id: 'binnacle', secret: 'secret-of-binnacle', redirectUri }
  const otherClient: Client = { id: 'other', secret: 'secret-of-another', redirectUri: 'http://localhost:8081/return' }
  const state = {
    who: '',
    asks: false,
    down: false,
    silent: false,
    forge: null as Forge | null,
    wrongKey: false,
    asked: [] as string[],
  }

  const provider = new Provider(issuer, {
    clients: [client, otherClient].map(({ id, secret, redirectUri }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [redirectUri],
    })),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'test', use: 'sig', alg: 'RS256' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['test'] },
    ttl: { AccessToken: 3600, AuthorizationCode: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people[id] }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    const body = ctx.body as { id_token?: string } | undefined
    if (ctx.path !== '/token' || !body?.id_token || !(state.forge || state.wrongKey)) return
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1]!, 'base64url').toString()) as JWTPayload
    body.id_token = await new SignJWT(state.forge ? state.forge(claims) : claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .sign(state.wrongKey ? other.privateKey : privateKey)
  })

  const answer = provider.callback()
  const waiting: ServerResponse[] = []
  server.on('request', async (request, response) => {
    state.asked.push(request.url!.split('?')[0]!)
    if (state.down) return void response.destroy()
    // Ended when the file is over; until then nobody hears anything.
    if (state.silent) return void waiting.push(response)
    if (!request.url!.startsWith('/interaction/')) return void answer(request, response)
    const said = new URL(request.url!, issuer).searchParams.get('answer')
    if (state.asks && !said) return void response.setHeader('content-type', 'text/html').end(PAGE)
    const result = said === 'no' ? REFUSED : { login: { accountId: state.who } }
    await provider.interactionFinished(request, response, result)
  })
  const close = async () => {
    for (const response of waiting) response.destroy()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return Object.assign(state, { issuer, people, client, otherClient, publicKey, close })
}
