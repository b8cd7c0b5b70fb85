import { type RawBuilder, sql } from 'kysely'
import { bytesArray } from '../../db/binary-array.ts'
import type { Db } from '../../db/database.ts'

/** Tables that are in no backup, each with the reason. */
export const NOT_IN_A_BACKUP: Record<string, string> = {
  schema_migration: 'the migrations write it when the tables are made again; the archive names them',
  schema_migration_lock: 'is of a running migration',
  backup_status: 'tells of the archives of one place',
}

/** Tables whose rows are in no backup, each with the reason: they are empty after a restore, also of an archive that has them. */
export const EMPTY_IN_A_BACKUP: Record<string, string> = {
  session: 'whoever has the file must not be signed in by it',
  verification: 'is of sign-ins that are under way',
  attempt: 'counts attempts of some minutes',
}

export interface BackedUpTable {
  name: string
  /** Without those that the database computes. */
  columns: string[]
}

/** Rows of a page that is read or written: with the largest row, 640 KiB, a page is 80 MB. */
const ROWS_A_PAGE = 128

/** Every table that a backup has, each after those that it refers to. */
export async function listTables(db: Db): Promise<BackedUpTable[]> {
  const { rows } = await sql<BackedUpTable & { refers_to: string[] }>`
    select t.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(array_agg(distinct f.confrelid::regclass::text), '{}') from pg_constraint f
       where f.conrelid = t.oid and f.contype = 'f' and f.confrelid <> t.oid) as refers_to
    from pg_class t
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and t.relname <> all(${Object.keys(NOT_IN_A_BACKUP)}::text[])
    order by t.relname`.execute(db)
  return inOrder(rows.map(({ refers_to, ...table }) => [table, refers_to.filter((name) => name !== table.name)]))
}

function inOrder(tables: [BackedUpTable, string[]][]): BackedUpTable[] {
  if (tables.length === 0) return []
  const waiting = new Set(tables.map(([{ name }]) => name))
  const ready = tables.filter(([, refersTo]) => !refersTo.some((name) => waiting.has(name)))
  if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting].join(', ')}`)
  return [...ready.map(([table]) => table), ...inOrder(tables.filter((table) => !ready.includes(table)))]
}

/** PostgreSQL's text of a row, which has every value exactly and is the same whatever the settings of the session. */
const EXACT = [
  'datestyle = iso',
  'timezone = utc',
  'extra_float_digits = 3',
  'bytea_output = hex',
  'intervalstyle = iso_8601',
]
const NO_TIMEOUTS = ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0', 'lock_timeout = 0']

/** For this transaction: rows are written and read exactly, and for as long as it takes. */
export async function setSession(tx: Db): Promise<void> {
  for (const setting of [...EXACT, ...NO_TIMEOUTS]) await sql.raw(`set local ${setting}`).execute(tx)
}

/** The rows of a table, as text, some at a time. Needs a transaction. */
export async function* readRows(tx: Db, { name }: BackedUpTable): AsyncGenerator<string[]> {
  for await (const rows of pages<{ row: string }>(tx, sql`select t::text as row from ${sql.table(name)} t`))
    yield rows.map(({ row }) => row)
}

/** What a statement gives, some rows at a time. Needs a transaction. */
export async function* pages<Row>(tx: Db, statement: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  await sql`declare backup_rows no scroll cursor for ${statement}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_A_PAGE)} from backup_rows`.execute(tx)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close backup_rows`.execute(tx)
}

/** Stores rows as readRows gave them, in UTF-8. */
export async function insertRows(db: Db, { name, columns }: BackedUpTable, rows: Buffer[]): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const table = sql.table(name)
  await sql`insert into ${table} (${list}) overriding system value
    select ${list} from unnest(${bytesArray('text', rows)}::text[]::${table}[])`.execute(db)
}

export async function countRows(db: Db, { name }: BackedUpTable): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(name)}`.execute(db)
  return Number(rows[0]!.count)
}

/** While rows are restored, what these rows once caused is among them. */
export async function setTriggers(db: Db, tables: BackedUpTable[], on: boolean): Promise<void> {
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} ${sql.raw(on ? 'enable' : 'disable')} trigger user`.execute(db)
}
