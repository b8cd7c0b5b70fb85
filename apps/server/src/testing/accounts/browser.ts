import type { Route } from '@binnacle/contract'
import type { Answer, Client } from '../client.ts'

let browsers = 0

/** Keeps cookies as a browser does, and has an address of its own (the service must be started with TRUST_PROXY). */
export class Browser {
  readonly address = `198.51.${(++browsers >> 8) & 255}.${browsers & 255}`
  readonly #client: Client
  readonly #cookies = new Map<string, string>()

  constructor(client: Client) {
    this.#client = client
  }

  get session(): { cookie: string } {
    return { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }

  /** Takes over the cookies of another browser that it does not have. */
  add(other: Browser): void {
    for (const [name, value] of other.#cookies) if (!this.#cookies.has(name)) this.#cookies.set(name, value)
  }

  async call(
    route: Route,
    body?: unknown,
    params: Record<string, string> = {},
    query: Record<string, string> = {},
  ): Promise<Answer> {
    const headers = { 'x-forwarded-for': this.address, 'user-agent': `Browser ${this.address}` }
    const answer = await this.#client.call(route, this.session, {
      params,
      query,
      headers,
      ...(body !== undefined && { body }),
    })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return answer
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}
