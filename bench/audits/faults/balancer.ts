import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * One address before several ports of this machine, as a load balancer or a floating address has it: each connection goes to the next
 * one that takes it. `ports` may change between connections;
 * `cut` ends all that are open.
 */
export async function startBalancer(
  resources: AsyncDisposableStack,
  ports: () => readonly number[],
): Promise<{ port: number; cut(): void }> {
  const open = new Set<Socket>()
  let turn = 0
  const track = (socket: Socket) => {
    open.add(socket.on('error', () => {}).once('close', () => open.delete(socket)))
    return socket
  }
  const server = createServer({ pauseOnConnect: true }, (client) => {
    track(client)
    const all = ports()
    const first = turn++
    const tryNext = (tries: number): void => {
      if (tries >= all.length || client.destroyed) return void client.destroy()
      const behind = track(connect(all[(first + tries) % all.length]!, '127.0.0.1'))
      const refused = () => tryNext(tries + 1)
      behind.once('error', refused).once('connect', () => {
        behind.off('error', refused)
        client.pipe(behind).pipe(client)
        client.once('close', () => behind.destroy())
        behind.once('close', () => client.destroy())
        client.resume()
      })
    }
    tryNext(0)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  resources.defer(() => {
    cut()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, cut }
}
