import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { hashKey } from '../../http/values/key.ts'
import { type Boat, insertBoats } from '../../testing/accounts/boats.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { readBatch } from './batch.ts'
import { ingest } from './ingest-sql.ts'

const BOATS = 200
const A_STATEMENT = 20

const { database, drop } = await openTestDatabase()
after(drop)

/** Stores a batch of each boat, and gives how many rows of each table of marks were looked at. */
function store(boats: Boat[], now: Date): Promise<Record<string, number>> {
  const body = Buffer.from(JSON.stringify({ readings: [{ metric: 'depth', value: now.getTime() % 1000 }] }))
  const arrivals = boats.map(({ deviceKey }) => ({
    keyHash: hashKey(deviceKey),
    batch: readBatch(body, undefined, now),
  }))
  return database.db.transaction().execute(async (tx) => {
    const prepared = async (_name: string, text: string, values: unknown[]) =>
      (await tx.executeQuery(CompiledQuery.raw(text, values))).rows as never
    // What the session has not handed on yet counts, too: of earlier transactions.
    const before = await rowsLookedAt(tx)
    const outcomes = await ingest({ ...database, prepared }, arrivals, { gapMs: 0, enabled: true })
    assert.deepEqual(new Set(outcomes.map(({ outcome }) => outcome)), new Set(['accepted']))
    const after = Object.entries(await rowsLookedAt(tx))
    return Object.fromEntries(after.map(([table, rows]) => [table, rows - (before[table] ?? 0)]))
  })
}

async function rowsLookedAt(tx: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ relname: string; looked_at: number }>`
    select relname, (coalesce(idx_tup_fetch, 0) + seq_tup_read)::integer as looked_at from pg_stat_xact_user_tables
    where relname in ('telemetry_pending_rollup', 'telemetry_day')`.execute(tx)
  return Object.fromEntries(rows.map(({ relname, looked_at }) => [relname, looked_at]))
}

test('a batch looks at rows of its own boat alone, also where the tables were empty when they were last analyzed', async () => {
  await sql`analyze telemetry_pending_rollup, telemetry_day`.execute(database.db)
  const boats = await insertBoats(database.db, BOATS)
  for (const hour of [0, 1])
    for (let from = 0; from < BOATS; from += A_STATEMENT) {
      const now = new Date(Date.UTC(2026, 5, 1, 12 + hour))
      const lookedAt = await store(boats.slice(from, from + A_STATEMENT), now)
      for (const [table, rows] of Object.entries(lookedAt))
        assert.ok(rows <= 2 * A_STATEMENT, `${rows} rows of ${table} for ${A_STATEMENT} batches`)
      assert.equal(Object.keys(lookedAt).length, 2)
    }
})
