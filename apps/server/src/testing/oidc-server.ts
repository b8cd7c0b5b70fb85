import { after } from 'node:test'
import { OIDC_CALLBACK } from '@binnacle/contract'
import { openOidcServer } from './oidc-provider.ts'

export type { TestPerson } from './oidc-provider.ts'

/** A provider that is closed after the test file, and the settings of a service at `baseUrl` that uses it. */
export async function startOidcServer(baseUrl: string) {
  const provider = await openOidcServer(baseUrl + OIDC_CALLBACK)
  after(provider.close)
  const { issuer, client } = provider
  const settings = {
    ...{ BASE_URL: baseUrl, TRUST_PROXY: 'true' },
    ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
  }
  return Object.assign(provider, { settings })
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
