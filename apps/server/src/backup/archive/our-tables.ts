import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** What each migration made of which tables; null: it dropped the table. `npm run schema` writes it. */
export const SHAPES_FILE = join(import.meta.dirname, '../../../migrations/tables.json')

export interface TableShape {
  columns: string[]
  refers_to: string[]
  /** Names of keys, constraints and unique indexes, and the columns' types. */
  rules: string[]
}

export type Shapes = Record<string, TableShape>

/** The tables of a database as they are. */
export async function readShapes(db: Db): Promise<Shapes> {
  const { rows } = await sql<TableShape & { name: string }>`
    select t.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(array_agg(distinct r.relname::text order by r.relname::text), '{}')
       from pg_constraint f join pg_class r on r.oid = f.confrelid
       where f.conrelid = t.oid and f.contype = 'f' and f.confrelid <> t.oid) as refers_to,
      (select array_agg(rule order by rule collate "C") from (
         select c.conname::text as rule from pg_constraint c where c.conrelid = t.oid and c.contype in ('p', 'u', 'f', 'c')
         union
         select i.indexrelid::regclass::text from pg_index i where i.indrelid = t.oid and i.indisunique
         union
         select a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
         from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) of_table) as rules
    from pg_class t
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    order by t.relname`.execute(db)
  return Object.fromEntries(rows.map(({ name, ...shape }) => [name, shape]))
}

/** The tables that these migrations make; null when one of them is of a newer version. */
export async function shapesAt(schema: string[]): Promise<Shapes | null> {
  const changes = JSON.parse(await readFile(SHAPES_FILE, 'utf8')) as Record<string, Record<string, TableShape | null>>
  if (schema.some((migration) => !(migration in changes))) return null
  const shapes: Record<string, TableShape | null> = Object.assign({}, ...schema.map((migration) => changes[migration]))
  return Object.fromEntries(Object.entries(shapes).filter((entry): entry is [string, TableShape] => entry[1] !== null))
}

/** How a database differs from what the migrations made. */
export interface Differences {
  /** Tables, and columns as table.column, that are not Binnacle's. */
  foreign: string[]
  /** Tables and columns of Binnacle that are not there. */
  missing: string[]
  /** Keys, constraints and types of Binnacle that are not there, as table: rule. */
  loose: string[]
}

export function differencesOf(ours: Shapes, there: Shapes): Differences {
  const tables = Object.entries(ours)
  const notIn = (names: string[], others: string[]) => names.filter((name) => !others.includes(name))
  const inBoth = tables.flatMap(([name, shape]) => (there[name] ? [{ name, shape, found: there[name] }] : []))
  return {
    foreign: [
      ...notIn(Object.keys(there), Object.keys(ours)),
      ...inBoth.flatMap(({ name, shape, found }) => notIn(found.columns, shape.columns).map((of) => `${name}.${of}`)),
    ],
    missing: [
      ...notIn(Object.keys(ours), Object.keys(there)),
      ...inBoth.flatMap(({ name, shape, found }) => notIn(shape.columns, found.columns).map((of) => `${name}.${of}`)),
    ],
    loose: inBoth.flatMap(({ name, shape, found }) =>
      notIn(shape.rules, found.rules).map((rule) => `${name}: ${rule}`),
    ),
  }
}
