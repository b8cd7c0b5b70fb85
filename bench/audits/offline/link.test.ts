import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { resetSocket } from './link.ts'

test('a reset closes a connection that is open, and one that is about to end', async (t) => {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  for (const ends of [false, true]) {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    const [socket] = (await once(server, 'connection')) as [Socket]
    const errors: Error[] = []
    const closed = new Promise<void>((resolve) => {
      socket.on('error', (error) => errors.push(error)).once('close', resolve)
    })
    if (ends) socket.end()
    resetSocket(socket)
    // What Node refuses it says at once.
    assert.deepEqual(errors, [])
    await closed
    client.destroy()
  }
})
