import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { migrate } from '../../db/schema/migrate.ts'
import { type BackedUpTable, countRows, insertRows, listTables, setTriggers } from '../archive/tables-sql.ts'

export interface Loader {
  rows(table: string, rows: Buffer[]): Promise<void>
  /** Compares what is stored with what was to come, and goes on to the schema of this version. */
  finish(expected: Record<string, number>): Promise<void>
}

/** Makes the tables in an empty database as they were, and stores rows in them. In a transaction, or where nobody sees it yet. */
export async function startLoading(db: Db, schema: string[], tables: BackedUpTable[]): Promise<Loader> {
  await migrate(db, schema.at(-1))
  const made = await listTables(db)
  if (JSON.stringify(made) !== JSON.stringify(tables))
    throw new Error('The tables of the backup are not those that the migrations of this version make.')
  await setTriggers(db, tables, false)
  // What migrations themselves have put there is in the backup as it was then.
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db)
  const byName = new Map(tables.map((table) => [table.name, table]))
  return {
    rows: (name, rows) => insertRows(db, byName.get(name)!, rows),
    async finish(expected) {
      for (const table of tables) {
        const stored = await countRows(db, table)
        if (stored !== expected[table.name])
          throw new Error(`Of ${expected[table.name]} rows of ${table.name} ${stored} were stored.`)
      }
      await setTriggers(db, tables, true)
      await migrate(db)
    },
  }
}
