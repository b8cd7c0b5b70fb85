import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { connect, postHead } from '../../testing/socket.ts'
import { bodyChunks, readBody } from './body.ts'

test('a body whose sender is gone is the sender’s fault, small or large', async (t) => {
  const server = http.createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const read of [
    (request: http.IncomingMessage) => readBody(request, 1_000_000),
    (request: http.IncomingMessage) => Array.fromAsync(bodyChunks(request, 1_000_000)),
  ]) {
    const { socket } = await connect(url)
    const arrived = once(server, 'request')
    socket.write(`${postHead('/v1/cameras/frames', 'key', 500_000)}{"image`)
    const [request] = (await arrived) as [http.IncomingMessage]
    const outcome = assert.rejects(read(request), { message: 'invalid_request: the body must not end early' })
    socket.destroy()
    await outcome
  }
})
