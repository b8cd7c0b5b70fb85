import { createServer } from 'node:http'
import type { Box, Log } from '@binnacle/onboard'
import { networkProblem } from './transport/problem.ts'
import type { Closable } from './transport/reconnect.ts'

export interface MotionHookSettings {
  host: string
  port: number
}

/** Takes POST /motion/NAME from motion detectors (Frigate, motionEye, a relay with HTTP) and tells the box. */
export function startMotionHook(
  { host, port }: MotionHookSettings,
  box: Pick<Box, 'motion'>,
  log: Log,
): Closable & { listening: Promise<number | undefined> } {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`)
    request.resume()
    const camera = cameraOf(request.url ?? '')
    if (camera === undefined) return answer(404, 'POST /motion/NAME of a camera')
    if (request.method !== 'POST') return answer(405, 'POST it', { allow: 'POST' })
    return box.motion(camera) ? answer(202, 'thank you') : answer(404, `there is no camera ${camera}`)
  })
  const listening = new Promise<number | undefined>((resolve) => {
    server.once('error', (error) => {
      log.error(`motion hook: port ${port} on ${host}: ${networkProblem(error)}`)
      resolve(undefined)
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' ? address?.port : undefined)
    })
  })
  return {
    listening,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function cameraOf(url: string): string | undefined {
  const [, name] = /^\/motion\/([^/?#]+)$/.exec(url) ?? []
  try {
    return name === undefined ? undefined : decodeURIComponent(name)
  } catch {
    return undefined
  }
}
