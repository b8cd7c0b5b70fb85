import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../../scripts/until.ts'
import { makeBoat } from '../../../testing/accounts/boat.ts'
import { startService } from '../../../testing/service.ts'

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'

/** What of the Bot API is used: one method, which refuses an unknown token. */
const got: { path: string; body: Record<string, unknown> }[] = []
const server = createServer(async (request, answer) => {
  got.push({ path: request.url!, body: (await json(request)) as Record<string, unknown> })
  answer.writeHead(request.url === `/bot${TOKEN}/sendMessage` ? 200 : 401).end('{}')
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
after(() => server.close())

const service = await startService({
  TELEGRAM_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  NOTIFY_ALLOW_PRIVATE: '127.0.0.1',
})
const { client } = service

const add = (owner: { session: { cookie: string } }, body: object) =>
  client.call(contract.createChannel, owner.session, { body: { kind: 'telegram', name: 'Crew', ...body } })

test('a bot tells a chat of an alarm; its token is in no answer', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const made = await add(owner, { address: '-1001', token: TOKEN })
  assert.equal(made.status, 201)
  await client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value: 1 }] } })
  await until(() => got.length === 1, 'the message')
  assert.deepEqual(got[0]!.body, {
    chat_id: '-1001',
    text: `Aurora: Alarm\nWater in the bilge\n${service.config.baseUrl}/boats/${boat.id}/alarms`,
  })
  const list = await client.ok(contract.listChannels, owner.session)
  assert.ok(!JSON.stringify([made.body, list]).includes(TOKEN))
})

test('what cannot be a chat or a token is refused; a wrong one is said without it', async () => {
  const owner = await service.owner()
  for (const body of [{ address: 'aurora', token: TOKEN }, { address: '1' }, { address: '1', token: '../x' }])
    assert.equal((await add(owner, body)).status, 400)
  const { body } = await add(owner, { address: '1', token: TOKEN.replace('AAH', 'BBH') })
  const { error } = await client.ok(contract.testChannel, owner.session, { params: { id: body.channel.id } })
  assert.equal(error, 'answered 401')
})
