import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { ERRORS, type ErrorCode, LIMITS, ROUTES } from '@binnacle/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { NoResultError } from 'kysely'
import { DatabaseUnavailable } from '../db/pool/pool.ts'
import type { Config } from '../settings/config.ts'
import { ambiguity } from './bearer.ts'
import { isForBrowser } from './browser/for-browser.ts'
import { hasUnknownHost, UNKNOWN_HOST_CSP, unknownHostPage } from './browser/known-host.ts'
import { securityHeaders } from './browser/security-headers.ts'
import { ApiError, invalid } from './errors.ts'
import { acceptedLanguage } from './values/accepted-language.ts'

const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 65_000
/** The last resort behind the time limits of http/route/body.ts: the largest frame at their slowest rate. */
const REQUEST_TIMEOUT_MS = 12 * 60_000
/** How long the rest of a refused body is read, so that the sender gets to see the answer before the connection ends. */
const LINGER_MS = 2_000

/** A Fastify server as every route needs it: each error is {error}, routes read their bodies, slow clients are disconnected. */
export function makeServer(config: Config, log: FastifyBaseLogger): FastifyInstance {
  const headers = securityHeaders(config)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(config.trustProxy),
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 16 * 1024, ignoreTrailingSlash: false },
    http: {
      maxHeaderSize: LIMITS.headerBytes,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false, // ambiguity does it, with a body
    },
    clientErrorHandler: (error, socket) => answerBroken(error, socket as Socket),
    // Fastify runs no hooks for these.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
  })
  // Limits and the audit log need the address, which Node cannot look up any more once the client has gone.
  app.server.on('connection', (socket) => void socket.remoteAddress)
  // Unknown Expect headers are ignored: Node would answer 417 without a body. CONNECT is refused.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket) => answerBroken(new Error('CONNECT'), socket as Socket))
  // Routes read their own bodies, after the caller is known: see register.ts.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const ownHost = new URL(config.baseUrl).hostname
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    const error = ambiguity(request.raw)
    // If Node's parser finds the same fault, it answers right after this hook: wait, so that there is one answer.
    if (error) setImmediate(done, error)
    else if (hasUnknownHost(request, ownHost)) refuseHost(request, reply)
    else done()
  })
  closeConnectionsWhenStopping(app)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // Fastify asks a QUERY for its Content-Type before it looks whether the path has one.
    const why = error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE' ? whyUnknown(request) : error
    return answerError(why, request, reply)
  })
  app.setNotFoundHandler((request, reply) => answerError(whyUnknown(request), request, reply))
  return app
}

function refuseHost(request: FastifyRequest, reply: FastifyReply): void {
  const error = new ApiError('unknown_host')
  if (!isForBrowser(request)) return void answerError(error, request, reply)
  dropUnreadBody(request, reply)
  reply.code(error.status).type('text/html; charset=utf-8').header('content-security-policy', UNKNOWN_HOST_CSP)
  reply.send(unknownHostPage(acceptedLanguage(request.headers['accept-language'])))
}

/** While the service stops, a connection ends with its answer: nothing would close it afterwards. */
function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
}

/** A number means that many trusted proxies, counted from the nearest. */
const trusted = (setting: Config['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const answer = asApiError(error)
  const route = request.routeOptions.url
  if (answer.code === 'internal_error') request.log.error({ err: error, route }, 'request failed')
  if (answer.code === 'unavailable' && !(error instanceof ApiError)) logUnavailable(request, error)
  if (isGone(error))
    request.log.warn({ err: error, route }, 'the request lost a race: what it is about was deleted meanwhile')
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer realm="Binnacle"')
  dropUnreadBody(request, reply, answer.code === 'request_timeout')
  return reply.code(answer.status).headers(answer.headers).type('application/json').send({ error: answer.message })
}

const UNAVAILABLE_LOG_MS = 1_000
let unavailableLoggedAt = Number.NEGATIVE_INFINITY

/** At most one line a second: a busy service would fill the disk while its database is unavailable. */
function logUnavailable(request: FastifyRequest, error: unknown): void {
  if (performance.now() - unavailableLoggedAt < UNAVAILABLE_LOG_MS) return
  unavailableLoggedAt = performance.now()
  request.log.warn({ reason: (error as Error).message }, 'the database cannot be used')
}

/**
 * Reads the rest of a refused body for LINGER_MS and drops it; only then the connection is closed, if the sender asked for it or
 * was too slow, or if there is still no end. Node closes it at once where the sender or the answer says `Connection: close`: the
 * kernel then resets it, and the sender often sees a broken pipe and never the answer.
 */
function dropUnreadBody({ raw }: FastifyRequest, { raw: response }: FastifyReply, tooSlow = false): void {
  if (raw.complete) return
  raw.resume()
  const cut = setTimeout(() => raw.socket.destroy(), LINGER_MS)
  const last = tooSlow || !response.shouldKeepAlive
  // With these two Node writes `Connection: close` and leaves the closing to us. Its types have the first only.
  Object.assign(response, { shouldKeepAlive: true, maxRequestsOnConnectionReached: last })
  Promise.all([finished(raw), finished(response)])
    .then(() => last && raw.socket.end())
    .catch(() => {})
    .finally(() => clearTimeout(cut))
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { statusCode } = error as FastifyError
  if (statusCode === 413) return new ApiError('body_too_large')
  if (statusCode === 415) return new ApiError('unsupported_media_type')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return invalid('the request must be valid HTTP')
  if (isDatabaseUnavailable(error)) return new ApiError('unavailable', undefined, { 'retry-after': '5' })
  if (isGone(error)) return new ApiError(ofOwner(error) ? 'unauthorized' : 'not_found')
  return new ApiError('internal_error')
}

/** Another request has deleted what this one found: a row is missing, or a reference points to nothing (foreign_key_violation). */
const isGone = (error: unknown): boolean =>
  error instanceof NoResultError || (error as { code?: string }).code === '23503'

const ofOwner = (error: unknown): boolean => /_owner_id_fkey$/.test((error as { constraint?: string }).constraint ?? '')

/** The database is starting, stopping, unreachable, out of connections, too busy, or its disk fails. Not an error of the service. */
function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '', body } = error as { code?: string; message?: string; body?: { code?: string } }
  return (
    error instanceof DatabaseUnavailable ||
    // better-auth hides the error of its session query.
    body?.code === 'FAILED_TO_GET_SESSION' ||
    /^(08|53|57P|57014|58)/.test(code) ||
    /^(ECONN|EPIPE|ETIMEDOUT|ENOENT)/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(message)
  )
}

const patterns = ROUTES.map((route) => ({
  method: route.method,
  matches: new RegExp(`^${route.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** 405 with Allow where the path exists with other methods, else 404. */
function whyUnknown(request: FastifyRequest): ApiError {
  const path = request.url.split('?')[0]!
  const methods = new Set<string>(patterns.filter((p) => p.matches.test(path)).map((p) => p.method))
  if (methods.size === 0) return new ApiError('not_found')
  if (methods.has('GET')) methods.add('HEAD')
  return new ApiError('method_not_allowed', undefined, { allow: [...methods].sort().join(', ') })
}

/** Answers what Node rejects before there is a request, in the form of every other error. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'invalid_request'
  const { status } = ERRORS[code]
  const body = JSON.stringify({
    error: code === 'invalid_request' ? 'invalid_request: the request must be valid HTTP' : code,
  })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
