import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { storedSettings } from '../../service/settings.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { claimSweep, releaseSweep } from './sweep-claim.ts'

const { database, drop } = await openTestDatabase()
const { db } = database
after(drop)

const at = (hours: number) => new Date(Date.UTC(2026, 4, 14) + hours * 3_600_000)
const claims = async (hours: number, processes = 5) => {
  const all = await Promise.all(Array.from({ length: processes }, () => claimSweep(db, at(hours))))
  return all.filter(Boolean).length
}

test('of several processes one sweeps, and the next time a day later', async () => {
  assert.equal(await claims(0), 1)
  assert.equal(await claims(19), 0)
  assert.equal(await claims(24), 1)
  assert.equal(await claims(24), 0)
})

test('a sweep that failed is begun again; and no clock that was ahead stops it', async () => {
  await releaseSweep(db)
  assert.equal(await claims(25), 1)
  await releaseSweep(db)
  assert.equal(await claims(1000), 1)
  assert.equal(await claims(26), 1)
})

test("the operator's settings are as they were", async () => {
  const { bucket_swept_at, ...others } = (await storedSettings(db)) as Record<string, unknown>
  assert.deepEqual([typeof bucket_swept_at, others], ['number', {}])
})
