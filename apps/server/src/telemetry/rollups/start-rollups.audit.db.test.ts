import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { insertBoats } from '../../testing/accounts/boats.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { figuresOf } from '../../testing/figures.ts'
import { type ServiceProcess, startProcess } from '../../testing/process.ts'
import { readBuckets } from '../charts/range.ts'
import { storeSent } from '../testing/store-sent.ts'
import { DAY_MS } from './day/time-grid.ts'

const DAYS = 40
const DAY = Date.parse('2026-01-01T00:00:00Z')

const prepared = await openTestDatabase()
const { url, dataDir } = prepared
const [boat] = await insertBoats(prepared.database.db, 1)

/** The same database again, between two processes of the service. */
async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir, databaseUrl: url, sync: false })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

const figure = async (service: ServiceProcess, name: string) => (await figuresOf(service.url))(name)

test('the service rolls what waits, stops in the middle of it at a SIGTERM, and goes on after the next start', async () => {
  const { database } = prepared
  const sent = Array.from({ length: DAYS }, (_, day) => {
    const at = DAY + day * DAY_MS
    return { arrivedAt: at, readings: [{ metric: 'depth' as const, at, value: day }] }
  })
  await storeSent(database, boat!, sent)
  await sql`update telemetry_pending_rollup set marked_at = now() - interval '10 minutes'`.execute(database.db)
  if (!url) await database.close()

  const env = { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) }
  const first = await startProcess(env)
  after(() => first.kill())
  await until(async () => (await figure(first, 'binnacle_rollup_days_total')) > 0, 'the first day')
  assert.deepEqual(await first.stop(), { code: 0, signal: null })
  const { left, claimed } = await withDatabase(async ({ db }) => {
    const { rows } = await sql<{ left: number; claimed: number }>`
      select count(*)::integer as left, count(claimed_at)::integer as claimed from telemetry_pending_rollup`.execute(db)
    return rows[0]!
  })
  assert.equal(claimed, 0, 'what it had taken it gave back')
  assert.ok(left < DAYS, `${left} of ${DAYS} hours are left`)

  const second = await startProcess(env)
  after(() => second.kill())
  await until(async () => (await figure(second, 'binnacle_rollup_days_total')) >= left, 'the other days')
  assert.deepEqual(await second.stop(), { code: 0, signal: null })
  await withDatabase(async (again) => {
    const span = { from: DAY, to: DAY + DAYS * DAY_MS }
    const buckets = await readBuckets(again, boat!.vesselId, { metric: 'depth', instance: '' }, span, DAY_MS)
    assert.equal(buckets.size, DAYS)
    const { rows } = await sql`select from telemetry_pending_rollup`.execute(again.db)
    assert.equal(rows.length, 0)
  })
})

after(() => prepared.drop())
