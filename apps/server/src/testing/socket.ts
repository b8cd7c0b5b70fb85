import { once } from 'node:events'
import net from 'node:net'

export interface Conversation {
  socket: net.Socket
  /** What the other side has sent so far. */
  heard(): string
  /** Resolves with all that it sent when it has ended the connection. */
  ended: Promise<string>
}

/** A bare TCP connection to a service, for what no HTTP client would send. */
export async function connect(url: string): Promise<Conversation> {
  const { port, hostname } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  let heard = ''
  // A service that cuts us off may do so while we write.
  socket.setEncoding('utf8').on('error', () => {})
  socket.on('data', (text: string) => {
    heard += text
  })
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)))
  await once(socket, 'connect')
  return { socket, heard: () => heard, ended }
}

/** Sends the text and gives the answer that comes on the same connection. */
export async function say(url: string, text: string): Promise<RawAnswer> {
  const { socket, heard, ended } = await connect(url)
  const whole = new Promise<void>((resolve) => socket.on('data', () => isWhole(heard()) && resolve()))
  socket.write(text)
  await Promise.race([whole, ended])
  socket.destroy()
  return parseAnswer(heard())
}

export interface RawAnswer {
  status: number
  /** Its head, in lower case. */
  head: string
  text: string
}

function isWhole(heard: string): boolean {
  const { head, text } = parseAnswer(heard)
  const length = /^content-length: (\d+)/m.exec(head)?.[1]
  return length === undefined ? text.includes('0\r\n\r\n') : text.length >= Number(length)
}

export function parseAnswer(heard: string): RawAnswer {
  const [head = '', ...rest] = heard.replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), text: rest.join('\r\n\r\n') }
}

/** A header with which the service says that it wants the body: the request is then under way. */
export const EXPECT = 'Expect: 100-continue'

/** The head of a POST of JSON, up to the empty line. */
export const postHead = (path: string, key: string, length: number | 'chunked', ...more: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ...more,
    '\r\n',
  ].join('\r\n')
