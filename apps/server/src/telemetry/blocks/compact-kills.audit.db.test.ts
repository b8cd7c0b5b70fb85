import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { insertBoats } from '../../testing/accounts/boats.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { figuresOf } from '../../testing/figures.ts'
import { killBefore, launchService, type ServiceProcess, startProcess } from '../../testing/process.ts'

const prepared = await openTestDatabase()
const { url, dataDir } = prepared
const [boat] = await insertBoats(prepared.database.db, 1)
const env = { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) }

const DAYS = 4
const BATCHES_AN_HOUR = 20
const BATCHES = DAYS * 24 * BATCHES_AN_HOUR

/** Rolled-up hours of a boat, as an installation has them that is upgraded. */
async function fill({ db }: Database): Promise<void> {
  const first = sql`timestamptz '2026-05-01T00:00:00Z' + n * interval '3 minutes'`
  const text = sql`to_char((${first}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  await sql`
    insert into telemetry_batch (vessel_id, connection_id, batch_key, first_at, last_at, arrived_at, metrics, accepted, hours_applied, body)
    select ${boat!.vesselId}::uuid, ${boat!.connectionId}::uuid, gen_random_uuid(), ${first}, ${first}, ${first} + interval '1 second', 65536, 2, false,
      format('{"series":[["depth","m",null]],"of":[0,0],"times":["%s"],"at":[0,null],"value":[%s.5,%s]}', ${text}, n, n)
    from generate_series(0, ${BATCHES - 1}::integer) n`.execute(db)
  await sql`
    insert into telemetry_day (vessel_id, day, metrics, compact_at)
    select ${boat!.vesselId}::uuid, date '2026-05-01' + n, 65536, '-infinity' from generate_series(0, ${DAYS - 1}::integer) n`.execute(
    db,
  )
}

interface State {
  readings: number
  /** Of all readings, whatever they are stored in. */
  hash: string
  blocks: number
  days: number
}

/** Between two processes of the service, ten minutes later: what the one had claimed is free for the other. */
async function state(): Promise<State> {
  const database = await openDatabase({ dataDir, databaseUrl: url, sync: false })
  try {
    await sql`update telemetry_day set compact_at = '-infinity' where compact_at is not null`.execute(database.db)
    const { rows } = await sql<State>`
      select count(*)::integer as readings, md5(string_agg(format('%s %s %s', r.recorded_at, r.arrived_at, r.value), ',' order by r.recorded_at, r.value)) as hash,
        (select count(block)::integer from telemetry_batch) as blocks,
        (select count(*)::integer from telemetry_day where compact_at is not null) as days
      from reading r`.execute(database.db)
    return rows[0]!
  } finally {
    await database.close()
  }
}

const daysLeft = async ({ url }: ServiceProcess) => (await figuresOf(url))('binnacle_compaction_backlog_days')

test('the service is killed at each step of making blocks, and in the middle of days: every reading stays, once', async () => {
  await fill(prepared.database)
  if (!url) await prepared.database.close()
  const before = await state()
  assert.deepEqual([before.readings, before.blocks, before.days], [2 * BATCHES, 0, DAYS])
  for (const statement of [
    'insert into telemetry_answered',
    'delete from telemetry_batch',
    'insert into "telemetry_batch"',
    'update telemetry_day set compact_at = null',
  ]) {
    const service = launchService({ ...env, ...killBefore(statement) })
    after(() => service.kill())
    assert.equal((await service.ended).signal, 'SIGKILL', statement)
    const { readings, hash } = await state()
    assert.deepEqual([readings, hash], [before.readings, before.hash], statement)
  }
  for (let left = (await state()).days; left > 1; ) {
    const service = await startProcess(env)
    after(() => service.kill())
    const aim = left - 1
    await until(async () => (await daysLeft(service)) <= aim, 'a day less')
    await service.kill()
    const now = await state()
    assert.deepEqual([now.readings, now.hash], [before.readings, before.hash])
    left = now.days
  }
  const last = await startProcess(env)
  await until(async () => (await daysLeft(last)) === 0, 'no day left')
  assert.deepEqual(await last.stop(), { code: 0, signal: null })
  const { readings, hash, blocks: all } = await state()
  assert.deepEqual([readings, hash, all], [before.readings, before.hash, DAYS * 24])
})

after(() => prepared.drop())
