import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../testing/service.ts'
import { makeOnce } from './once.ts'

const { database, owner: makeOwner } = await startService()
const { db } = database

test('what fails half-way is not written, with an Idempotency-Key and without', async () => {
  await makeOwner('Ada')
  const { id: ownerId, name } = await db.selectFrom('owner').select(['id', 'name']).executeTakeFirstOrThrow()
  const onceFor = makeOnce(db, [Buffer.alloc(32)])
  for (const key of [undefined, 'key']) {
    const once = onceFor(key, { ownerId, path: '/v1/me', body: '{}' })
    const work = once(async (tx) => {
      await tx.updateTable('owner').set({ name: 'Bea' }).where('id', '=', ownerId).execute()
      throw new RangeError('half-way')
    })
    await assert.rejects(work, RangeError)
    assert.deepEqual(await db.selectFrom('owner').select('name').executeTakeFirst(), { name })
  }
})
