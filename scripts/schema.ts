import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../apps/server/src/db/open-database.ts'
import { postgresPrograms, startTemporaryPostgres } from './postgres.ts'

/** Where the database's shape is kept for people to read and for a test to compare. */
export const SCHEMA_FILE = join(import.meta.dirname, '../apps/server/schema.sql')

/** The schema of a migrated database as pg_dump writes it, without what differs by version and machine. */
export async function dumpSchema(url: string): Promise<string> {
  const pgDump = join(postgresPrograms(), 'pg_dump')
  const { stdout } = await promisify(execFile)(pgDump, ['--schema-only', '--no-owner', '--no-privileges', url])
  const lines = stdout
    .split('\n')
    .filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict)/.test(line))
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/** `npm run schema`: migrates an empty database and writes its shape to apps/server/schema.sql. */
if (import.meta.main) {
  const server = await startTemporaryPostgres({ fsync: false })
  try {
    const database = await openDatabase({ dataDir: '', databaseUrl: server.url })
    await database.close()
    await writeFile(SCHEMA_FILE, await dumpSchema(server.url))
    console.log(`written: ${SCHEMA_FILE}`)
  } finally {
    await server.stop()
  }
}
