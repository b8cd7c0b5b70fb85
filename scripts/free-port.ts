import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Above the ports that fetch and browsers refuse ("bad port", to 10,080), and below those that systems give to programs that ask for
 * any: from 32,768 on Linux, from 49,152 elsewhere.
 */
const [FIRST, LAST] = [11_000, 32_000]

const given = new Set<number>()

/**
 * A free port of 127.0.0.1, for a server that has to be told its port. No program that takes any port gets it before the server starts,
 * or while it is restarted.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (given.has(port)) continue
    if (!(await isFree(port))) continue
    given.add(port)
    return port
  }
}

/** Whether nobody listens on the port of 127.0.0.1 now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!listens) return false
  server.close()
  await once(server, 'close')
  return true
}
