import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { dumpSchema, dumpShapes, SCHEMA_FILE, SHAPES_FILE } from '../../../../../scripts/schema.ts'
import { emptyDatabase, openTestDatabase } from '../../testing/database.ts'
import { connectDatabase } from '../database.ts'

const { database, url, drop } = await openTestDatabase()
after(drop)

test('schema.sql is what the migrations make', {
  skip: url ? false : 'pg_dump reads a PostgreSQL server only',
}, async () => {
  assert.equal(await readFile(SCHEMA_FILE, 'utf8'), await dumpSchema(url!), 'run `npm run schema` and commit the file')
})

test('tables.json is what each migration makes', async () => {
  const empty = url ? await emptyDatabase() : null
  const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-shapes-'))
  const fresh = await connectDatabase({ dataDir, databaseUrl: empty?.url ?? null, sync: false })
  try {
    assert.equal(
      await readFile(SHAPES_FILE, 'utf8'),
      await dumpShapes(fresh.db),
      'run `npm run schema` and commit the file',
    )
  } finally {
    await fresh.close()
    await empty?.drop()
    await rm(dataDir, { recursive: true })
  }
})

/** Tables that hold no vessel's data, and why. */
const NOT_OF_A_VESSEL: Record<string, string> = {
  access_key: 'an account’s',
  answered_request: 'an account’s; of a vessel that is to be made, too',
  attempt: 'an account’s, for minutes',
  audit_event: 'an account’s',
  backup_status: 'the installation’s',
  brand_request: 'an account’s wish; names a vessel where it is for one',
  channel: 'an account’s',
  credential: 'an account’s',
  installation_alarm: 'the installation’s',
  installation_rule: 'the installation’s',
  message: 'a channel’s; names the vessel that it is about, if it is about one',
  owner: 'an account',
  passkey: 'an account’s',
  provider: 'the installation’s catalogue',
  schema_migration: 'the installation’s',
  schema_migration_lock: 'the installation’s',
  service_process: 'the installation’s',
  session: 'an account’s',
  setting: 'the installation’s',
  traffic: 'the installation’s counts',
  two_factor: 'an account’s',
  verification: 'an account’s, for minutes',
}

test('every table has a primary key, and one with a vessel_id is of a vessel', async () => {
  const { rows } = await sql<{ table: string; has_key: boolean; has_vessel: boolean }>`
    select t.relname as "table", exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary) as has_key,
      exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'vessel_id') as has_vessel
    from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')`.execute(database.db)
  assert.deepEqual(
    rows.filter(({ has_key }) => !has_key),
    [],
  )
  const ofVessels = rows.filter(({ table }) => !(table in NOT_OF_A_VESSEL)).map(({ table }) => table)
  const named = rows.filter(({ has_vessel }) => has_vessel).map(({ table }) => table)
  assert.deepEqual(
    ofVessels.sort(),
    [...named.filter((table) => !['brand_request', 'message'].includes(table)), 'vessel'].sort(),
  )
  for (const table of Object.keys(NOT_OF_A_VESSEL))
    assert.ok(
      rows.some((row) => row.table === table),
      table,
    )
})

test('every key of a table of owners’ data begins with vessel_id, so that it can be sharded by vessel', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select t.relname as table, a.attname as column
    from pg_index i
    join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
    where i.indisunique`.execute(database.db)
  const wrong = rows.filter(
    ({ table, column }) => !(table in NOT_OF_A_VESSEL) && column !== (table === 'vessel' ? 'id' : 'vessel_id'),
  )
  assert.deepEqual(wrong, [])
  assert.ok(rows.length > Object.keys(NOT_OF_A_VESSEL).length + 10)
})
