import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { ERRORS, type ErrorCode, ROUTES } from '@binnacle/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { NoResultError } from 'kysely'
import type { Config } from '../config.ts'
import { DatabaseAway } from '../db/pool.ts'
import { ambiguity } from './bearer.ts'
import { ApiError } from './errors.ts'
import { securityHeaders } from './security-headers.ts'

const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 65_000
const MAX_HEADER_BYTES = 16 * 1024
/** The last resort behind the time limits of http/body.ts: the largest frame at their slowest rate. */
const REQUEST_TIMEOUT_MS = 12 * 60_000
/** How long the rest of a refused body is read, so that the sender gets to see the answer before the connection ends. */
const LINGER_MS = 2_000

/** A Fastify server with the service's manners: every error is {error}, bodies are read by the routes, slow clients are cut off. */
export function makeServer(config: Config, log: FastifyBaseLogger): FastifyInstance {
  const headers = securityHeaders(config.baseUrl)
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
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false, // ambiguity does it, with a body
    },
    clientErrorHandler: (error, socket) => answerBroken(error, socket as Socket),
    // Hooks do not run for these.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
  })
  // An expectation that nobody knows is let be, where Node would answer 417 without a body; CONNECT is no request of ours.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket) => answerBroken(new Error('CONNECT'), socket as Socket))
  // Routes read their own bodies, after the caller is known: see register.ts.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    const error = ambiguity(request.raw)
    // Where Node's parser finds the same fault it answers itself, right after this: then there is one answer and not two.
    if (error) setImmediate(done, error)
    else done()
  })
  closeConnectionsWhenStopping(app)
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply))
  return app
}

/** A connection whose request is in flight when the service stops ends with its answer: nothing would close it afterwards. */
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

/** A number of proxies means: believe that many addresses, from the nearest on. */
const trusted = (setting: Config['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const answer = asApiError(error)
  const route = request.routeOptions.url
  if (answer.code === 'internal_error') request.log.error({ err: error, route }, 'request failed')
  if (answer.code === 'unavailable' && !(error instanceof ApiError)) logAway(request, error)
  if (isGone(error)) request.log.warn({ err: error, route }, 'what the request was about was removed meanwhile')
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer realm="Binnacle"')
  dropUnreadBody(request, reply)
  return reply.code(answer.status).headers(answer.headers).type('application/json').send({ error: answer.message })
}

const AWAY_LOG_MS = 1_000
let awayLoggedAt = Number.NEGATIVE_INFINITY

/** Not a line for each request: a busy service whose database is away would fill the disk with them. */
function logAway(request: FastifyRequest, error: unknown): void {
  if (performance.now() - awayLoggedAt < AWAY_LOG_MS) return
  awayLoggedAt = performance.now()
  request.log.warn({ reason: (error as Error).message }, 'the database cannot be used')
}

/**
 * What is left of a body that is refused is read and thrown away for a while, and only then is the connection ended. Ended at
 * once, as Node does it where the sender or the answer says `Connection: close`, it is reset by the kernel, and the sender
 * often sees a broken pipe and never the answer.
 */
function dropUnreadBody({ raw }: FastifyRequest, { raw: response }: FastifyReply): void {
  if (raw.complete) return
  raw.resume()
  const cut = setTimeout(() => raw.socket.destroy(), LINGER_MS)
  const last = !response.shouldKeepAlive
  response.shouldKeepAlive = true
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
    return new ApiError('invalid_request', 'the request cannot be read')
  if (isDatabaseAway(error)) return new ApiError('unavailable', undefined, { 'retry-after': '5' })
  if (isGone(error)) return new ApiError(ofOwner(error) ? 'unauthorized' : 'not_found')
  return new ApiError('internal_error')
}

/** Another request removed what this one found: a row that must be there is not, or one refers to nothing (foreign_key_violation). */
const isGone = (error: unknown): boolean =>
  error instanceof NoResultError || (error as { code?: string }).code === '23503'

const ofOwner = (error: unknown): boolean => /_owner_id_fkey$/.test((error as { constraint?: string }).constraint ?? '')

/** A database that is starting, stopping, full of connections, not there, too busy to finish, or whose disk fails; not an error of ours. */
function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '', body } = error as { code?: string; message?: string; body?: { code?: string } }
  return (
    error instanceof DatabaseAway ||
    // better-auth keeps to itself what went wrong when it looked a session up: that is one query.
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
function answerUnknown(request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?')[0]!
  const methods = new Set<string>(patterns.filter((p) => p.matches.test(path)).map((p) => p.method))
  if (methods.size === 0) throw new ApiError('not_found')
  if (methods.has('GET')) methods.add('HEAD')
  reply.header('allow', [...methods].sort().join(', '))
  throw new ApiError('method_not_allowed')
}

/** What Node answers itself before there is a request, in the same form as every other error. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'invalid_request'
  const { status } = ERRORS[code]
  const body = JSON.stringify({ error: code === 'invalid_request' ? 'invalid_request: the request is not HTTP' : code })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
