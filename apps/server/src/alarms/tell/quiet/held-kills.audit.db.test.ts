import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServerUrl } from '../../../testing/database.ts'
import { insertAlarm, startKilledTelling } from '../../testing/kills.ts'

const { db, boat, got, messages, killedBefore, runUntil } = await startKilledTelling()
const texts = (): string[] => got().map(({ body }) => JSON.parse(body).message)

const WARNINGS = ['bilge_pump_cycles', 'battery_soc_pct', 'waste_level_pct']

const skip = !testServerUrl && 'needs PostgreSQL'

test('the service is killed while it holds messages and while it sends them together: all are told', {
  skip,
}, async () => {
  const [from, until] = [-1, 3].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16))
  await db.updateTable('owner').set({ quiet_from: from, quiet_until: until, quiet_time_zone: 'UTC' }).execute()
  for (const metric of WARNINGS) await insertAlarm(db, boat, metric)
  await killedBefore('insert into message')
  assert.equal((await messages()).length, 0)
  await killedBefore('update message set tries = tries - 1')
  assert.equal((await messages()).length, WARNINGS.length)
  await runUntil(async () => (await messages()).every(({ held_until }) => held_until !== null), 'all are held')
  assert.deepEqual(texts(), [])
  await sql`update owner set quiet_from = null`.execute(db)
  const release = () => sql`update message set held_until = now(), next_try_at = now()`.execute(db)
  await release()
  await killedBefore('update "message" set "done_at"')
  assert.deepEqual(
    texts().map((text) => text.split('\n').length),
    [WARNINGS.length],
  )
  assert.equal((await messages()).filter(({ done_at }) => done_at).length, 0)
  await release()
  const isAccepted = async () => (await messages()).every(({ done_at, error }) => done_at !== null && !error)
  await runUntil(isAccepted, 'all are accepted')
  const [text] = texts()
  assert.deepEqual(texts(), [text, text], 'the same once more, since nobody knows whether it arrived')
})
