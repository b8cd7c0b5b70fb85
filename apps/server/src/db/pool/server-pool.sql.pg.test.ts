import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import pg from 'pg'
import { openTestDatabase, testServerUrl } from '../../testing/database.ts'
import { Watchdog } from './watchdog.ts'

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

test('a process that computes for long, as a passphrase makes it, does not take that for the silence of the server', {
  skip,
}, async () => {
  const server = { connectionString: testServerUrl! }
  let silences = 0
  const watchdog = new Watchdog(server, () => silences++)
  after(() => watchdog.end())
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000)
  const client = new pg.Client(server)
  await client.connect()
  await client.query('select 1')
  await client.end()
  assert.deepEqual([silences, watchdog.answering], [0, true])
})

test('what a statement was given is freed by a collection of young objects', { skip }, async () => {
  setFlagsFromString('--expose-gc')
  const collect: (how: { type: 'minor' }) => void = runInNewContext('gc')
  const { database, drop } = await openTestDatabase()
  after(drop)
  const buffersAfter = async (...bytes: number[]) => {
    for (const length of bytes)
      await database.prepared('length', 'select length($1::bytea) as length', [Buffer.alloc(length)])
    for (let i = 0; i < 4; i++) {
      collect({ type: 'minor' })
      await setTimeout(20)
    }
    return process.memoryUsage().arrayBuffers
  }
  const before = await buffersAfter(1, 1)
  // What was written last to the connection may stay until the next.
  const kept = (await buffersAfter(256 * 1024, 1)) - before
  assert.ok(kept < 128 * 1024, `${kept} bytes are kept`)
})
