import type { Route } from '@binnacle/contract'

/** A request that is being made up: mutations give a changed copy. */
export interface Draft {
  route: Route
  method: string
  /** Without a query. */
  path: string
  query: [string, string][]
  headers: [string, string][]
  /** JSON text; null without a body. */
  json: string | null
  /** What is sent in place of `json`. */
  bytes: Buffer | null
  /** Changes to the head's lines, the last thing before they are sent. */
  rawLines: string[]
  /** How the body is framed, rightly or not. */
  framing: Framing
  /** What was done to it, for people. */
  done: string[]
}

export const FRAMINGS = [
  'length',
  'chunked',
  'chunk-size-broken',
  'chunk-size-huge',
  'chunk-unfinished',
  'length-short',
  'length-long',
  'no-length',
] as const
type Framing = (typeof FRAMINGS)[number]

/** As it goes onto the wire. `broken`: its framing may be wrong, so that the connection cannot be used after it. */
export interface Shot {
  bytes: Buffer
  head: boolean
  broken: boolean
}

export function toShot(draft: Draft, host: string): Shot {
  const { method, path, query, headers, rawLines, framing } = draft
  const search = query.map(([name, value]) => `${name}=${value}`).join('&')
  const body = draft.bytes ?? (draft.json === null ? null : Buffer.from(draft.json))
  const lines = [
    `${method} ${path}${search && `?${search}`} HTTP/1.1`,
    ...(headers.some(([name]) => name === 'Host') ? [] : [`Host: ${host}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...rawLines,
  ]
  const framed = body === null ? { lines: [], body: Buffer.alloc(0) } : frame(body, framing)
  return {
    bytes: Buffer.concat([Buffer.from(`${[...lines, ...framed.lines].join('\r\n')}\r\n\r\n`, 'latin1'), framed.body]),
    head: method === 'HEAD',
    broken:
      rawLines.length > 0 ||
      !(framing === 'length' || framing === 'chunked') ||
      !/^[A-Z]+$/.test(method) ||
      method === 'CONNECT',
  }
}

function frame(body: Buffer, framing: Framing): { lines: string[]; body: Buffer } {
  const chunked = (...parts: (Buffer | string)[]) => ({
    lines: ['Transfer-Encoding: chunked'],
    body: Buffer.concat(parts.map((part) => Buffer.from(part as string))),
  })
  const half = body.subarray(0, body.length / 2)
  const size = (part: Buffer) => `${part.length.toString(16)}\r\n`
  switch (framing) {
    case 'length':
      return { lines: [`Content-Length: ${body.length}`], body }
    case 'length-short':
      return { lines: [`Content-Length: ${half.length}`], body }
    case 'length-long':
      return { lines: [`Content-Length: ${body.length + 100}`], body }
    case 'no-length':
      return { lines: [], body }
    case 'chunked': {
      const rest = body.subarray(half.length)
      const first = half.length > 0 ? [size(half), half, '\r\n'] : []
      const second = rest.length > 0 ? [size(rest), rest, '\r\n'] : []
      return chunked(...first, ...second, '0\r\n\r\n')
    }
    case 'chunk-size-broken':
      return chunked('xyz\r\n', body, '\r\n0\r\n\r\n')
    case 'chunk-size-huge':
      return chunked('ffffffffffffffffff\r\n', body, '\r\n0\r\n\r\n')
    case 'chunk-unfinished':
      return chunked(size(body), half)
  }
}

/** The JSON of an object, with one field more. */
export const withField = (json: string, field: string): string =>
  `${json.slice(0, -1)}${json === '{}' ? '' : ','}${field}}`
