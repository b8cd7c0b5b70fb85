import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import { Browser } from '../../testing/accounts/browser.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { startService } from '../../testing/service.ts'

const server = await startMailServer()
const service = await startService({ SMTP_URL: server.url, TRUST_PROXY: 'true' })
const { client } = service
const { db } = service.database

const OLD = 'correct horse battery'
const NEW = 'staple of another colour'
const signIn = (email: string, password: string) => new Browser(client).call(contract.signIn, { email, password })
const ask = (email: string, language = 'en') =>
  new Browser(client).call(contract.requestPasswordReset, { email, language })
const reset = (token: string, newPassword = NEW) =>
  new Browser(client).call(contract.resetPassword, { token, newPassword })
/** Of the newest link; other letters tell of sign-ins. */
const tokenFor = async (email: string, count = 1) => {
  const tokens = () => server.to(email).flatMap(({ text }) => /\/reset-password#(\S+)/.exec(text!)?.[1] ?? [])
  await until(() => tokens().length === count, 'the link')
  return tokens().at(-1)!
}

test('a link by e-mail sets a new password once, and ends the sessions', async () => {
  const owner = await service.owner('Ada')
  assert.deepEqual([(await ask(owner.email.toUpperCase(), 'de')).status], [200])
  const token = await tokenFor(owner.email)
  assert.equal(server.to(owner.email)[0]!.subject, 'Binnacle: ein neues Passwort')
  assert.equal((await reset(`${token}x`)).body.error, 'link_invalid')
  for (const weak of ['password1', owner.email]) assert.equal((await reset(token, weak)).body.error, 'weak_password')
  assert.equal((await reset(token)).status, 200)
  assert.equal((await reset(token)).body.error, 'link_invalid', 'it works once')
  assert.equal((await client.call(contract.getMe, owner.session)).status, 401)
  assert.equal((await signIn(owner.email, OLD)).status, 401)
  assert.equal((await signIn(owner.email, NEW)).status, 200)
  const kinds = await db.selectFrom('audit_event').select('kind').where('kind', '=', 'password_reset').execute()
  assert.equal(kinds.length, 1)
})

test('nobody learns whether there is an account: neither its answer nor its time depends on it', async () => {
  const { email } = await service.owner('Bob')
  const [known, unknown] = [await ask(email), await ask('nobody@example.org')]
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
  // It answers before it looks for the account: also one whose mail server hangs.
  const hanging = await client.signUp('hang')
  await db.updateTable('owner').set({ email: 'hang@example.org' }).where('email', '=', hanging.email).execute()
  assert.equal((await ask('hang@example.org')).status, 200)
  await tokenFor(email)
})

test('an account without a password gets none; the database does not have the token; five e-mails an hour', async () => {
  const { email } = await service.owner('Cyd')
  for (let i = 1; i <= 5; i++) {
    await ask(email)
    await tokenFor(email, i)
  }
  await ask(email)
  const token = await tokenFor(email, 5)
  const { rows } = await sql`select * from verification`.execute(db)
  assert.ok(rows.length > 0)
  assert.ok(!JSON.stringify(rows).includes(token))
  const other = await service.owner('Dan')
  await sql`update credential set password = null, provider_id = 'oidc'
    where owner_id = (select id from owner where email = ${other.email})`.execute(db)
  await ask(other.email)
  const last = await service.owner('Eve')
  await ask(last.email)
  await tokenFor(last.email)
  assert.deepEqual([server.to(email).length, server.to(other.email).length], [5, 0])
})

test('a new password ends what was begun with the old one: other links, sign-ins that wait for a code', async () => {
  const { email } = await service.owner('Fay')
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email, password: OLD })
  await ask(email)
  const first = await tokenFor(email)
  await ask(email)
  const second = await tokenFor(email, 2)
  assert.equal((await reset(second)).status, 200)
  assert.equal((await reset(first, OLD)).body.error, 'link_invalid')
  await ask(email)
  const third = await tokenFor(email, 3)
  await browser.call(contract.signIn, { email, password: NEW })
  const changed = await browser.call(contract.changePassword, { currentPassword: NEW, newPassword: OLD })
  assert.equal(changed.status, 200)
  assert.equal((await reset(third)).body.error, 'link_invalid')
})

test('without a mail server nothing is promised', async () => {
  const without = await startService()
  const answer = await new Browser(without.client).call(contract.requestPasswordReset, { email: 'ada@example.org' })
  assert.equal(answer.body.error, 'email_unavailable')
})
