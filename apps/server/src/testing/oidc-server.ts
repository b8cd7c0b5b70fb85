import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
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

/**
 * A real OpenID Connect provider (npm's oidc-provider) on 127.0.0.1. Whoever comes is signed in at once as `who`, one of `people`.
 * It is closed after the test file.
 */
export async function startOidcServer(redirectUri: string) {
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
    await provider.interactionFinished(request, response, { login: { accountId: state.who } })
  })
  after(async () => {
    for (const response of waiting) response.destroy()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return Object.assign(state, { issuer, people, client, otherClient, publicKey })
}

/** A browser at the provider: follows its redirects, with its cookies, to the address of a client. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>()

  async signIn(address: string): Promise<URL> {
    const { origin } = new URL(address)
    let url = new URL(address)
    while (url.origin === origin) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value) this.#cookies.set(name, value)
        else this.#cookies.delete(name)
      }
      const to = response.headers.get('location')
      if (!to) throw new Error(`the provider answered ${response.status} ${await response.text()}`)
      url = new URL(to, url)
    }
    return url
  }
}
