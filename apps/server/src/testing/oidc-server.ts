import { after } from 'node:test'
import { openOidcServer } from './oidc-provider.ts'

export type { TestPerson } from './oidc-provider.ts'

/** A provider that is closed after the test file. */
export async function startOidcServer(redirectUri: string) {
  const provider = await openOidcServer(redirectUri)
  after(provider.close)
  return provider
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
