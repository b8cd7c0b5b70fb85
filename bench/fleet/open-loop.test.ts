import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { NO_ANSWER, OpenLoopConnection, type Planned } from './open-loop.ts'

const GET = Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')

/**
 * A server that holds its first answer back until it is told; how long each request took from when it was due, and from when it
 * was sent.
 */
async function stalled(stallMs: number, secondNotBeforeMs = 0) {
  const release = Promise.withResolvers<void>()
  let asked = 0
  const server = createServer(async (_request, response) => {
    if (asked++ === 0) await release.promise
    response.setHeader('content-length', 2).end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const connection = new OpenLoopConnection(port)
  const start = performance.now()
  const took = await Promise.all(
    [0, 1].map((i) => {
      const { promise, resolve } = Promise.withResolvers<{ fromDue: number; fromSending: number; sentAt: number }>()
      const planned: Planned = {
        dueAt: start,
        make: () => GET,
        answered: ({ at, sentAt }) =>
          resolve({ fromDue: at - start, fromSending: at - sentAt, sentAt: sentAt - start }),
        ...(i === 1 && { notBefore: () => start + secondNotBeforeMs }),
      }
      connection.send(planned)
      if (i === 0) void sleep(stallMs).then(release.resolve)
      return promise
    }),
  )
  assert.ok(connection.isIdle)
  connection.close()
  server.close()
  return took
}

test('a server that stalls is late for everything that was due meanwhile', async () => {
  const [first, second] = await stalled(300)
  assert.ok(first!.fromDue >= 299)
  assert.ok(second!.fromDue >= 299)
  // The control: counted from when it was sent, the second would look quick.
  assert.ok(second!.sentAt >= 299 && second!.fromSending < second!.fromDue - 299)
})

test('what may not go out yet waits, and its time counts from when it was due', async () => {
  const [, second] = await stalled(1, 400)
  assert.ok(second!.fromDue - second!.fromSending >= 399)
})

test('a connection that is closed before the answer is told, and the next request has a new one', async () => {
  let asked = 0
  const server = createServer((request, response) => {
    if (asked++ === 0) request.socket.destroy()
    else response.setHeader('content-length', 2).end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const connection = new OpenLoopConnection(port)
  const statuses: string[] = []
  for (let i = 0; i < 2; i++)
    await new Promise<void>((resolve) => {
      const answered = ({ status }: { status: string }) => {
        statuses.push(status)
        resolve()
      }
      connection.send({ dueAt: performance.now(), make: () => GET, answered })
    })
  assert.deepEqual(statuses, [NO_ANSWER, '200'])
  connection.close()
  server.close()
})
