/** A map that keeps what was set last and forgets the rest: garbage on a bus must not fill the memory. */
export class BoundedMap<Value> {
  readonly #maxSize: number
  readonly #entries = new Map<string, Value>()

  constructor(maxSize: number, entries: Readonly<Record<string, Value>> = {}) {
    this.#maxSize = maxSize
    for (const [key, value] of Object.entries(entries)) this.set(key, value)
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#maxSize) return
    const [oldest = key] = this.#entries.keys()
    this.#entries.delete(oldest)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** Both with the latest last. */
  keys(): string[] {
    return [...this.#entries.keys()]
  }
  values(): Value[] {
    return [...this.#entries.values()]
  }

  toObject(): Record<string, Value> {
    return Object.fromEntries(this.#entries)
  }
}
