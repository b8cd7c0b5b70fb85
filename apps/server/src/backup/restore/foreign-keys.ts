import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A foreign key of a table, as it is made again. */
export interface ForeignKey {
  name: string
  child: string
  parent: string
  definition: string
  columns: string[]
  parent_columns: string[]
  /** What the key does with rows whose parent is deleted: 'n' sets these columns to null, all others delete them. */
  on_delete: string
  set_null: string[]
}

export async function listForeignKeys(db: Db): Promise<ForeignKey[]> {
  const names = (keys: string, table: string) =>
    sql.raw(`array(select a.attname::text from unnest(${keys}) with ordinality k(n, at)
      join pg_attribute a on a.attrelid = ${table} and a.attnum = k.n order by k.at)`)
  const { rows } = await sql<ForeignKey>`
    select f.conname as name, c.relname as child, p.relname as parent, pg_get_constraintdef(f.oid) as definition,
      ${names('f.conkey', 'f.conrelid')} as columns, ${names('f.confkey', 'f.confrelid')} as parent_columns,
      f.confdeltype as on_delete, ${names('coalesce(f.confdelsetcols, f.conkey)', 'f.conrelid')} as set_null
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and f.conparentid = 0 and c.relnamespace = current_schema()::regnamespace
    order by c.relname, f.conname`.execute(db)
  return rows
}

/** Rows come in the order of the archive, which may have been made without a key: all keys are checked at the end. */
export async function dropForeignKeys(db: Db, keys: ForeignKey[]): Promise<void> {
  for (const { child, name } of keys)
    await sql`alter table ${sql.table(child)} drop constraint ${sql.ref(name)}`.execute(db)
}

export async function addForeignKeys(db: Db, keys: ForeignKey[]): Promise<void> {
  for (const { child, name, definition } of keys)
    await sql`alter table ${sql.table(child)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db)
}

const isOrphan = ({ parent, columns, parent_columns }: ForeignKey) => {
  const set = columns.map((column) => sql`c.${sql.ref(column)} is not null`)
  const same = columns.map((column, at) => sql`p.${sql.ref(parent_columns[at]!)} = c.${sql.ref(column)}`)
  return sql`${sql.join(set, sql` and `)} and not exists
    (select from ${sql.table(parent)} p where ${sql.join(same, sql` and `)})`
}

/** Rows that refer to a row that is not there. */
export async function countOrphans(db: Db, key: ForeignKey): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from ${sql.table(key.child)} c where ${isOrphan(key)}`.execute(db)
  return Number(rows[0]!.count)
}

/** Does with those rows what the key does when their parent is deleted. Returns their number. */
export async function removeOrphans(db: Db, key: ForeignKey): Promise<number> {
  const child = sql.table(key.child)
  const done =
    key.on_delete === 'n'
      ? await sql`update ${child} c set ${sql.join(key.set_null.map((column) => sql`${sql.ref(column)} = null`))}
          where ${isOrphan(key)}`.execute(db)
      : await sql`delete from ${child} c where ${isOrphan(key)}`.execute(db)
  return Number(done.numAffectedRows ?? 0)
}
