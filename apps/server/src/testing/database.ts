import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../db/database.ts'

export interface TestDatabase {
  database: Database
  /** For another process, or a second connection: null on the embedded database. */
  url: string | null
  dataDir: string
  /** Closes it and leaves nothing behind. */
  drop(): Promise<void>
}

/** A PostgreSQL server to test on (scripts/test.ts starts one); absent, tests run on the embedded database. */
export const testServerUrl = process.env.TEST_DATABASE_URL ?? null

/** An empty, migrated database of its own for a test file: on the server named by TEST_DATABASE_URL, or embedded. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-test-'))
  const url = testServerUrl && (await createDatabase(testServerUrl))
  const database = await openDatabase({ dataDir, databaseUrl: url, sync: false })
  return {
    database,
    url,
    dataDir,
    async drop() {
      await database.close()
      if (url) await dropDatabase(testServerUrl!, url)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** An empty database on that server, without a table. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = await createDatabase(testServerUrl!)
  return { url, drop: () => dropDatabase(testServerUrl!, url) }
}

async function asAdmin(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function createDatabase(serverUrl: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await asAdmin(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

const dropDatabase = (serverUrl: string, url: string) =>
  asAdmin(serverUrl, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
