import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/db/open-database.ts'
import type { TemporaryCitus } from './citus.ts'
import { postgresPrograms } from './postgres.ts'

const CITUS_SQL = join(import.meta.dirname, '../deploy/citus.sql')

/** As docs/citus.md says. Rejects when psql does, and then nothing has changed. */
export async function distribute(url: string): Promise<void> {
  await promisify(execFile)(join(postgresPrograms(), 'psql'), ['-X', '-q', '-f', CITUS_SQL, url], {
    env: { ...process.env, PGOPTIONS: '-c citus.shard_count=8' },
  })
}

/**
 * Migrates the cluster's database and distributes its tables: for tests to copy, who each have a database of their own on the
 * three servers.
 */
export async function makeCitusTemplate(
  folder: string,
  { url, workers }: TemporaryCitus,
): Promise<Record<string, string>> {
  const open = async () => (await openDatabase({ dataDir: folder, databaseUrl: url, sync: false })).close()
  await open()
  await distribute(url)
  await open()
  for (const node of [url, ...workers]) await closeToAll(node)
  return {
    TEST_DATABASE_URL: adminOf(url),
    TEST_DATABASE_WORKERS: workers.map(adminOf).join(' '),
    TEST_DATABASE_TEMPLATE: nameOf(url),
  }
}

/** A database with a connection cannot be copied, and Citus keeps one for its maintenance. */
async function closeToAll(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminOf(url) })
  await client.connect()
  await client.query(`alter database ${nameOf(url)} allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [nameOf(url)])
  await client.end()
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

function adminOf(url: string): string {
  const admin = new URL(url)
  admin.pathname = '/postgres'
  return admin.href
}
