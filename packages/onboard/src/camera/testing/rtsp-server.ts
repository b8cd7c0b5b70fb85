import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { until } from '../../../../../scripts/until.ts'

/**
 * For tests: a small RTSP server on 127.0.0.1, RTP interleaved in TCP. One publishes (ANNOUNCE, RECORD), the others play. Source:
 * RFC 2326.
 */
export interface RtspServer {
  url: string
  /** Connections that are open. */
  connections(): number
  close(): Promise<void>
}

interface Request {
  method: string
  uri: string
  headers: Record<string, string>
  body: string
}

const NONCE = '5f3c'
const REALM = 'camera'
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

export interface Login {
  username: string
  password: string
}

export async function startRtspServer(login?: Login): Promise<RtspServer> {
  const sockets = new Set<Socket>()
  const players = new Set<Socket>()
  let sdp: string | undefined

  const answers: Record<string, (request: Request, socket: Socket) => string | [string, string]> = {
    OPTIONS: () => 'Public: DESCRIBE, SETUP, PLAY, ANNOUNCE, RECORD, TEARDOWN\r\n',
    ANNOUNCE: ({ body }) => {
      sdp = body
      return ''
    },
    SETUP: ({ headers }) => `Transport: ${headers.transport}\r\nSession: 1\r\n`,
    RECORD: () => 'Session: 1\r\n',
    DESCRIBE: ({ uri }) => [`Content-Base: ${uri}/\r\nContent-Type: application/sdp\r\n`, sdp ?? ''],
    PLAY: (_request, socket) => {
      players.add(socket)
      return 'Session: 1\r\n'
    },
    TEARDOWN: () => 'Session: 1\r\n',
  }

  const answer = (request: Request, socket: Socket) => {
    const cseq = `CSeq: ${request.headers.cseq}\r\n`
    if (request.method === 'DESCRIBE' && login && !isBy(login, request)) {
      const challenge = `WWW-Authenticate: Digest realm="${REALM}", nonce="${NONCE}"\r\n`
      return socket.write(`RTSP/1.0 401 Unauthorized\r\n${cseq}${challenge}\r\n`)
    }
    if (request.method === 'DESCRIBE' && !request.uri.endsWith('/live'))
      return socket.write(`RTSP/1.0 404 Not Found\r\n${cseq}\r\n`)
    const said = answers[request.method]?.(request, socket) ?? ''
    const [head, body] = typeof said === 'string' ? [said, ''] : said
    socket.write(`RTSP/1.0 200 OK\r\n${cseq}${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let heard = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      players.delete(socket)
    })
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk])
      for (let length = firstLength(heard); length > 0 && length <= heard.length; length = firstLength(heard)) {
        const message = heard.subarray(0, length)
        heard = heard.subarray(length)
        if (message[0] !== INTERLEAVED) answer(parse(message.toString()), socket)
        else if (!players.has(socket)) for (const player of players) player.write(message)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/live`,
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const INTERLEAVED = 0x24

/** Bytes of the first message; 0 while that is not known. */
function firstLength(heard: Buffer): number {
  if (heard[0] === INTERLEAVED) return heard.length < 4 ? 0 : 4 + heard.readUInt16BE(2)
  const end = heard.indexOf('\r\n\r\n')
  if (end < 0) return 0
  return end + 4 + Number(parse(heard.toString('latin1', 0, end + 4)).headers['content-length'] ?? 0)
}

function parse(message: string): Request {
  const [head = '', ...body] = message.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const [method = '', uri = ''] = first.split(' ')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { method, uri, headers: Object.fromEntries(headers), body: body.join('\r\n\r\n') }
}

function isBy({ username, password }: Login, { method, uri, headers }: Request): boolean {
  const response = md5(`${md5(`${username}:${REALM}:${password}`)}:${NONCE}:${md5(`${method}:${uri}`)}`)
  return headers.authorization?.includes(`response="${response}"`) ?? false
}

/** Publishes ffmpeg's test picture, 1280 by 720, until it is ended; resolves when it is on. */
export async function publishTestPicture({ url, connections }: RtspServer): Promise<ChildProcess> {
  const source = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=1280x720:rate=5']
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '5', '-pix_fmt', 'yuv420p']
  const target = ['-f', 'rtsp', '-rtsp_transport', 'tcp', url]
  const child = spawn('ffmpeg', ['-loglevel', 'error', '-nostdin', ...source, ...codec, ...target], { stdio: 'ignore' })
  await until(() => connections() > 0, 'the published stream', child)
  return child
}
