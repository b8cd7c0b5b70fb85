import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isSpread } from './citus.ts'
import type { New } from './embedded/create.ts'
import { startEmbeddedServer } from './embedded/server.ts'
import { Pool } from './pool/pool.ts'
import { ServerPool } from './pool/server-pool.ts'
import type { Tables } from './schema/tables.ts'

// Without this `pg` writes dates in the process's time zone, whose offset before 1900 is in odd seconds.
pg.defaults.parseInputDatesAsUTC = true

export type Db = Kysely<Tables>

/** The one database of a process: PostgreSQL in the process (DATA_DIR) or a server (DATABASE_URL), with one set of SQL. */
export interface Database {
  kind: 'embedded' | 'postgres'
  /** The readings are spread over the servers of a Citus cluster: a statement is then of one vessel, or simple (docs/citus.md). */
  spread: boolean
  db: Db
  /** Runs a statement that is prepared once under `name` on each connection: for the hot path. */
  prepared<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]>
  /** The embedded one's: copies it into a folder while it is used, see embedded/copy.ts. */
  copyTo?: (folder: string) => Promise<void>
  /** The embedded one's: gives back what its start left, see return-memory.ts. */
  returnMemory?: () => void
  /** Connections to the database, and those who wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

export interface DatabaseSettings {
  dataDir: string
  databaseUrl: string | null
  /** false only for throw-away test databases: commits are then not synced to the disk. */
  sync?: boolean
}

/** Opens the database with the schema that it has. The embedded one is made where there is none, empty unless `migrated`. */
export const connectDatabase = (
  { dataDir, databaseUrl, sync = true }: DatabaseSettings,
  { migrated = false }: Partial<New> = {},
): Promise<Database> => (databaseUrl ? openServer(databaseUrl) : openInProcess(dataDir, { sync, migrated }))

async function openServer(url: string): Promise<Database> {
  const database = over('postgres', new ServerPool(url), async () => {})
  try {
    return { ...database, spread: await isSpread(database.db) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The same client over the same protocol, to a database in a thread of this process. It has one connection, which stays open. */
async function openInProcess(dataDir: string, how: New): Promise<Database> {
  const server = await startEmbeddedServer(dataDir, how)
  const pool = new Pool({ stream: () => server.connect() as never, user: 'postgres', max: 1, idleTimeoutMillis: 0 })
  return {
    ...over('embedded', pool, () => server.close()),
    copyTo: (folder) => server.copyTo(folder),
    returnMemory: () => server.returnMemory(),
  }
}

function over(
  kind: Database['kind'],
  pool: Pick<Pool, 'acquire' | 'served' | 'counts' | 'end'>,
  closed: () => Promise<void>,
): Database {
  const shared = { connect: () => pool.acquire(), end: () => pool.end(), options: {} }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: shared }) })
  return {
    kind,
    spread: false,
    db,
    async prepared(name, text, values) {
      const client = await pool.acquire()
      try {
        const { rows } = await client.query({ name, text, values })
        client.release()
        return rows
      } catch (error) {
        client.release(true)
        throw error
      }
    },
    connections: () => pool.counts(),
    async close() {
      await pool.served()
      await db.destroy()
      await closed()
    },
  }
}
