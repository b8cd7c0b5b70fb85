import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../../scripts/until.ts'
import { makeBoat } from '../../../testing/accounts/boat.ts'
import { startService } from '../../../testing/service.ts'

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

test('messages that are sent again are counted too', async () => {
  const ada = await owner()
  const boat = await makeBoat(client, ada)
  await client.ok(contract.createChannel, ada.session, {
    body: { kind: 'webhook', name: 'Pager', address: 'http://127.0.0.1:9/never-dialled' },
  })
  await client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value: 1 }] } })
  const deliveries = async () => (await client.ok(contract.listDeliveries, ada.session, {})).deliveries
  await until(async () => (await deliveries()).length === 1, 'the message')
  const [{ id }] = await deliveries()
  const statuses: number[] = []
  for (let i = 0; i < 62; i++)
    statuses.push((await client.call(contract.sendAgain, ada.session, { params: { id } })).status)
  assert.deepEqual([statuses.indexOf(429), statuses.filter((status) => status === 200).length], [60, 60])
})
