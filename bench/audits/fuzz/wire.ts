import { once } from 'node:events'
import net from 'node:net'
import type { Shot } from './draft.ts'

export interface Heard {
  status: number
  /** Names in lower case. */
  headers: Map<string, string>
  body: Buffer
}

/** What came of a shot: an answer, the end of the connection without one, or nothing for a long time. */
export type Outcome = Heard | 'closed' | 'silence'

const SILENCE_MS = 120_000

/** One client's connection to the service, which it opens again when it has ended. It can send what no HTTP client would. */
export class Wire {
  readonly #port: number
  #socket: net.Socket | null = null

  constructor(port: number) {
    this.#port = port
  }

  async send(shot: Shot): Promise<Outcome> {
    if (shot.broken) this.close()
    const used = this.#socket !== null
    const outcome = await this.#exchange(shot)
    // A connection that was kept may have been ended while the request was on its way.
    return outcome === 'closed' && used && !shot.broken ? this.#exchange(shot) : outcome
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  async #exchange({ bytes, head, broken }: Shot): Promise<Outcome> {
    const socket = this.#socket ?? (await this.#open())
    if (!socket) return 'closed'
    const outcome = Promise.withResolvers<Outcome>()
    let heard: Buffer = Buffer.alloc(0)
    const onData = (piece: Buffer) => {
      heard = heard.length === 0 ? piece : Buffer.concat([heard, piece])
      const answer = parse(heard, head)
      if (answer) outcome.resolve(answer)
    }
    const onClose = () => outcome.resolve(parse(heard, head, true) ?? 'closed')
    const late = setTimeout(() => outcome.resolve('silence'), SILENCE_MS)
    socket.on('data', onData).once('close', onClose)
    socket.write(bytes)
    // What is not whole by its framing never will be: the service need not wait for it.
    if (broken) socket.end()
    const result = await outcome.promise
    clearTimeout(late)
    socket.off('data', onData).off('close', onClose)
    const kept = typeof result === 'object' && !broken && result.headers.get('connection') !== 'close'
    if (!kept || isStream(result)) this.close()
    return result
  }

  async #open(): Promise<net.Socket | null> {
    const socket = net.connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    socket.on('error', () => {})
    const opened = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    if (!opened) return null
    socket.once('close', () => {
      if (this.#socket === socket) this.#socket = null
    })
    this.#socket = socket
    return socket
  }
}

const isStream = (heard: Heard) => heard.headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** The first answer in what was heard; null while it is not whole. `ended`: nothing more comes. */
export function parse(heard: Buffer, toHead: boolean, ended = false): Heard | null {
  const end = heard.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [first = '', ...lines] = heard.toString('latin1', 0, end).split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = heard.subarray(end + 4)
  if (status === 100) return parse(rest, toHead, ended)
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const answer = (body: Buffer): Heard => ({ status, headers, body })
  if (toHead || status === 204 || status === 304) return answer(Buffer.alloc(0))
  if (headers.get('content-type')?.startsWith('text/event-stream')) return answer(rest)
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = dechunk(rest)
    return body && answer(body)
  }
  const length = headers.get('content-length')
  if (length === undefined) return ended ? answer(rest) : null
  return rest.length >= Number(length) ? answer(rest.subarray(0, Number(length))) : null
}

function dechunk(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line === -1) return null
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (bytes.length < line + 4 + size) return null
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 4 + size
  }
}
