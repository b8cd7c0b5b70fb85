import { type RawBuilder, sql } from 'kysely'
import { bytesArray } from '../../db/binary-array.ts'
import type { Db } from '../../db/database.ts'
import { executedMigrations } from '../../db/schema/migrate.ts'
import { type Differences, differencesOf, readShapes, shapesAt } from './our-tables.ts'

/** Tables of Binnacle that are in no backup, each with the reason. */
export const NOT_IN_A_BACKUP: Record<string, string> = {
  schema_migration: 'the migrations write it when the tables are made again; the archive names them',
  schema_migration_lock: 'is of a running migration',
  backup_status: 'tells of the archives of one place',
  service_process: 'tells of the processes that run',
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

/** A table to read rows of, with all columns that its rows' text has. */
export interface SourceTable extends BackedUpTable {
  all: string[]
}

/** Rows of a page that is read or written: with the largest row, 640 KiB, a page is 80 MB. */
const ROWS_A_PAGE = 128

/** Every table that a backup has, each after those that it refers to, and how the database differs from what these migrations made. */
export async function listOurTables(
  db: Db,
  schema: string[],
): Promise<{ tables: SourceTable[]; differences: Differences }> {
  const there = await readShapes(db)
  const ours = (await shapesAt(schema)) ?? there
  const computed = await computedColumns(db)
  const named = Object.keys(ours).filter((name) => !(name in NOT_IN_A_BACKUP))
  const tables = inOrder(named.map((name) => [name, ours[name]!.refers_to])).map((name) => {
    const { columns: all } = ours[name]!
    return { name, columns: all.filter((column) => !computed.has(`${name}.${column}`)), all }
  })
  return { tables, differences: differencesOf(ours, there) }
}

/** Every table in a database that migrations have just made, as listOurTables has it. */
export const listTables = async (db: Db): Promise<SourceTable[]> =>
  (await listOurTables(db, await executedMigrations(db))).tables

async function computedColumns(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select t.relname || '.' || a.attname as name from pg_attribute a join pg_class t on t.oid = a.attrelid
    where t.relnamespace = current_schema()::regnamespace and a.attgenerated <> ''`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

function inOrder(tables: [string, string[]][]): string[] {
  if (tables.length === 0) return []
  const waiting = new Set(tables.map(([name]) => name))
  const ready = tables.filter(([, refersTo]) => !refersTo.some((name) => waiting.has(name)))
  if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting].join(', ')}`)
  return [...ready.map(([name]) => name), ...inOrder(tables.filter((table) => !ready.includes(table)))]
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
export async function* readRows(tx: Db, { name, all }: SourceTable): AsyncGenerator<string[]> {
  const ours = sql`select ${sql.join(all.map((column) => sql.ref(column)))} from ${sql.table(name)}`
  for await (const rows of pages<{ row: string }>(tx, sql`select t::text as row from (${ours}) t`))
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

/** The same for a table whose columns were others: each goes where its name is, and what is not given is the column's default. */
export async function insertRowsByName(db: Db, table: BackedUpTable, given: string[], rows: Buffer[]): Promise<void> {
  const columns = table.columns.filter((column) => given.includes(column))
  const { rows: types } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table.name}::regclass and attnum > 0`.execute(db)
  const typeOf = new Map(types.map(({ name, type }) => [name, type]))
  const row = sql.id('pg_temp', `backup_${table.name}`)
  const asText = given.map((column) => sql`${sql.ref(column)} text`)
  await sql`create temporary table if not exists ${sql.id(`backup_${table.name}`)} (${sql.join(asText)})`.execute(db)
  const values = columns.map((column) => sql`r.${sql.ref(column)}::${sql.raw(typeOf.get(column)!)}`)
  await sql`insert into ${sql.table(table.name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    overriding system value select ${sql.join(values)}
    from unnest(${bytesArray('text', rows)}::text[]::${row}[]) r`.execute(db)
}

export async function countRows(db: Db, { name }: BackedUpTable): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(name)}`.execute(db)
  return Number(rows[0]!.count)
}

/** What these tables take on the disk, with their indexes. */
export async function bytesOf(db: Db, tables: BackedUpTable[]): Promise<number> {
  const names = tables.map(({ name }) => name)
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(pg_total_relation_size(t.oid)), 0) as bytes from pg_class t
    where t.relnamespace = current_schema()::regnamespace
      and coalesce((select i.inhparent from pg_inherits i where i.inhrelid = t.oid), t.oid)
        in (select p.oid from pg_class p where p.relname = any(${names}::text[]) and p.relnamespace = t.relnamespace)`.execute(
    db,
  )
  return Number(rows[0]!.bytes)
}

/** While rows are restored, what these rows once caused is among them. */
export async function setTriggers(db: Db, tables: BackedUpTable[], on: boolean): Promise<void> {
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} ${sql.raw(on ? 'enable' : 'disable')} trigger user`.execute(db)
}
