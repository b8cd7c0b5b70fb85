import { Readable } from 'node:stream'

/** Proxies and phones' networks drop a connection that says nothing for a minute or so. */
const STILL_MS = 25_000

/** A comment, and an event beside it: browsers do not tell a page of comments, and so it would never miss them. */
const STILL = ': still here\nevent: still\ndata: {}\n\n'

/** When a client that was cut off may come again, ms. */
const RETRY_MS = 3_000

/**
 * What a reader may leave unread before it is cut off, bytes: a minute of a fleet of 50 boats, each with something new each
 * second.
 */
const MAX_UNREAD = 256 * 1024

/** Server-sent events, as they go over the wire (HTML standard, "Server-sent events"). Ended or destroyed, it takes no more. */
export class EventStream extends Readable {
  #ended = false
  readonly #still = setInterval(() => this.#write(STILL), STILL_MS)

  constructor() {
    super({ highWaterMark: MAX_UNREAD })
    this.#write(`retry: ${RETRY_MS}\n\n`)
  }

  /** `name` is a word; `data` is sent as JSON, which has no line break. */
  event(name: string, data: object): void {
    this.#write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  end(): void {
    if (this.#ended || this.destroyed) return
    this.#ended = true
    this.push(null)
  }

  override _read(): void {}

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#still)
    done(error)
  }

  #write(text: string): void {
    if (this.#ended || this.destroyed) return
    this.push(text)
    if (this.readableLength > MAX_UNREAD) this.destroy()
  }
}
