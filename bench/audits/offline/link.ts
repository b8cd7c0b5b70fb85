import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface LinkOptions {
  /** The service. */
  to: string
  /** The time that the service's answers are to carry, ms since 1970. */
  now: () => number
  /** Shares of the connections that are reset, and of the answers that are dropped once the service has given them. */
  resets: number
  drops: number
  /** Each try of a batch gets a key of its own: the control. */
  newKeys: boolean
}

/** A boat's link to the service: it is down until it is up, and then a bad one. */
export class Link {
  up = false
  resets = 0
  drops = 0
  /** When something was last posted while it was up. Boats ask about alarms as well, and never stop. */
  lastPostAt = 0
  readonly #options: LinkOptions
  readonly #server = createServer((incoming, answer) => void this.#carry(incoming, answer).catch(() => reset(incoming)))

  constructor(options: LinkOptions) {
    this.#options = options
  }

  async listen(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #carry(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { resets, drops } = this.#options
    if (!this.up) return reset(incoming)
    if (incoming.method === 'POST') this.lastPostAt = Date.now()
    const chance = Math.random()
    if (chance < resets / 2) return this.#reset(incoming)
    const body = await buffer(incoming)
    // Half of the request arrives; the other times the whole of it does.
    if (chance < resets) {
      await this.#forward(incoming, body, body.length >> 1).catch(() => {})
      return this.#reset(incoming)
    }
    const { response, content } = await this.#forward(incoming, body, body.length)
    // One at least, however few there are.
    if ((this.drops === 0 || chance < resets + drops) && incoming.method === 'POST') {
      this.drops++
      return reset(incoming)
    }
    answer.writeHead(response.statusCode!, { ...response.headers, date: new Date(this.#options.now()).toUTCString() })
    answer.end(content)
  }

  #reset(incoming: IncomingMessage): void {
    this.resets++
    reset(incoming)
  }

  /** The service's answer to the first bytes of a request; rejects when they are not all of it. */
  async #forward(incoming: IncomingMessage, body: Buffer, length: number) {
    const { to, newKeys } = this.#options
    const headers: OutgoingHttpHeaders = { ...incoming.headers, connection: 'close' }
    if (newKeys && headers['idempotency-key']) headers['idempotency-key'] = randomUUID()
    const outgoing = request(new URL(incoming.url ?? '/', to), { method: incoming.method, headers })
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject)
    })
    if (length === body.length) outgoing.end(body)
    else outgoing.write(body.subarray(0, length), () => outgoing.destroy())
    const response = await responded
    return { response, content: await buffer(response) }
  }
}

const reset = ({ socket }: IncomingMessage): void => resetSocket(socket)

/**
 * Node refuses to reset a socket that is about to end, as one does whose client is killed (EINVAL), and then never closes it: its
 * process does not end, and uses a whole processor.
 */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}
