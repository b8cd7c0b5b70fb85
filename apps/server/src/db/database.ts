import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { startEmbeddedServer } from './embedded-server.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

// Without this `pg` writes dates in the process's time zone, whose offset before 1900 is in odd seconds.
pg.defaults.parseInputDatesAsUTC = true

export type Db = Kysely<Tables>

/** The one database of a process: PostgreSQL in the process (DATA_DIR) or a server (DATABASE_URL), with one set of SQL. */
export interface Database {
  kind: 'embedded' | 'postgres'
  db: Db
  /** Runs a statement that is prepared once under `name` on each connection: for the hot path. */
  prepared<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface DatabaseSettings {
  dataDir: string
  databaseUrl: string | null
  /** false only for throw-away test databases: commits are then not synced to the disk. */
  sync?: boolean
}

/** Opens the database and brings its schema up to date. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = await connectDatabase(settings)
  try {
    await migrate(database.db)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Opens the database with the schema that it has. The embedded one is made where there is none. */
export const connectDatabase = (settings: DatabaseSettings): Promise<Database> =>
  settings.databaseUrl ? openServer(settings.databaseUrl) : openInProcess(settings.dataDir, settings.sync ?? true)

const POOL_SIZE = 10
const STATEMENT_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 5_000

async function openServer(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: '-c timezone=UTC',
    application_name: 'binnacle',
  })
  return overPool('postgres', pool, async () => {})
}

/** The same client over the same protocol, to a database in a thread of this process. It has one connection, kept for ever. */
async function openInProcess(dataDir: string, sync: boolean): Promise<Database> {
  const server = await startEmbeddedServer(dataDir, sync)
  const pool = new pg.Pool({ stream: () => server.connect() as never, user: 'postgres', max: 1, idleTimeoutMillis: 0 })
  return overPool('embedded', pool, () => server.close())
}

function overPool(kind: Database['kind'], pool: pg.Pool, closed: () => Promise<void>): Database {
  // A connection that breaks is replaced at the next use; without listeners it would end the process: the pool's for one that is
  // idle, its own for one that is in use and between two statements.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    kind,
    db,
    prepared: async (name, text, values) => (await pool.query({ name, text, values })).rows,
    async close() {
      // Whoever waits for a connection has it first: a pool that ends leaves those waiting for ever.
      while (pool.waitingCount > 0) await new Promise((resolve) => pool.once('release', resolve))
      await db.destroy()
      await closed()
    },
  }
}
