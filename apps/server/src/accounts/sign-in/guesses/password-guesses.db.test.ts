import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { Browser } from '../../../testing/accounts/browser.ts'
import { startService } from '../../../testing/service.ts'

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

test('an address over its limit does not use up the guesses of an account', async () => {
  const { email } = await owner('Noa')
  const browser = new Browser(client)
  await Promise.all(Array.from({ length: 70 }, () => browser.call(contract.signIn, { email, ...wrong })))
  assert.equal((await new Browser(client).call(contract.signIn, { email, ...right })).status, 200)
})

test('all addresses of an IPv6 /64 are one address', async () => {
  const attempt = (address: string) =>
    client.call(contract.signIn, null, {
      body: { email: `nobody-${address}@example.org`.replaceAll(':', '-'), ...wrong },
      headers: { 'x-forwarded-for': address },
    })
  const answers = await Promise.all(Array.from({ length: 21 }, (_, i) => attempt(`2001:db8:1:2::${i}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(20).fill(401), 429])
  assert.equal((await attempt('2001:db8:1:3::1')).status, 401)
})

test('one address may try twenty passwords a minute, whosever they are', async () => {
  const browser = new Browser(client)
  const attempt = (i: number) => browser.call(contract.signIn, { email: `nobody-${i}@example.org`, ...wrong })
  // At once: one after the other they may take longer than the minute.
  const answers = await Promise.all(Array.from({ length: 21 }, (_, i) => attempt(i)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(20).fill(401), 429])
})
