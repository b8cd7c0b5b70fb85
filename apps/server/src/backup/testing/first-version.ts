import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isIngestFunctionCurrent } from '../../db/schema/ingest-function.ts'
import { migrate, schemaState } from '../../db/schema/migrate.ts'

/** What the first installations were made with. */
export const FIRST = '0002_ingest'
export const BATCHES = 500

/** Fills an empty database as the first version left it, with readings. */
export async function fillAsFirstVersion(db: Db): Promise<void> {
  await migrate(db, FIRST)
  await sql`insert into owner (id, name, email, plan)
    values ('00000000-0000-7000-8000-000000000001', 'Ada', 'ada@example.org', 'pro')`.execute(db)
  await sql`insert into vessel (id, owner_id, name, vessel_type)
    select id, id, 'Nordlys', 'rib' from owner`.execute(db)
  await sql`insert into telemetry_batch
    (vessel_id, connection_id, batch_key, first_at, last_at, arrived_at, metrics, accepted, hours_applied, body)
    select v.id, v.id, gen_random_uuid(), '2026-05-01', '2026-05-01', '2026-05-01', 1, 0, false, repeat(md5(n::text), 100)
    from vessel v, generate_series(1, ${sql.lit(BATCHES)}) n`.execute(db)
}

/** All that was there is there, at the schema of this version. */
export async function assertUpgraded(db: Db): Promise<void> {
  assert.equal(await schemaState(db), 'current')
  assert.ok(await isIngestFunctionCurrent(db))
  const { rows } = await sql<{ batches: number; bodies: number; changes: number; operator: boolean }>`
    select count(*)::int as batches, count(distinct body)::int as bodies,
      (select count(*)::int from vessel_change) as changes, (select operator from owner) as operator
    from telemetry_batch`.execute(db)
  assert.deepEqual(rows, [{ batches: BATCHES, bodies: BATCHES, changes: 1, operator: true }])
}
