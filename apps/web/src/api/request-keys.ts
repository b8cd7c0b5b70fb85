const BYTES = 16

/** A name that nobody else has. Not crypto.randomUUID: browsers have that on https only, and a boat's network may have none. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The Idempotency-Keys of requests under way. A request with the same content has the same key until it has an answer, so that
 * neither a second click nor another try after a lost answer makes something twice.
 */
export class RequestKeys {
  readonly #open = new Map<string, string>()

  of(content: string): string {
    const key = this.#open.get(content) ?? randomKey()
    this.#open.set(content, key)
    return key
  }

  answered(content: string): void {
    this.#open.delete(content)
  }
}
