import type { Server } from 'node:http'
import type { Log } from '@binnacle/onboard'
import { networkProblem } from './problem.ts'
import type { Closable } from './reconnect.ts'

/** A server of the gateway's own; `listening` has its port, or undefined where it could not listen, which the log says. */
export type Listener = Closable & { listening: Promise<number | undefined> }

/** Lets a server listen. The gateway goes on without it where the port is taken. */
export function listen(
  name: string,
  server: Server,
  { host, port }: { host: string; port: number },
  log: Log,
): Listener {
  const listening = new Promise<number | undefined>((resolve) => {
    server.once('error', (error) => {
      log.error(`${name}: port ${port} on ${host}: ${networkProblem(error)}`)
      resolve(undefined)
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' ? address?.port : undefined)
    })
  })
  return {
    listening,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
