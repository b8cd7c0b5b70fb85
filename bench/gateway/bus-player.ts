import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'

const STEP_MS = 20

/** The lines of a recording that hold a message. */
export function linesOf(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** A gateway on a boat: plays lines over TCP to whoever connects, so many a second, and from the beginning at their end. */
interface BusPlayer {
  port: number
  /** Lines that were played since the start. */
  played(): number
}

export async function playBus(
  resources: AsyncDisposableStack,
  lines: readonly string[],
  linesPerSecond: number,
): Promise<BusPlayer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).once('error', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  let played = 0
  let from = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const due = Math.floor(((now - from) / 1000) * linesPerSecond)
    if (sockets.size === 0 || due === 0) {
      if (sockets.size === 0) from = now
      return
    }
    from += (due / linesPerSecond) * 1000
    const chunk = Array.from({ length: due }, (_, i) => `${lines[(played + i) % lines.length]}\r\n`).join('')
    played += due
    for (const socket of sockets) socket.write(chunk)
  }, STEP_MS)
  resources.defer(async () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as { port: number }).port, played: () => played }
}
