import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../testing/database.ts'

/** What deploy/citus.sql relies on; citus.audit.test.ts runs it. */
const { database, drop } = await openTestDatabase()
after(drop)

const OF_READINGS = sql`(select oid from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname like 'telemetry\\_%')`

test('no table of readings has a foreign key or a trigger: Citus has none to a table that is not distributed', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'f' and (conrelid in ${OF_READINGS} or confrelid in ${OF_READINGS})
    union all
    select tgname from pg_trigger where tgrelid in ${OF_READINGS} and not tgisinternal`.execute(database.db)
  assert.deepEqual(rows, [])
})
