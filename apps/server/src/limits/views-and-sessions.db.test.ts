import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { makeBoat } from '../testing/accounts/boat.ts'
import { startService } from '../testing/service.ts'

const { client, owner } = await startService({
  TRUST_PROXY: 'true',
  RATE_LIMIT_PER_MINUTE: '4',
  BASE_URL: 'https://boat.example',
})

test('an address may look five times as often as a key may ask, at whatever is shared; others are not held up', async () => {
  const ada = await owner()
  const { id } = await makeBoat(client, ada)
  const { share } = await client.ok(contract.putShare, ada.session, { params: { id }, body: {} })
  const params = { token: share.token as string }
  const looks = [
    (headers: Record<string, string>) => client.call(contract.getSharePage, null, { params, headers }),
    (headers: Record<string, string>) => client.call(contract.getShareCard, null, { params, headers }),
    (headers: Record<string, string>) => client.call(contract.getShareBadge, null, { params, headers }),
    (headers: Record<string, string>) => client.call(contract.getOembed, null, { query: { url: share.url }, headers }),
  ]
  const look = (i: number, address: string) => looks[i % looks.length]!({ 'x-forwarded-for': address })
  const answers = await Promise.all(Array.from({ length: 28 }, (_, i) => look(i, '198.51.100.1')))
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array(20).fill(200), ...Array(8).fill(429)])
  for (const { status, body, headers } of answers.filter((answer) => answer.status !== 200)) {
    assert.deepEqual([status, body], [429, { error: 'rate_limited' }])
    assert.ok(Number(headers.get('retry-after')) >= 1)
  }
  for (let i = 0; i < looks.length; i++) assert.equal((await look(i, '198.51.100.2')).status, 200)
  const subscriber = await Promise.all(Array.from({ length: 21 }, (_, i) => look(i, `2001:db8:1:2::${i}`)))
  assert.equal(subscriber.filter(({ status }) => status === 429).length, 1, 'an IPv6 /64 is one address')
})

test('an account may make twenty times as many requests in the app as a key; another account is not held up', async () => {
  const [eve, fay] = [await owner('Eve'), await owner('Fay')]
  const list = (who: typeof eve) => client.call(contract.listVessels, who.session)
  const statuses = await Promise.all(Array.from({ length: 90 }, async () => (await list(eve)).status))
  const allowed = statuses.filter((status) => status === 200).length
  // Signing up has made a few.
  assert.ok(allowed > 60 && allowed <= 80, `${allowed} of 90`)
  const refused = await list(eve)
  assert.deepEqual([refused.status, refused.body], [429, { error: 'rate_limited' }])
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  assert.equal((await client.call(contract.getMe, eve.session)).status, 429)
  assert.equal((await list(fay)).status, 200)
})
