import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '../../../../../../scripts/until.ts'
import { insertBoats } from '../../../testing/accounts/boats.ts'
import { openTestDatabase, testServerUrl } from '../../../testing/database.ts'
import { killBefore, launchService, startProcess } from '../../../testing/process.ts'
import { startReceiver } from '../../testing/receiver.ts'

const prepared = await openTestDatabase()
const { url, dataDir } = prepared
const { db } = prepared.database
const [boat] = await insertBoats(db, 1)
const env = { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }), NOTIFY_ALLOW_PRIVATE: '127.0.0.1' }

after(() => prepared.drop())
const receiver = await startReceiver()
const address = `${receiver.url}/topic`
const got = (): string[] => receiver.bodies('/').map(({ message }) => message)

const WARNINGS = ['bilge_pump_cycles', 'battery_soc_pct', 'waste_level_pct']

async function prepare(): Promise<void> {
  const { owner_id } = await db.selectFrom('vessel').select('owner_id').executeTakeFirstOrThrow()
  const [from, until] = [-1, 3].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16))
  await db.updateTable('owner').set({ quiet_from: from, quiet_until: until, quiet_time_zone: 'UTC' }).execute()
  const channel = { id: randomUUID(), kind: 'ntfy', name: 'Phone', address, secret: null, language: 'en' } as const
  await db
    .insertInto('channel')
    .values({ ...channel, owner_id, severity: 'warning', verified_at: new Date() })
    .execute()
  const alarm = { vessel_id: boat!.vesselId, kind: 'above', instance: '', limit: 9, severity: 'warning' } as const
  for (const metric of WARNINGS)
    await sql`insert into alarm (vessel_id, id, rule_id, kind, metric, instance, "limit", severity, value, began_at)
      values (${alarm.vessel_id}, ${randomUUID()}, ${randomUUID()}, ${alarm.kind}, ${metric}, '', 9, 'warning', 10, now())`.execute(
      db,
    )
}

const messages = () => db.selectFrom('message').selectAll().execute()

async function killedBefore(statement: string): Promise<void> {
  const service = launchService({ ...env, ...killBefore(statement) })
  after(() => service.kill())
  assert.equal((await service.ended).signal, 'SIGKILL', statement)
  // As if the lease of what it had claimed was over.
  await sql`update message set next_try_at = now() where done_at is null and held_until is null`.execute(db)
}

/** Runs the service until all messages are as they are wanted. */
async function runUntil(isSo: (row: Awaited<ReturnType<typeof messages>>[0]) => boolean, what: string): Promise<void> {
  const service = await startProcess(env)
  after(() => service.kill())
  await until(async () => (await messages()).every(isSo), what)
  await service.kill()
}

const skip = !testServerUrl && 'needs PostgreSQL'

test('the service is killed while it holds messages and while it sends them together: all are told', {
  skip,
}, async () => {
  await prepare()
  await killedBefore('insert into message')
  assert.equal((await messages()).length, 0)
  await killedBefore('update message set tries = tries - 1')
  assert.equal((await messages()).length, WARNINGS.length)
  await runUntil(({ held_until }) => held_until !== null, 'all are held')
  assert.deepEqual(got(), [])
  await sql`update owner set quiet_from = null`.execute(db)
  const release = () => sql`update message set held_until = now(), next_try_at = now()`.execute(db)
  await release()
  await killedBefore('update "message" set "done_at"')
  assert.deepEqual(
    got().map((text) => text.split('\n').length),
    [WARNINGS.length],
  )
  assert.equal((await messages()).filter(({ done_at }) => done_at).length, 0)
  await release()
  await runUntil(({ done_at, error }) => done_at !== null && !error, 'all are accepted')
  const [text] = got()
  assert.deepEqual(got(), [text, text], 'the same once more, since nobody knows whether it arrived')
})
