import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { Authenticator } from '../../../testing/accounts/authenticator.ts'
import { Browser } from '../../../testing/accounts/browser.ts'
import { totpOf } from '../../../testing/accounts/totp.ts'
import { startService } from '../../../testing/service.ts'

const { client, config, database, owner } = await startService({ TRUST_PROXY: 'true' })
const password = 'correct horse battery'
const makeAuthenticator = (origin = new URL(config.baseUrl).origin) => new Authenticator(origin)

async function signedIn(name: string) {
  const { email } = await owner(name)
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email, password })
  return { email, browser }
}

async function add(browser: Browser, authenticator: Authenticator, name = "Ada's phone") {
  const { body: options } = await browser.call(contract.passkeyToAdd)
  return browser.call(contract.addPasskey, { name, response: authenticator.register(options.challenge) })
}

async function signIn(browser: Browser, authenticator: Authenticator) {
  const { body: options } = await browser.call(contract.passkeyToSignIn)
  return browser.call(contract.signInWithPasskey, { response: authenticator.signIn(options.challenge) })
}

const passkeysOf = async (browser: Browser): Promise<contract.Passkey[]> =>
  (await browser.call(contract.getSignInMethods)).body.passkeys
const isSignedIn = async (browser: Browser) => (await browser.call(contract.getMe)).status === 200

test('a passkey is added with a name, signs in without anything typed, is renamed and removed', async () => {
  const ada = await signedIn('Ada')
  const phone = makeAuthenticator()
  const { body: options } = await ada.browser.call(contract.passkeyToAdd)
  assert.deepEqual(options.rp, { name: 'Binnacle', id: 'localhost' })
  assert.equal(options.user.name, ada.email)
  assert.deepEqual((await add(ada.browser, phone)).body, {}, 'no key and no token comes back')
  const [listed] = await passkeysOf(ada.browser)
  assert.deepEqual([listed?.name, listed?.synced], ["Ada's phone", false])
  assert.ok(Math.abs(Date.parse(listed!.created_at) - Date.now()) < 60_000)

  const other = new Browser(client)
  assert.deepEqual((await signIn(other, phone)).body, {})
  assert.equal((await other.call(contract.getMe)).body.account.email, ada.email)

  const { id } = listed!
  const { body } = await other.call(contract.renamePasskey, { name: 'Old phone' }, { id })
  assert.equal(body.passkey.name, 'Old phone')
  assert.equal((await other.call(contract.renamePasskey, { name: ' ' }, { id })).status, 400)
  await other.call(contract.deletePasskey, undefined, { id })
  assert.deepEqual(await passkeysOf(other), [])
  assert.equal((await signIn(new Browser(client), phone)).body.error, 'passkey_not_accepted')
  assert.ok(await isSignedIn(other), 'what it has begun goes on')
})

test('a passkey is two factors by itself: it signs in past the authenticator app', async () => {
  const { browser, email } = await signedIn('Bea')
  const key = makeAuthenticator()
  await add(browser, key)
  const { body } = await browser.call(contract.enableTotp, { password })
  await browser.call(contract.verifyTotp, { code: totpOf(body.totpURI, new Date()) })
  assert.equal((await new Browser(client).call(contract.signIn, { email, password })).body.twoFactorRedirect, true)
  const other = new Browser(client)
  assert.equal((await signIn(other, key)).status, 200)
  assert.ok(await isSignedIn(other))
})

test('so one that did not check who holds it is refused, when it is added and when it signs in', async () => {
  const { browser } = await signedIn('Cyd')
  const key = makeAuthenticator()
  key.verified = false
  assert.equal((await add(browser, key)).body.error, 'passkey_not_accepted')
  key.verified = true
  assert.equal((await add(browser, key)).status, 200)
  key.verified = false
  const other = new Browser(client)
  assert.equal((await signIn(other, key)).body.error, 'passkey_not_accepted')
  assert.equal(await isSignedIn(other), false)
})

test('a passkey of another site, a wrong signature and an answer that was given before are refused', async () => {
  const { browser } = await signedIn('Dan')
  assert.equal((await add(browser, makeAuthenticator('https://evil.example'))).body.error, 'passkey_not_accepted')
  const key = makeAuthenticator()
  await add(browser, key)
  const other = new Browser(client)
  const challenge = async () => (await other.call(contract.passkeyToSignIn)).body.challenge as string
  const forged = key.signIn(await challenge())
  const { signature } = makeAuthenticator().signIn('x').response as { signature: string }
  const forgedAnswer = { ...forged, response: { ...forged.response, signature } }
  assert.equal(
    (await other.call(contract.signInWithPasskey, { response: forgedAnswer })).body.error,
    'passkey_not_accepted',
  )
  const old = key.signIn(await challenge())
  assert.equal((await other.call(contract.signInWithPasskey, { response: old })).status, 200)
  const replayed = new Browser(client)
  assert.equal((await replayed.call(contract.signInWithPasskey, { response: old })).body.error, 'sign_in_again')
  await replayed.call(contract.passkeyToSignIn)
  assert.equal((await replayed.call(contract.signInWithPasskey, { response: old })).body.error, 'passkey_not_accepted')
  assert.equal(await isSignedIn(replayed), false)
})

const junk = (response: object) => ({ id: 'x', rawId: 'x', type: 'public-key', response, clientExtensionResults: {} })

test('garbage is refused with 4xx, and signs nobody in', async () => {
  const { browser } = await signedIn('Eva')
  const key = makeAuthenticator()
  await add(browser, key)
  const known = { id: key.id.toString('base64url'), rawId: key.id.toString('base64url') }
  const responses: unknown[] = [
    undefined,
    null,
    'x',
    {},
    junk({}),
    { ...junk({ clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }), ...known },
    { ...junk({ clientDataJSON: 7, attestationObject: [], transports: 'x' }), ...known },
    { ...junk({}), id: { $ne: null } },
    { ...junk({}), id: 'x'.repeat(2000) },
  ]
  for (const response of responses) {
    await browser.call(contract.passkeyToAdd)
    const added = await browser.call(contract.addPasskey, { name: 'junk', response })
    assert.ok([400, 403].includes(added.status), `${added.status} ${JSON.stringify(response)}`)
    const other = new Browser(client)
    await other.call(contract.passkeyToSignIn)
    const signed = await other.call(contract.signInWithPasskey, { response })
    assert.ok([400, 403].includes(signed.status), `${signed.status} ${JSON.stringify(response)}`)
    assert.equal(await isSignedIn(other), false)
  }
  assert.equal((await passkeysOf(browser)).length, 1)
})

test('a passkey is added after a sign-in, or the password, of the last 15 minutes only', async () => {
  const { browser } = await signedIn('Fay')
  await sql`update session set created_at = created_at - interval '16 minutes'
    where id = (select id from session order by created_at desc limit 1)`.execute(database.db)
  const answer = await browser.call(contract.passkeyToAdd)
  assert.deepEqual([answer.status, answer.body.error], [403, 'fresh_session_required'])
  assert.ok(await isSignedIn(browser), 'it is still a session')
  await browser.call(contract.confirmSession, { password })
  assert.equal((await add(browser, makeAuthenticator())).status, 200)
})

test('an old session adds no passkey with the challenge of a sign-in either', async () => {
  const { browser } = await signedIn('Flo')
  await sql`update session set created_at = created_at - interval '16 minutes'
    where id = (select id from session order by created_at desc limit 1)`.execute(database.db)
  const { body: options } = await browser.call(contract.passkeyToSignIn)
  const response = makeAuthenticator().register(options.challenge)
  const answer = await browser.call(contract.addPasskey, { name: 'Thief', response })
  assert.deepEqual([answer.status, answer.body.error], [403, 'sign_in_again'])
  assert.deepEqual(await passkeysOf(browser), [])
})

test('an account that goes leaves nothing of its ways to sign in', async () => {
  const gus = await signedIn('Gus')
  await add(gus.browser, makeAuthenticator())
  const { body } = await gus.browser.call(contract.enableTotp, { password })
  await gus.browser.call(contract.verifyTotp, { code: totpOf(body.totpURI, new Date()) })
  await new Browser(client).call(contract.signIn, { email: gus.email, password }) // waits for its code
  await gus.browser.call(contract.passkeyToAdd) // waits for the browser
  const { id } = (await gus.browser.call(contract.getMe)).body.account
  const left = async () => {
    const { rows } = await sql<{ left: number }>`select (
      (select count(*) from two_factor where owner_id = ${id}) + (select count(*) from passkey where owner_id = ${id}) +
      (select count(*) from session where owner_id = ${id}) + (select count(*) from credential where owner_id = ${id}) +
      (select count(*) from verification where position(${id} in value) > 0))::integer as left`.execute(database.db)
    return rows[0]!.left
  }
  assert.ok((await left()) >= 6)
  await database.db.deleteFrom('owner').where('id', '=', id).execute()
  assert.equal(await left(), 0)
})

test('sign-ins that somebody began and did not finish in time are not kept', async (t) => {
  const other = await startService({})
  const begun = async () => {
    const { rows } = await sql<{ kept: number }>`
      select count(*)::int as kept from verification`.execute(other.database.db)
    return rows[0]!.kept
  }
  const begin = () => new Browser(other.client).call(contract.passkeyToSignIn)
  for (let n = 0; n < 3; n++) assert.equal((await begin()).status, 200)
  assert.equal(await begun(), 3)
  await sql`update verification set expires_at = now() - interval '1 second'`.execute(other.database.db)
  const inTwoMinutes = performance.now() + 120_000
  t.mock.method(Performance.prototype, 'now', () => inTwoMinutes)
  await begin()
  assert.equal(await begun(), 1)
})
