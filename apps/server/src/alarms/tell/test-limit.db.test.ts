import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { startService } from '../../testing/service.ts'

const { client, owner } = await startService()

test('tests are counted for the account: the service is nobody’s tool to post elsewhere without end', async () => {
  const { session } = await owner()
  const { channel } = await client.ok(contract.createChannel, session, {
    body: { kind: 'webhook', name: 'Pager', address: 'http://127.0.0.1:9/never-dialled' },
  })
  const statuses: number[] = []
  for (let i = 0; i < 62; i++)
    statuses.push((await client.call(contract.testChannel, session, { params: { id: channel.id } })).status)
  assert.deepEqual([statuses.indexOf(429), statuses.filter((status) => status === 200).length], [60, 60])
})
