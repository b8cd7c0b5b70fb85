import type pg from 'pg'
import { DatabaseUnavailable, Pool } from './pool.ts'
import { Watchdog } from './watchdog.ts'

export const POOL_SIZE = 10
const STATEMENT_TIMEOUT_MS = 30_000
/**
 * A process that stands still in the middle of a transaction is cut off, or it would hold rows that others wait for, and come back
 * with a view of the data that retention no longer reckons with (it waits two minutes, pending-rollups-sql.ts).
 */
const IDLE_IN_TRANSACTION_MS = 60_000
/** For a connection to become free as well as for a new one. */
const CONNECT_TIMEOUT_MS = 3_500

/**
 * The connections to a database server. When it falls silent (see watchdog.ts) all of them are cut and forgotten, so that each request
 * that waits is answered, and nobody gets another until the server has answered again.
 */
export class ServerPool {
  readonly #settings: pg.PoolConfig
  readonly #watchdog: Watchdog
  #pool: Pool

  constructor(url: string) {
    const server = { connectionString: url, options: '-c timezone=UTC', application_name: 'binnacle' }
    this.#settings = {
      ...server,
      max: POOL_SIZE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
    }
    this.#pool = new Pool(this.#settings)
    this.#watchdog = new Watchdog(server, () => {
      this.#pool.cut()
      this.#pool = new Pool(this.#settings)
    })
  }

  async acquire(): Promise<pg.PoolClient> {
    if (!this.#watchdog.answering) throw new DatabaseUnavailable('timeout: the database server does not answer')
    return this.#pool.acquire()
  }

  counts(): ReturnType<Pool['counts']> {
    return this.#pool.counts()
  }

  served(): Promise<void> {
    return this.#pool.served()
  }

  async end(): Promise<void> {
    this.#watchdog.end()
    await this.#pool.end()
  }
}
