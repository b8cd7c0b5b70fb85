import pg from 'pg'

/** The database cannot be asked now; answered with 503. Not an ApiError: what was asked before may have been done. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** So many may wait for a connection. Where more do, the next is refused at once and not after a wait. */
const MAX_WAITING = 1_000

type Ask = (config: unknown, values?: unknown, callback?: unknown) => unknown

/**
 * pg's client, which gives the function that ends a statement to it as an argument. pg assigns it to a property where a promise
 * is asked for, and what is assigned so V8 allocates in its old space: there it held the statement with its values and rows until
 * the next full collection.
 */
class Client extends pg.Client {
  override query = ((config, values, callback) => {
    const ask = (ended: unknown) => super.query(config as string, values as [], ended as () => void)
    const isSubmittable = typeof (config as { submit?: unknown }).submit === 'function'
    if (isSubmittable || callback !== undefined || typeof values === 'function') return ask(callback)
    const asked = new Promise((resolve, reject) => {
      ask((error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)))
    })
    return asked.catch((error: Error) => {
      // As pg does: to where the statement was asked for, not to where its answer was read.
      Error.captureStackTrace(error)
      throw error
    })
  }) as Ask as pg.Client['query']
}

/** pg's pool, with an end to its queue and to its connections. */
export class Pool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>()

  constructor(settings: pg.PoolConfig) {
    super({ ...settings, Client } as pg.PoolConfig)
    // A connection that breaks is replaced at the next use; without listeners it would end the process: the pool's for one that is
    // idle, its own for one that is in use and between two statements.
    this.on('error', () => {})
    this.on('connect', (client) => this.#clients.add(client.on('error', () => {})))
    this.on('remove', (client) => this.#clients.delete(client))
  }

  async acquire(): Promise<pg.PoolClient> {
    if (this.waitingCount >= MAX_WAITING) throw new DatabaseUnavailable('too many statements wait for a connection')
    return this.connect()
  }

  counts(): { open: number; idle: number; waiting: number } {
    return { open: this.totalCount, idle: this.idleCount, waiting: this.waitingCount }
  }

  /** Resolves when no request waits for a connection: a pool that ends never answers those that wait. */
  async served(): Promise<void> {
    while (this.waitingCount > 0) await new Promise((resolve) => this.once('release', resolve))
  }

  /** Ends it now: every statement under way fails, without a word to the server. */
  cut(): void {
    // A client of a pool is a pg.Client, whose end() cuts the line while a statement is under way.
    for (const client of this.#clients) void (client as unknown as pg.Client).end().catch(() => {})
    this.end().catch(() => {})
  }
}
