import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { addClusterDatabase } from '../../../../scripts/citus.ts'
import { until } from '../../../../scripts/until.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'

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

/**
 * The workers of the cluster that the server is the coordinator of (scripts/citus.ts starts one): every database is made on all
 * of them.
 */
const workerUrls = process.env.TEST_DATABASE_WORKERS?.split(' ') ?? []

/** What makeTemplate gave; absent, each test file makes its database by itself. */
const template = process.env.TEST_DATABASE_TEMPLATE ?? null

/** Makes an empty, migrated database for test files to copy: in the folder, or one on the server, whose name it gives. */
export async function makeTemplate(folder: string, serverUrl: string | null): Promise<string> {
  const url = serverUrl && (await createDatabase(serverUrl))
  await (await openDatabase({ dataDir: folder, databaseUrl: url, sync: false })).close()
  return url ? nameOf(url) : folder
}

/** An empty, migrated database of its own for a test file: on the server named by TEST_DATABASE_URL, or embedded. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-test-'))
  const url = testServerUrl && (await createDatabase(testServerUrl, template))
  if (!url && template) await cp(template, dataDir, { recursive: true })
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

/**
 * Waits until so many statements wait: on a server for a lock that a transaction of the test holds, in the embedded database for
 * the one connection, which that transaction has.
 */
export async function untilWaiting(database: Database, count: number): Promise<void> {
  const waiting = async () => {
    if (database.kind === 'embedded') return database.connections().waiting
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
    return rows[0]!.waiting
  }
  await until(async () => (await waiting()) >= count, `${count} statements that wait`)
}

/** An empty database on that server, without a table. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = await createDatabase(testServerUrl!)
  return { url, drop: () => dropDatabase(testServerUrl!, url) }
}

/** The same on the cluster, with its extension and its workers; null on a single server. */
export async function emptyClusterDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  if (workerUrls.length === 0) return null
  const url = await addClusterDatabase([testServerUrl!, ...workerUrls], newName())
  return { url, drop: () => dropDatabase(testServerUrl!, url) }
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function createDatabase(serverUrl: string, like: string | null = null): Promise<string> {
  const name = newName()
  await asAdmin(serverUrl, `create database ${name}${like ? ` template ${like}` : ''}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

const newName = () => `t_${randomUUID().replaceAll('-', '')}`

const nameOf = (url: string) => new URL(url).pathname.slice(1)

const dropDatabase = (serverUrl: string, url: string): Promise<void> =>
  asAdmin(serverUrl, `drop database ${nameOf(url)} with (force)`)

/** The database that is dropped, or the one that is copied, still has a connection, be it autovacuum's. */
const STILL_USED = '55006'

/** On each server of the cluster, or on the only one: a copy of a database of Citus knows its nodes and has its shards. */
async function asAdmin(serverUrl: string, statement: string): Promise<void> {
  for (const url of [serverUrl, ...workerUrls]) await onceUnused(url, statement)
}

/** The server gives connections five seconds to end, which is too short for a busy machine. */
const onceUnused = (url: string, statement: string): Promise<unknown> =>
  until(
    () =>
      onServer(url, statement).then(
        () => true,
        (error: { code?: string }) => (error.code === STILL_USED ? false : Promise.reject(error)),
      ),
    statement,
  )
