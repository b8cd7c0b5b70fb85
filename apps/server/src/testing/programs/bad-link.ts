import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What becomes of the requests that go through. */
export type Trouble =
  | { kind: 'none' }
  /** All that is listed was stored an hour before. */
  | { kind: 'old' }
  | { kind: 'status'; status: number }
  | { kind: 'silence' }
  /** The connection ends in the middle of what is sent. */
  | { kind: 'cut' }
  /** The connection ends in the middle of the answer. */
  | { kind: 'half' }

export interface BadLink {
  endpoint: string
  /** What happens to requests from now on, and to which. */
  suffer(trouble: Trouble, which?: (request: IncomingMessage) => boolean): void
  /** Requests that are under way to the server. */
  underWay(): number
  stop(): Promise<void>
}

const AN_HOUR_MS = 3_600_000
const aged = (list: string) =>
  list.replace(/(?<=<LastModified>)[^<]+/g, (time) => new Date(Date.parse(time) - AN_HOUR_MS).toISOString())

/** A way to a server on 127.0.0.1 on which things go wrong. */
export async function startBadLink(target: string): Promise<BadLink> {
  const { hostname, port } = new URL(target)
  let trouble: Trouble = { kind: 'none' }
  let which: (request: IncomingMessage) => boolean = () => true
  let underWay = 0

  function pass(from: IncomingMessage, to: ServerResponse, half = false): void {
    const { method, url: path, headers } = from
    underWay++
    const onward = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers)
      if (half)
        answer.once('data', (bytes: Buffer) =>
          to.write(bytes.subarray(0, bytes.length / 2), () => to.socket?.destroySoon()),
        )
      else if (trouble.kind === 'old' && !from.url!.includes('.')) text(answer).then((body) => to.end(aged(body)))
      else answer.pipe(to)
    })
    onward.on('error', () => to.destroy()).on('close', () => underWay--)
    to.on('close', () => onward.destroy())
    from.pipe(onward)
  }

  const server = createServer((from, to) => {
    if (!which(from) || trouble.kind === 'none') pass(from, to)
    else if (trouble.kind === 'old' || trouble.kind === 'half') pass(from, to, trouble.kind === 'half')
    else if (trouble.kind === 'status')
      from.resume().once('end', () => to.writeHead((trouble as { status: number }).status).end())
    else if (trouble.kind === 'cut') from.socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    suffer(next, of = () => true) {
      trouble = next
      which = of
    },
    underWay: () => underWay,
    async stop() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}
