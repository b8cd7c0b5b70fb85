import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { Browser } from '../../../testing/accounts/browser.ts'
import { startService } from '../../../testing/service.ts'

const { client, database, owner } = await startService({ TRUST_PROXY: 'true' })
const password = 'correct horse battery'

async function signIn(email: string) {
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email, password })
  return browser
}

const sessionsOf = async (browser: Browser): Promise<contract.Session[]> =>
  (await browser.call(contract.listSessions)).body.sessions
const isSignedIn = async (browser: Browser) => (await browser.call(contract.getMe)).status === 200

test('the list says which session asks, and what and where each is; no token is in it', async () => {
  const { email } = await owner('Ada')
  const [phone, laptop] = [await signIn(email), await signIn(email)]
  const sessions = await sessionsOf(phone)
  assert.equal(sessions.length, 3)
  const current = sessions.filter((session) => session.current)
  assert.deepEqual(
    current.map(({ ip, user_agent }) => ({ ip, user_agent })),
    [{ ip: phone.address, user_agent: `Browser ${phone.address}` }],
  )
  assert.ok(sessions.some(({ ip }) => ip === laptop.address))
  const { rows } = await sql<{ token: string }>`select token from session`.execute(database.db)
  for (const { token } of rows) assert.ok(!JSON.stringify(sessions).includes(token))
})

test('one is ended, and the others go on; then all others', async () => {
  const { email } = await owner('Bea')
  const [here, lost, also] = [await signIn(email), await signIn(email), await signIn(email)]
  const { id } = (await sessionsOf(here)).find(({ ip }) => ip === lost.address)!
  assert.deepEqual((await here.call(contract.deleteSession, undefined, { id })).body, { removed: true })
  assert.deepEqual(await Promise.all([here, lost, also].map(isSignedIn)), [true, false, true])
  await here.call(contract.revokeOtherSessions, {})
  assert.deepEqual(await Promise.all([here, also].map(isSignedIn)), [true, false])
  assert.equal((await sessionsOf(here)).length, 1)
})

test('a new password ends the other sessions where that is asked for; a wrong old one changes nothing', async () => {
  const { email } = await owner('Cyd')
  const [here, other] = [await signIn(email), await signIn(email)]
  const change = { currentPassword: password, newPassword: 'new horse battery' }
  const refused = await here.call(contract.changePassword, { ...change, currentPassword: 'x' })
  assert.equal(refused.body.error, 'wrong_password')
  await here.call(contract.changePassword, { ...change, revokeOtherSessions: true })
  assert.deepEqual(await Promise.all([here, other].map(isSignedIn)), [true, false])
  assert.equal((await new Browser(client).call(contract.signIn, { email, password })).status, 401)
})

test('one that is used is seen, and lasts on; one that is not expires', async () => {
  const { email } = await owner('Dan')
  const browser = await signIn(email)
  const age = (interval: string) =>
    sql`update session set updated_at = updated_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval
      where id = (select id from session order by created_at desc limit 1)`.execute(database.db)
  await age('20 days')
  assert.ok(await isSignedIn(browser))
  const [session] = (await sessionsOf(browser)).filter(({ current }) => current)
  assert.ok(Date.now() - Date.parse(session!.last_seen_at) < 60_000)
  await age('32 days')
  assert.equal(await isSignedIn(browser), false)
})

test('one that is used ends 180 days after its sign-in all the same', async () => {
  const { email } = await owner('Eva')
  const browser = await signIn(email)
  const other = await signIn(email)
  const [session] = (await sessionsOf(browser)).filter(({ current }) => current)
  const age = (days: number) =>
    sql`update session set created_at = now() - ${days} * interval '1 day' where id = ${session!.id}`.execute(
      database.db,
    )
  await age(179)
  assert.ok(await isSignedIn(browser))
  await age(181)
  assert.equal(await isSignedIn(browser), false)
  assert.ok(!(await sessionsOf(other)).some(({ id }) => id === session!.id), 'it is not listed')
  const change = { currentPassword: password, newPassword: 'new horse battery' }
  assert.equal((await browser.call(contract.changePassword, change)).status, 401)
})
