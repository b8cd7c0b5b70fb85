import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { readShapes, SHAPES_FILE, type Shapes, type TableShape } from '../apps/server/src/backup/archive/our-tables.ts'
import { connectDatabase, type Db } from '../apps/server/src/db/database.ts'
import { migrate, migrationNames } from '../apps/server/src/db/schema/migrate.ts'
import { postgresPrograms, startTemporaryPostgres } from './postgres.ts'

export { SHAPES_FILE }

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

/** Migrates an empty database, and tells what each migration made of which tables: what SHAPES_FILE holds. */
export async function dumpShapes(db: Db): Promise<string> {
  const changes: Record<string, Record<string, TableShape | null>> = {}
  let before: Shapes = {}
  for (const migration of await migrationNames()) {
    await migrate(db, migration)
    const shapes = await readShapes(db)
    const changed = Object.entries(shapes).filter(([name, shape]) => !isDeepStrictEqual(shape, before[name]))
    const dropped = Object.keys(before).filter((name) => !(name in shapes))
    changes[migration] = Object.fromEntries([...changed, ...dropped.map((name) => [name, null] as const)])
    before = shapes
  }
  await migrate(db)
  return asLines(changes)
}

/** A line for each table, so that a change of one reads as such. */
function asLines(changes: Record<string, Record<string, unknown>>): string {
  const line = (name: string, value: unknown) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`
  const lines = (tables: Record<string, unknown>) => Object.entries(tables).map((entry) => line(...entry))
  const blocks = Object.entries(changes).map(([name, tables]) =>
    Object.keys(tables).length === 0
      ? `  ${JSON.stringify(name)}: {}`
      : `  ${JSON.stringify(name)}: {\n${lines(tables).join(',\n')}\n  }`,
  )
  return `{\n${blocks.join(',\n')}\n}\n`
}

/** `npm run schema`: migrates an empty database and writes its shape to apps/server/schema.sql and migrations/tables.json. */
if (import.meta.main) {
  const server = await startTemporaryPostgres({ fsync: false })
  try {
    const database = await connectDatabase({ dataDir: '', databaseUrl: server.url })
    const shapes = await dumpShapes(database.db).finally(database.close)
    await writeFile(SHAPES_FILE, shapes)
    await writeFile(SCHEMA_FILE, await dumpSchema(server.url))
    console.log(`written: ${SCHEMA_FILE}, ${SHAPES_FILE}`)
  } finally {
    await server.stop()
  }
}
