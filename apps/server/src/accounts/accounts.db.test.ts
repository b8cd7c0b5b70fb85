import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { startService } from '../testing/service.ts'

const service = await startService({ SIGNUPS: 'closed', DEFAULT_PLAN: 'free' })
const { client } = service

const signUp = (email: string, fields: object = {}) =>
  client.raw('POST', '/api/auth/sign-up/email', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email, password: 'correct horse battery', ...fields }),
  })
const cookieOf = (answer: Awaited<ReturnType<typeof signUp>>) => ({
  cookie: answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; '),
})

const first = await signUp('ada@example.org', { plan: 'fleet', operator: false })
const ada = cookieOf(first)

test('the first account is made though sign-up is closed, is the operator, and has the default plan whatever it asked for', async () => {
  assert.equal(first.status, 200)
  const { account } = await client.ok(contract.getMe, ada)
  assert.deepEqual(
    { ...account, id: null },
    { id: null, name: 'Ada', email: 'ada@example.org', plan: 'free', operator: true },
  )
})

test('after it sign-up is closed with a clear error, until the operator opens it', async () => {
  const refused = await signUp('bob@example.org')
  assert.deepEqual([refused.status, refused.body], [403, { error: 'signups_closed' }])
  await client.ok(contract.changeSettings, ada, { body: { signups: 'open' } })
  const made = await signUp('bob@example.org', { operator: true })
  assert.equal(made.status, 200)
  assert.equal((await client.ok(contract.getMe, cookieOf(made))).account.operator, false)
  await client.ok(contract.changeSettings, ada, { body: { signups: 'closed' } })
  assert.equal((await signUp('eve@example.org')).status, 403)
})

test('signing in, out and changing the password; a cookie that was signed out is 401', async () => {
  const post = (path: string, body: object, cookie = '') =>
    client.raw('POST', `/api/auth/${path}`, {
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    })
  const credentials = { email: 'ada@example.org', password: 'correct horse battery' }
  const wrong = await post('sign-in/email', { ...credentials, password: 'wrong horse battery' })
  assert.deepEqual([wrong.status, wrong.body], [401, { error: 'invalid_email_or_password' }])
  const session = cookieOf(await post('sign-in/email', credentials))
  assert.equal((await client.call(contract.getMe, session)).status, 200)
  const weak = { currentPassword: credentials.password, newPassword: 'football' }
  assert.equal((await post('change-password', weak, session.cookie)).body.error, 'weak_password')
  const change = { currentPassword: credentials.password, newPassword: 'new horse battery', revokeOtherSessions: false }
  assert.equal((await post('change-password', change, session.cookie)).status, 200)
  assert.equal((await post('sign-in/email', credentials)).status, 401)
  await post('sign-out', {}, session.cookie)
  assert.equal((await client.call(contract.getMe, session)).status, 401)
})

test('bad sign-ups are refused, and say what is wrong', async () => {
  const open = await startService({ SIGNUPS: 'open' })
  const { email } = await open.owner('Ada')
  const attempts: [string, object, string][] = [
    ['not an address', {}, 'invalid_request: /email must be an e-mail address'],
    ['eve@example.org', { password: 'short' }, 'invalid_request: /password must be at least 8 characters'],
    ['eve@example.org', { password: 42 }, 'invalid_request: /password must be a string'],
    ['eve@example.org', { name: ' ' }, 'invalid_request: /name must not be blank'],
    ['eve@example.org', { password: 'Password1' }, 'weak_password'],
    ['eve@example.org', { password: 'eve@example.org' }, 'weak_password'],
  ]
  for (const [email, fields, error] of attempts) {
    const body = { name: 'Eve', email, password: 'correct horse battery', ...fields }
    const { status, body: answer } = await open.client.call(contract.signUp, null, { body })
    assert.deepEqual([status, answer], [400, { error }])
  }
  const broken = await client.call(contract.signUp, null, { body: '{' })
  assert.equal(broken.status, 400)
  const twice = await open.client.call(contract.signUp, null, {
    body: { name: 'Ada', email, password: 'horse battery' },
  })
  assert.equal(twice.body.error, 'email_taken')
})

test('a sign-in that another site sent is 403', async () => {
  const answer = await client.raw('POST', '/api/auth/sign-in/email', {
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify({ email: 'ada@example.org', password: 'new horse battery' }),
  })
  assert.deepEqual([answer.status, answer.body], [403, { error: 'cross_site_request' }])
})

test('two first accounts at once: one is the operator', async () => {
  const fresh = await startService({ SIGNUPS: 'open' })
  const owners = await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => fresh.owner(name)))
  const accounts = await Promise.all(
    owners.map(async (owner) => (await fresh.client.ok(contract.getMe, owner.session)).account),
  )
  assert.equal(accounts.filter((account) => account.operator).length, 1)
})

test('a key is shown once, lists by its prefix, and a second revocation finds nothing', async () => {
  const { account } = await client.ok(contract.getMe, ada)
  await client.ok(contract.changeAccount, ada, { params: { id: account.id }, body: { plan: 'pro' } })
  const { access_key, key } = await client.ok(contract.createAccessKey, ada, { body: { name: 'curl' } })
  assert.equal(key.startsWith(access_key.prefix), true)
  assert.deepEqual(access_key.scopes, ['read:vessel', 'write:log'])
  const listed = await client.ok(contract.listAccessKeys, ada)
  assert.equal(listed.access_keys[0].id, access_key.id)
  assert.equal(JSON.stringify(listed).includes(key), false)
  await client.ok(contract.listVessels, { key })
  assert.ok((await client.ok(contract.listAccessKeys, ada)).access_keys[0].last_used_at)
  const past = await client.call(contract.createAccessKey, ada, {
    body: { name: 'old', expires_at: '2020-01-01T00:00:00Z' },
  })
  assert.equal(past.status, 400)
  await client.ok(contract.deleteAccessKey, ada, { params: { id: access_key.id } })
  const again = await client.call(contract.deleteAccessKey, ada, { params: { id: access_key.id } })
  assert.equal(again.status, 404)
})
