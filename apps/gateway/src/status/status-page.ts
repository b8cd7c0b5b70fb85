import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Log } from '@binnacle/onboard'
import type { ListenerSettings } from '../config/settings.ts'
import { bearerOf, sameSecret } from '../token.ts'
import { type Listener, listen } from '../transport/listen.ts'
import { CONTENT_SECURITY_POLICY, signInPage, statusPage } from './html.ts'
import type { GatewayStatus } from './status-file.ts'

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
const COOKIE = 'binnacle-gateway'
const COOKIE_SECONDS = 30 * 86_400
const MAX_FORM_BYTES = 1_024
/** A boat's phones and displays, and a few that hang. */
const MAX_CONNECTIONS = 50
const TIMEOUT_MS = 10_000

/**
 * The gateway's status on the boat's network: GET / for people, GET /status.json for programs. Read only. The token is entered once in
 * a form, or comes as `Authorization: Bearer TOKEN`; never in an address, which browsers and proxies keep. A page of elsewhere
 * that reaches the port (DNS rebinding) has no cookie of it.
 */
export function startStatusPage(settings: ListenerSettings, status: () => GatewayStatus, log: Log): Listener {
  const { token } = settings
  // Not the token itself: a browser keeps it, and who reads it there cannot use it elsewhere. A new token ends it.
  const cookie = createHmac('sha256', token).update('status page').digest('base64url')
  const isAllowed = (request: IncomingMessage): boolean =>
    sameSecret(bearerOf(request) ?? '', token) || sameSecret(cookieOf(request), cookie)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request
    const [path] = (request.url ?? '').split('?')
    if (path === '/sign-in' && method === 'POST') {
      if (!sameSecret(await tokenIn(request), token)) return send(response, 401, HTML, signInPage(true))
      const attributes = `HttpOnly; SameSite=Strict; Path=/; Max-Age=${COOKIE_SECONDS}`
      return send(response, 303, TEXT, '', { location: '/', 'set-cookie': `${COOKIE}=${cookie}; ${attributes}` })
    }
    if (path !== '/' && path !== '/status.json') return send(response, 404, TEXT, 'Not found.\n')
    if (method !== 'GET' && method !== 'HEAD') return send(response, 405, TEXT, 'Use GET.\n', { allow: 'GET, HEAD' })
    if (path === '/')
      return isAllowed(request)
        ? send(response, 200, HTML, statusPage(status(), Date.now()))
        : send(response, 401, HTML, signInPage(false))
    return isAllowed(request)
      ? send(response, 200, JSON_TYPE, `${JSON.stringify(status(), null, 2)}\n`)
      : send(response, 401, JSON_TYPE, '{"error":"token_missing_or_wrong"}\n', { 'www-authenticate': 'Bearer' })
  }

  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (request, response) => {
    answer(request, response).catch((error) => {
      // Without its text: it may hold what was sent.
      log.debug(`status page: a request failed (${error instanceof Error ? error.name : 'error'})`)
      if (response.headersSent) response.destroy()
      else send(response, 500, TEXT, 'This request failed.\n')
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  return listen('status page', server, settings, log)
}

const TEXT = 'text/plain; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json'

function send(response: ServerResponse, code: number, type: string, body: string, headers = {}): void {
  response.writeHead(code, { ...HEADERS, 'content-type': type, ...headers }).end(body)
}

function cookieOf({ headers }: IncomingMessage): string {
  const cookies = (headers.cookie ?? '').split(';').map((one) => one.trim())
  return cookies.find((one) => one.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? ''
}

/** The token in a form; what is too long for one is read to its end, which the request's timeout bounds, and is none. */
async function tokenIn(request: IncomingMessage): Promise<string> {
  let form = ''
  for await (const chunk of request.setEncoding('latin1')) if (form.length <= MAX_FORM_BYTES) form += chunk
  return form.length > MAX_FORM_BYTES ? '' : (new URLSearchParams(form).get('token')?.trim() ?? '')
}
