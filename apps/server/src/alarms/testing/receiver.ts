import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

export interface Posted {
  path: string
  headers: Record<string, string>
  body: string
}

export interface PostReceiver {
  url: string
  /** What was posted to a path. */
  to(path: string): Posted[]
  /** The same, as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects there
  bodies(path: string): any[]
}

/** A server on 127.0.0.1 that accepts what is posted; a path with /down/ in it is answered 503. It is closed after the test file. */
export async function startReceiver(): Promise<PostReceiver> {
  const got: Posted[] = []
  const server = createServer(async (request, answer) => {
    got.push({ path: request.url!, headers: request.headers as Record<string, string>, body: await text(request) })
    answer.writeHead(request.url!.includes('/down/') ? 503 : 200).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  after(() => server.close())
  const to = (path: string) => got.filter((one) => one.path === path)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to,
    bodies: (path) => to(path).map(({ body }) => JSON.parse(body)),
  }
}
