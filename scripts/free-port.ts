import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Above the ports that fetch and browsers refuse ("bad port", to 10,080), and below those that systems give to programs that ask for
 * any: from 32,768 on Linux, from 49,152 elsewhere.
 */
const [FIRST, LAST] = [11_000, 32_000]

/**
 * A file for each port that a process has, until it ends: tests run side by side, and a server listens a while after it got its
 * port.
 */
const CLAIMS = join(tmpdir(), `binnacle-ports-${process.getuid?.() ?? ''}`)
const claimed: string[] = []
process.once('exit', () => {
  for (const file of claimed) rmSync(file, { force: true })
  try {
    rmdirSync(CLAIMS)
  } catch {
    // Another process has a port, or none was asked for.
  }
})

/**
 * A free port of 127.0.0.1, for a server that has to be told its port. No other test gets it, nor a program that takes any port,
 * before the server starts, or while it is restarted.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (claim(port) && (await isFree(port))) return port
  }
}

/** False if a process has it, or one that ends has just removed the folder. */
function claim(port: number): boolean {
  const file = join(CLAIMS, String(port))
  mkdirSync(CLAIMS, { recursive: true })
  try {
    closeSync(openSync(file, 'wx'))
  } catch (error) {
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code!)) return false
    throw error
  }
  claimed.push(file)
  return true
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
