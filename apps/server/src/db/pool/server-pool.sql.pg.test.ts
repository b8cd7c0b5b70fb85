import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase, testServerUrl } from '../../testing/database.ts'

const skip = testServerUrl ? false : 'needs PostgreSQL'

test('the server ends what stands still: a transaction after a minute, a statement after half of one', {
  skip,
}, async () => {
  const { database, drop } = await openTestDatabase()
  after(drop)
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('idle_in_transaction_session_timeout', 'statement_timeout')
    order by name`.execute(database.db)
  assert.deepEqual(
    rows.map(({ setting }) => setting),
    ['60000', '30000'],
  )
})
