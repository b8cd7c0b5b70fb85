import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { startService } from '../testing/service.ts'

const service = await startService()
const { client } = service

test('the first account is the operator, the second is not', async () => {
  const first = await service.owner('Ada')
  const second = await service.owner('Bob')
  assert.equal((await client.ok(contract.getMe, first.session)).account.operator, true)
  const me = await client.ok(contract.getMe, second.session)
  assert.deepEqual([me.account.operator, me.account.plan, me.account.email], [false, 'pro', second.email])
})

test('a key is shown once, lists by its prefix, and stops when it is revoked', async () => {
  const owner = await service.owner()
  const { access_key, key } = await client.ok(contract.createAccessKey, owner.session, { body: { name: 'curl' } })
  assert.match(key, /^bnk_[0-9A-Za-z]{49}$/)
  assert.equal(key.startsWith(access_key.prefix), true)
  const listed = await client.ok(contract.listAccessKeys, owner.session)
  assert.equal(JSON.stringify(listed).includes(key), false)
  await client.ok(contract.deleteAccessKey, owner.session, { params: { id: access_key.id } })
  const again = await client.call(contract.deleteAccessKey, owner.session, { params: { id: access_key.id } })
  assert.equal(again.status, 404)
})
