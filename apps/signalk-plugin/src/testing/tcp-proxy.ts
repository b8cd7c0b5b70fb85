import { once } from 'node:events'
import net from 'node:net'
import { after } from 'node:test'

/** A link to the service that can be cut, as a boat's is. */
export class TcpProxy {
  readonly url: string
  readonly #sockets = new Set<net.Socket>()
  #cut = false

  private constructor(url: string, server: net.Server, target: URL) {
    this.url = url
    server.on('connection', (socket) => this.#join(socket, target))
    after(() => {
      this.cut()
      server.close()
    })
  }

  static async to(target: string): Promise<TcpProxy> {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    return new TcpProxy(`http://127.0.0.1:${port}`, server, new URL(target))
  }

  /** Ends every connection and takes no more until restore(). */
  cut(): void {
    this.#cut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  restore(): void {
    this.#cut = false
  }

  #join(socket: net.Socket, { hostname, port }: URL): void {
    if (this.#cut) return void socket.destroy()
    const far = net.connect(Number(port), hostname)
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
}
