import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { Browser } from '../testing/browser.ts'
import { startService } from '../testing/service.ts'

const { client, owner } = await startService({ TRUST_PROXY: 'true' })
const right = { password: 'correct horse battery' }
const wrong = { password: 'wrong horse battery' }

test('fifty wrong passwords hold an account up, from however many addresses', async () => {
  const { email } = await owner('Lea')
  const attempt = (body: object) => new Browser(client).call(contract.signIn, { email: email.toUpperCase(), ...body })
  await Promise.all(Array.from({ length: 50 }, () => attempt(wrong)))
  const held = await attempt(right)
  assert.deepEqual([held.status, held.body.error], [429, 'rate_limited'])
  assert.ok(Number(held.headers.get('retry-after')) > 3000)
  const other = await owner('Mia')
  assert.equal((await new Browser(client).call(contract.signIn, { email: other.email, ...right })).status, 200)
})

test('one address may try twenty passwords a minute, whosever they are', async () => {
  const browser = new Browser(client)
  const attempt = (i: number) => browser.call(contract.signIn, { email: `nobody-${i}@example.org`, ...wrong })
  const statuses = []
  for (let i = 0; i < 21; i++) statuses.push((await attempt(i)).status)
  assert.deepEqual(statuses, [...Array(20).fill(401), 429])
})
