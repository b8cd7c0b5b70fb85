import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { dumpSchema, SCHEMA_FILE } from '../../../../scripts/schema.ts'
import { openTestDatabase } from '../testing/database.ts'

const { database, url, drop } = await openTestDatabase()
after(drop)

test('schema.sql is what the migrations make', {
  skip: url ? false : 'pg_dump reads a PostgreSQL server only',
}, async () => {
  assert.equal(await readFile(SCHEMA_FILE, 'utf8'), await dumpSchema(url!), 'run `npm run schema` and commit the file')
})

/** Tables that hold no vessel's data. */
const NOT_OF_A_VESSEL = [
  'access_key',
  'backup_status',
  'brand_request',
  'credential',
  'owner',
  'passkey',
  'provider',
  'schema_migration',
  'schema_migration_lock',
  'session',
  'setting',
  'traffic',
  'two_factor',
  'verification',
]

test('every key of a table of owners’ data begins with vessel_id, so that it can be sharded by vessel', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select t.relname as table, a.attname as column
    from pg_index i
    join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
    where i.indisunique`.execute(database.db)
  const wrong = rows.filter(
    ({ table, column }) => !NOT_OF_A_VESSEL.includes(table) && column !== (table === 'vessel' ? 'id' : 'vessel_id'),
  )
  assert.deepEqual(wrong, [])
  assert.ok(rows.length > NOT_OF_A_VESSEL.length + 10)
})
