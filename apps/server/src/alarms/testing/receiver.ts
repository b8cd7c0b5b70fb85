import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'

export interface Posted {
  path: string
  headers: Record<string, string>
  body: string
  /** The body as it came, also of pictures and of what is encrypted. */
  bytes: Buffer
}

interface PostReceiver {
  url: string
  /** What was posted to a path. */
  to(path: string): Posted[]
  /** The same, as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects there
  bodies(path: string): any[]
}

const downIs503 = (path: string) => (path.includes('/down/') ? 503 : 200)

/**
 * A server on 127.0.0.1 that accepts what is posted, or answers by the path and body; 503 for one with /down/ in it. It is closed
 * after the test file.
 */
export async function startReceiver(
  statusOf: (path: string, body: string) => number = downIs503,
): Promise<PostReceiver> {
  const got: Posted[] = []
  const server = createServer(async (request, answer) => {
    const [path, bytes] = [request.url!, await buffer(request)]
    const body = bytes.toString()
    got.push({ path, headers: request.headers as Record<string, string>, body, bytes })
    answer.writeHead(statusOf(path, body)).end()
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
