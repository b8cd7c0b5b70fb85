import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { request } from './request.ts'

const LIMITS = { timeoutMs: 10_000, maxBytes: 1000, keepAlive: true }

for (const size of [10, 8_000_000])
  test(`an open connection that the other side had just closed is replaced, with ${size} bytes to send`, async (t) => {
    const sockets: Socket[] = []
    const server = createServer((incoming, response) => incoming.resume().on('end', () => response.end('{}')))
    server.on('connection', (socket) => sockets.push(socket))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await request(url, LIMITS)
    // The client has not yet been told when it sends.
    sockets[0]!.destroy()
    const { status } = await request(url, { ...LIMITS, method: 'POST', body: 'x'.repeat(size) })
    assert.equal(status, 200)
    assert.equal(sockets.length, 2)
  })
