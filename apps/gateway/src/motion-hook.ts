import { createServer, type IncomingMessage } from 'node:http'
import type { Log, OnboardDevice } from '@binnacle/onboard'
import type { ListenerSettings } from './config/settings.ts'
import { bearerOf, sameSecret } from './token.ts'
import { type Listener, listen } from './transport/listen.ts'

/**
 * Takes POST /motion/NAME from motion detectors (Frigate, motionEye, a relay with HTTP) and tells the onboard device. The token comes
 * as `Authorization: Bearer TOKEN`, or as `?token=TOKEN` from what can only call an address. A web page in a browser of the boat
 * cannot ask: pages say where they come from.
 */
export function startMotionHook(
  { host, port, token }: ListenerSettings,
  device: Pick<OnboardDevice, 'motion'>,
  log: Log,
): Listener {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`)
    request.resume()
    if (comesFromPage(request)) return answer(403, 'Web pages cannot use this.')
    const [path = '', query] = (request.url ?? '').split('?')
    if (!sameSecret(tokenOf(request, query), token))
      return answer(401, 'The token is missing or wrong.', { 'www-authenticate': 'Bearer' })
    const camera = cameraOf(path)
    if (camera === undefined) return answer(404, 'Not found. Use POST /motion/NAME with the name of a camera.')
    if (request.method !== 'POST') return answer(405, 'Use POST.', { allow: 'POST' })
    return device.motion(camera) ? answer(202, 'Accepted.') : answer(404, `No camera is called ${camera}.`)
  })
  return listen('motion hook', server, { host, port }, log)
}

/** Browsers send these with each request of a page; motion detectors do not. */
const comesFromPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined || headers.referer !== undefined

const tokenOf = (request: IncomingMessage, query: string | undefined): string =>
  bearerOf(request) ?? new URLSearchParams(query).get('token') ?? ''

function cameraOf(path: string): string | undefined {
  const [, name] = /^\/motion\/([^/#]+)$/.exec(path) ?? []
  try {
    return name === undefined ? undefined : decodeURIComponent(name)
  } catch {
    return undefined
  }
}
