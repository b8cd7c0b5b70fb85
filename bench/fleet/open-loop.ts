import { connect, type Socket } from 'node:net'
import { readAnswer } from '../shared/requests.ts'

/** Something to be sent at a time that is planned, whatever became of what was sent before. */
export interface Planned {
  /** When it is to be sent, as performance.now() counts. */
  dueAt: number
  /** The bytes; asked for when they go out. */
  make(): Buffer
  /**
   * It goes out no earlier than this: an onboard device may not send again within its gap. Asked for when all before it is
   * answered.
   */
  notBefore?(): number
  answered(answer: Answer): void
}

export interface Answer {
  /** NO_ANSWER: the connection was closed before one came. */
  status: string
  sentAt: number
  at: number
}

export const NO_ANSWER = 'no answer'

/**
 * A keep-alive connection with one request under way, made for the first, and anew when it was closed. What is due meanwhile
 * waits, and its time counts from when it was due: a server that stalls is late for all that was to be sent meanwhile, and not
 * for one request only ("coordinated omission").
 */
export class OpenLoopConnection {
  readonly #port: number
  #socket: Socket | undefined
  #queue: Planned[] = []
  #underWay: Planned | null = null
  #sentAt = 0
  #received = ''
  #held: NodeJS.Timeout | undefined

  constructor(port: number) {
    this.#port = port
  }

  get isIdle(): boolean {
    return this.#underWay === null && this.#queue.length === 0
  }

  send(planned: Planned): void {
    this.#queue.push(planned)
    this.#next()
  }

  close(): void {
    clearTimeout(this.#held)
    this.#socket?.removeAllListeners('close').destroy()
  }

  #next(): void {
    const planned = this.#queue[0]
    if (!planned || this.#underWay || this.#held) return
    const now = performance.now()
    const early = (planned.notBefore?.() ?? now) - now
    if (early > 0) {
      this.#held = setTimeout(() => {
        this.#held = undefined
        this.#next()
      }, Math.ceil(early))
      return
    }
    this.#queue.shift()
    this.#underWay = planned
    this.#sentAt = now
    this.#socket ??= this.#connected()
    this.#socket.write(planned.make())
  }

  #connected(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    socket.setEncoding('latin1').on('data', (text) => this.#read(String(text)))
    // An error closes it.
    socket
      .on('error', () => {})
      .once('close', () => {
        this.#socket = undefined
        this.#answer(NO_ANSWER)
      })
    return socket
  }

  #read(text: string): void {
    this.#received += text
    const { status, complete } = readAnswer(this.#received)
    if (complete) this.#answer(status)
  }

  /** To what is under way. One that nobody asked for is of a connection that the server then closes. */
  #answer(status: string): void {
    const planned = this.#underWay
    this.#received = ''
    this.#underWay = null
    planned?.answered({ status, sentAt: this.#sentAt, at: performance.now() })
    this.#next()
  }
}
