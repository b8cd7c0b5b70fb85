import { connect } from 'node:net'
import { networkProblem } from './problem.ts'
import type { Attempt } from './reconnect.ts'

const CONNECT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 15_000

export const tcp =
  ({ host, port }: { host: string; port: number }): Attempt =>
  (events) => {
    const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS })
    const slow = setTimeout(() => events.down(`${host}:${port} does not answer`), CONNECT_TIMEOUT_MS)
    socket
      .on('connect', () => {
        clearTimeout(slow)
        events.up(`connected to ${host}:${port}`)
      })
      .on('data', events.data)
      .on('error', (error) => events.down(`${host}:${port}: ${networkProblem(error)}`))
      .on('close', () => events.down(`${host}:${port} closed the connection`))
    return {
      close: async () => {
        clearTimeout(slow)
        socket.destroy()
      },
    }
  }
