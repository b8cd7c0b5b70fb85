import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { makeAuth } from '../accounts/auth.ts'
import { openFrameStore } from '../cameras/open-frame-store.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { OWN_LIMITS } from '../limits/limits.ts'
import { demoKeys } from './keys.ts'
import { CONNECTIONS } from './prepare.ts'
import { findSeeded, NotADemo, seed } from './seed.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'binnacle-seed-'))
const config = readConfig({ DATA_DIR: dataDir })
const database = await openDatabase({ ...config, sync: false })
const { db } = database
const store = await openFrameStore(config)
after(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const count = async (table: 'owner' | 'vessel' | 'service_log' | 'telemetry_batch' | 'frame' | 'share') => {
  const row = await db.selectFrom(table).select(db.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
  return Number(row.n)
}

test('what a stop in the middle has left is thrown away, and the whole past is written once', async () => {
  const auth = makeAuth(db, { ...config, secret: 'x'.repeat(32) }, OWN_LIMITS, pino({ level: 'fatal' }))
  const keys = await demoKeys(dataDir, CONNECTIONS)
  const now = new Date()
  assert.equal(await findSeeded(db, dataDir), 'nothing')
  // Without the key of Bosun's cameras it ends when all else is written.
  const { 'Bosun/onboard_camera': _last, ...others } = keys.connections
  await assert.rejects(seed(database, store, auth, { ...keys, connections: others }, now))
  assert.equal(await findSeeded(db, dataDir), 'unfinished')
  const services = await count('service_log')
  const batches = await count('telemetry_batch')
  assert.deepEqual([await count('owner'), await count('vessel'), await count('frame')], [1, 2, 36])

  const { vessels } = await seed(database, store, auth, keys, now)
  assert.deepEqual(await findSeeded(db, dataDir), { vessels })
  assert.deepEqual([await count('owner'), await count('vessel'), await count('frame')], [1, 2, 48])
  assert.deepEqual([await count('service_log'), await count('telemetry_batch')], [services, batches])
  assert.equal(await count('share'), 1)

  await db.deleteFrom('setting').execute()
  await assert.rejects(findSeeded(db, dataDir), NotADemo)
})
