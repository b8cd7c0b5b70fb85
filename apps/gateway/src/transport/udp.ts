import { createSocket } from 'node:dgram'
import { networkProblem } from './problem.ts'
import type { Attempt } from './reconnect.ts'

const LINE_END = Buffer.from('\n')

export const udp =
  ({ port }: { port: number }): Attempt =>
  (events) => {
    // Gateways broadcast, and other programs of this machine may listen too.
    const socket = createSocket({ type: 'udp4', reuseAddr: true })
    socket
      .on('listening', () => events.up(`listening on UDP port ${socket.address().port}`))
      // A datagram ends a line, though some senders leave its end out.
      .on('message', (bytes) => events.data(Buffer.concat([bytes, LINE_END])))
      .on('error', (error) => events.down(`UDP port ${port}: ${networkProblem(error)}`))
    socket.bind(port)
    return { close: () => new Promise((resolve) => socket.close(() => resolve())) }
  }
