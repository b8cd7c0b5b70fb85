import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../testing/database.ts'

/** deploy/citus.sql, held against the schema and against what Citus allows (its manual on constraints): there is no Citus to try it on. */
const { database, drop } = await openTestDatabase()
after(drop)

const text = await readFile(join(import.meta.dirname, '../../../../../deploy/citus.sql'), 'utf8')
const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...groups]) => groups as string[])

const local = all(/^-- local: (.+)$/gm).flatMap(([names]) => names!.split(', '))
const reference = all(/create_reference_table\('(\w+)'\)/g).map(([name]) => name!)
const distributed = new Map(
  all(/create_distributed_table\('(\w+)', '(\w+)'/g).map(([name, column]) => [name!, column!] as const),
)
const dropped = all(/^alter table (\w+) drop constraint (\w+)/gm).map(([table, name]) => `${table}.${name}`)

test('every table is named once, as local, reference or distributed, and no other', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(database.db)
  const named = [...local, ...reference, ...distributed.keys()]
  assert.deepEqual(named.sort(), rows.map(({ name }) => name).sort())
})

test('every key of a distributed table holds the column that it is distributed by', async () => {
  const { rows } = await sql<{ table: string; index: string; columns: string[] }>`
    select t.relname as "table", x.relname as index, array_agg(a.attname::text) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
    where i.indisunique and t.relnamespace = current_schema()::regnamespace group by 1, 2`.execute(database.db)
  const keys = rows.filter(({ table }) => distributed.has(table))
  assert.ok(keys.length >= distributed.size, 'each has a primary key')
  for (const { table, index, columns } of keys) assert.ok(columns.includes(distributed.get(table)!), index)
})

test('every foreign key that is left is one that Citus has', async () => {
  const { rows } = await sql<{ name: string; from: string; to: string; columns: string[] }>`
    select c.conrelid::regclass || '.' || c.conname as name, c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to",
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
    from pg_constraint c where c.contype = 'f'`.execute(database.db)
  const known = rows.map(({ name }) => name)
  for (const name of dropped) assert.ok(known.includes(name), `${name} is dropped, and there is none`)
  const left = rows.filter(({ name }) => !dropped.includes(name))
  const kind = (table: string) =>
    distributed.has(table) ? 'distributed' : reference.includes(table) ? 'reference' : 'local'
  for (const { name, from, to, columns } of left) {
    const pair = `${kind(from)} to ${kind(to)}`
    if (pair === 'distributed to distributed') assert.ok(columns.includes(distributed.get(from)!), name)
    else assert.ok(['local to local', 'distributed to reference'].includes(pair), `${name}: ${pair}`)
  }
})
