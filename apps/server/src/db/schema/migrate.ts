import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { OperatorError } from '../../process/operator-error.ts'
import type { Db } from '../database.ts'
import { updateIngestFunction } from './ingest-function.ts'
import { readMigrations } from './migration-files.ts'

/** Statements end with a semicolon and an empty line; PGlite takes one at a time. */
const statements = (text: string) => text.split(/;\n(?:\n|$)/).filter((statement) => statement.trim() !== '')

async function migrations(): Promise<Record<string, Migration>> {
  return Object.fromEntries(
    [...readMigrations()].map(([name, text]) => {
      const up: Migration['up'] = async (db) => {
        // A later one of the same transaction may alter the table: no trigger of it may still wait.
        await sql`set constraints all immediate`.execute(db)
        for (const statement of statements(text)) await sql.raw(statement).execute(db)
      }
      return [name, { up }]
    }),
  )
}

export const migrationNames = async (): Promise<string[]> => Object.keys(await migrations())

const migratorOf = (db: Db) =>
  new Migrator({
    db,
    provider: { getMigrations: migrations },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  })

/** The database's schema does not fit this version. */
class SchemaRefused extends OperatorError {
  override name = 'SchemaRefused'
}

export type SchemaState = 'none' | 'older' | 'current' | 'newer'

/** How far the schema is, without changing it: 'none' in a database that is empty or somebody else's. */
export async function schemaState(db: Db): Promise<SchemaState> {
  const executed = await executedMigrations(db)
  if (executed.length === 0) return 'none'
  return stateOf(executed)
}

/** How far these migrations bring a schema. */
export async function stateOf(names: string[]): Promise<Exclude<SchemaState, 'none'>> {
  if ((await unknownMigrations(names)).length > 0) return 'newer'
  return names.length === Object.keys(await migrations()).length ? 'current' : 'older'
}

/** The migrations that made this database, in order. */
export async function executedMigrations(db: Db): Promise<string[]> {
  const { rows: there } = await sql<{ there: boolean }>`
    select to_regclass('schema_migration') is not null as there`.execute(db)
  if (!there[0]!.there) return []
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

/** Those of a newer version. */
export async function unknownMigrations(names: string[]): Promise<string[]> {
  const known = await migrations()
  return names.filter((name) => !(name in known))
}

/**
 * Brings the schema up to date in one transaction, and then the ingest function; or only the schema, to the migration given.
 * Several processes may start at once. Throws SchemaRefused on a newer schema.
 */
export async function migrate(db: Db, to?: string): Promise<void> {
  const unknown = await unknownMigrations(await executedMigrations(db))
  if (unknown.length > 0)
    throw new SchemaRefused(
      `The database was made by a newer version of Binnacle: this one knows its schema up to ${Object.keys(await migrations()).at(-1)}, ` +
        `and it has ${unknown.join(', ')}. Start the newer version again, or restore the backup that was made before the upgrade ` +
        '(docs/backup.md). Nothing was changed.',
    )
  const migrator = migratorOf(db)
  const { error } = to ? await migrator.migrateTo(to) : await migrator.migrateToLatest()
  if (error) throw new Error(`The database schema could not be brought up to date: ${String(error)}`, { cause: error })
  if (!to) await updateIngestFunction(db)
}
