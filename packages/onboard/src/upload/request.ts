import http, { type ClientRequest, type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'

export interface RequestOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** The whole answer must be there within this, ms. */
  timeoutMs: number
  /** A larger answer is cut off. */
  maxBytes: number
  signal?: AbortSignal
  /** The connection stays open for the next request to the same host. */
  keepAlive?: boolean
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Each header as often as it came. */
  headersDistinct: NodeJS.Dict<string[]>
  body: Buffer
}

/** A request's time or size ran out. */
export class RequestAborted extends Error {
  override name = 'RequestAborted'
  readonly what: 'time' | 'size'

  constructor(what: 'time' | 'size') {
    super(what === 'time' ? 'no answer within the time limit' : 'the answer is too large')
    this.what = what
  }
}

// fetch closes an idle connection after four seconds unless the server names a time, and a poll every 15 s would cost a TLS
// handshake of 5 KB each time: 900 MB a month.
const agents = {
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
}

/**
 * One HTTP exchange; redirects are given back, not followed. An open connection that the other side had just closed is replaced
 * by a new one. Rejects with RequestAborted and the errors of node:http.
 */
export async function request(url: URL, options: RequestOptions): Promise<Answer> {
  const { method = 'GET', headers, body, signal, keepAlive = false } = options
  const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent: keepAlive && agents[url.protocol as keyof typeof agents],
    signal,
  })
  const late = setTimeout(() => outgoing.destroy(new RequestAborted('time')), options.timeoutMs)
  try {
    const answer = answerTo(outgoing, options.maxBytes)
    outgoing.end(body)
    return await answer
  } catch (error) {
    if (outgoing.reusedSocket && isClosed(error)) return await request(url, { ...options, keepAlive: false })
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** What is larger than the system's buffer meets the closed connection while it is being written. */
const isClosed = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

function answerTo(outgoing: ClientRequest, maxBytes: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    outgoing.once('error', reject)
    outgoing.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('the answer changes to another protocol'))
    })
    outgoing.once('response', (incoming) => {
      const { statusCode: status = 0, headers, headersDistinct } = incoming
      const chunks: Buffer[] = []
      let bytes = 0
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxBytes) outgoing.destroy(new RequestAborted('size'))
        else chunks.push(chunk)
      })
      incoming.once('error', reject)
      incoming.once('end', () => resolve({ status, headers, headersDistinct, body: Buffer.concat(chunks) }))
    })
  })
}

/** The JSON object in an answer's body; empty where there is none. */
export function jsonOf({ body }: Answer): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString()))
  } catch {
    return {}
  }
}

/** The Date header, ms since 1970 in whole seconds; null where there is none. */
export function dateOf({ headers }: Answer): number | null {
  const date = Date.parse(headers.date ?? '')
  return Number.isNaN(date) ? null : date
}

const UNCONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'])

/** Whether a request failed before a connection stood, so that nothing was sent to speak of. */
export const isUnconnected = (error: unknown): boolean => UNCONNECTED.has((error as NodeJS.ErrnoException).code ?? '')
