import { connect, type Socket } from 'node:net'
import { readAnswer } from './requests.ts'

/** Something to be sent at a time that is planned, whatever became of what was sent before. */
export interface Planned {
  /** When it is to be sent, as performance.now() counts. */
  dueAt: number
  /** The bytes; asked for when they go out. */
  make(): Buffer
  /** It goes out no earlier than this: a box may not send again within its gap. Asked for when all before it is answered. */
  notBefore?(): number
  answered(answer: Answer): void
}

export interface Answer {
  status: string
  sentAt: number
  at: number
}

/**
 * A keep-alive connection, made for the first request, with one under way. What is due meanwhile waits, and its time counts from when it was due: a
 * server that stalls is late for all that was to be sent meanwhile, and not for one request only ("coordinated omission").
 */
export class OpenLoopConnection {
  readonly #port: number
  readonly #failed: (error: Error) => void
  #socket: Socket | undefined
  #queue: Planned[] = []
  #underWay: Planned | null = null
  #sentAt = 0
  #received = ''
  #held: NodeJS.Timeout | undefined

  constructor(port: number, failed: (error: Error) => void) {
    this.#port = port
    this.#failed = failed
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
    socket.once('error', this.#failed).once('close', () => this.#failed(new Error('the server closed a connection')))
    return socket
  }

  #read(text: string): void {
    this.#received += text
    const planned = this.#underWay
    if (!planned) throw new Error(`an answer that nobody asked for: ${this.#received.slice(0, 200)}`)
    const { status, complete } = readAnswer(this.#received)
    if (!complete) return
    this.#received = ''
    this.#underWay = null
    planned.answered({ status, sentAt: this.#sentAt, at: performance.now() })
    this.#next()
  }
}
