import { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { New } from './create.ts'
import { DataDirInUse } from './data-dir-in-use.ts'

export type ToWorker = { bytes: Uint8Array } | { copyTo: string } | { do: 'reset' | 'returnMemory' | 'close' }
export type FromWorker =
  | { bytes: Uint8Array }
  | { opened: true }
  | { closed: true }
  /** null: it is done. */
  | { copied: Failure | null }
  | { failed: Failure }

interface Failure {
  name: string
  message: string
}

/** The embedded database as a PostgreSQL server with a single connection. */
interface EmbeddedServer {
  /** What the client `pg` speaks over, in place of a socket. One at a time. */
  connect(): Duplex
  /** Copies the database into this folder, which is emptied first, while it is used. One at a time. */
  copyTo(folder: string): Promise<void>
  /** See return-memory.ts. */
  returnMemory(): void
  close(): Promise<void>
}

/**
 * How much of a function of PostgreSQL runs before V8 compiles it anew, as fast as it can: by default that is 13 million, and the
 * start alone has hundreds of functions compiled, with processor time and 15 MB that an idle service never uses. The busy ones
 * get there soon.
 */
const TIERING_BUDGET = 200_000_000

/** Opens the database of open.ts in a thread of its own. Throws what openEmbedded throws. */
export async function startEmbeddedServer(dataDir: string, how: New): Promise<EmbeddedServer> {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { dataDir, ...how } })
  const send = (message: ToWorker) => worker.postMessage(message)
  const opened = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let wire: Wire | undefined
  let copied: PromiseWithResolvers<void> | undefined
  let closing = false
  worker.on('message', (message: FromWorker) => {
    if ('bytes' in message) wire?.push(message.bytes)
    else if ('opened' in message) opened.resolve()
    else if ('closed' in message) closed.resolve()
    else if ('copied' in message) {
      if (message.copied) copied?.reject(asError(message.copied))
      else copied?.resolve()
    } else opened.reject(asError(message.failed))
  })
  worker.once('error', (error) => {
    opened.reject(error)
    if (!closing) throw error
  })
  // The database ends its thread when it cannot go on (see files.ts); the process goes with it and recovers at its start.
  worker.once('exit', (code) => {
    closed.resolve()
    if (code !== 0 && !closing) process.exit(code)
  })
  await opened.promise.catch(async (error) => {
    closing = true
    await worker.terminate()
    throw error
  })
  return {
    connect() {
      if (wire) send({ do: 'reset' })
      wire = new Wire((bytes) => send({ bytes }))
      return wire
    },
    async copyTo(folder) {
      copied = Promise.withResolvers()
      send({ copyTo: folder })
      await copied.promise
    },
    returnMemory: () => send({ do: 'returnMemory' }),
    async close() {
      closing = true
      send({ do: 'close' })
      await closed.promise
      await worker.terminate()
    },
  }
}

const asError = ({ name, message }: Failure) =>
  name === 'DataDirInUse' ? new DataDirInUse(message) : new Error(message)

/** Messages after which the server answers: only then is a hop to the other thread worth it. */
const ANSWERED = new Set(['Q', 'S', 'H', 'p'].map((letter) => letter.charCodeAt(0)))
const TERMINATE = 'X'.charCodeAt(0)

/** One end of a connection: gathers what the client writes into whole messages of PostgreSQL's protocol. */
class Wire extends Duplex {
  readonly #send: (bytes: Uint8Array) => void
  #held: Buffer = Buffer.alloc(0)
  /** Where the messages that are whole end, and what the last of them was. */
  #whole = 0
  #started = false

  constructor(send: (bytes: Uint8Array) => void) {
    super()
    this.#send = send
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    const last = this.#scan()
    if (last === TERMINATE) this.push(null)
    else if (last !== null && ANSWERED.has(last)) this.#flush()
    done()
  }

  /** Finds the end of the whole messages; gives the type of the last one. The startup message has none and counts as answered. */
  #scan(): number | null {
    let last: number | null = null
    for (;;) {
      const typed = this.#started ? 1 : 0
      if (this.#held.length < this.#whole + typed + 4) return last
      const end = this.#whole + typed + this.#held.readInt32BE(this.#whole + typed)
      if (this.#held.length < end) return last
      last = this.#started ? this.#held[this.#whole]! : 'S'.charCodeAt(0)
      this.#started = true
      this.#whole = end
    }
  }

  #flush(): void {
    this.#send(this.#held.subarray(0, this.#whole))
    this.#held = this.#held.subarray(this.#whole)
    this.#whole = 0
  }

  /** What `pg` calls on a socket. */
  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this
}
