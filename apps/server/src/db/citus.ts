import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema/tables.ts'

type Db = Kysely<Tables>

/** Whether the database is of a Citus cluster, though none of its tables may be spread yet. */
export async function isCluster(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('pg_dist_partition') is not null as there`.execute(db)
  return rows[0]!.there
}

/**
 * The tables that are spread over the servers of a Citus cluster, as deploy/citus.sql does it with those of readings; elsewhere
 * none.
 */
export async function spreadTables(db: Db): Promise<string[]> {
  if (!(await isCluster(db))) return []
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' and c.relnamespace = current_schema()::regnamespace order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

export const isSpread = async (db: Db): Promise<boolean> => (await spreadTables(db)).includes('telemetry_batch')

/**
 * Nobody changes these tables until the transaction ends. What it sees of any table is from after this, if it has seen nothing
 * before.
 */
export async function keepTables(tx: Db, names: string[]): Promise<void> {
  if (names.length > 0)
    await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in share mode`.execute(tx)
}
