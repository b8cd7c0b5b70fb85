import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')

/** Statements end with a semicolon and an empty line; PGlite takes one at a time. */
const statements = (text: string) => text.split(/;\n(?:\n|$)/).filter((statement) => statement.trim() !== '')

async function migrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Object.fromEntries(
    await Promise.all(
      files.map(async (name) => {
        const text = await readFile(join(FOLDER, name), 'utf8')
        const up: Migration['up'] = async (db) => {
          for (const statement of statements(text)) await sql.raw(statement).execute(db)
        }
        return [name.replace('.sql', ''), { up }] as const
      }),
    ),
  )
}

const migratorOf = (db: Db) =>
  new Migrator({
    db,
    provider: { getMigrations: migrations },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  })

/** How far the schema is, without changing it: 'none' in a database that is empty or somebody else's. */
export async function schemaState(db: Db): Promise<'none' | 'older' | 'current'> {
  const known = await migratorOf(db).getMigrations()
  if (!known.some(({ executedAt }) => executedAt)) return 'none'
  return known.every(({ executedAt }) => executedAt) ? 'current' : 'older'
}

/** Brings the schema up to date, in one transaction; several processes may start at once. Throws on a newer schema. */
export async function migrate(db: Db): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest()
  if (error) throw new Error(`The database schema could not be brought up to date: ${String(error)}`, { cause: error })
}
