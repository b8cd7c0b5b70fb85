import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { Browser } from '../../../testing/accounts/browser.ts'
import { totpOf } from '../../../testing/accounts/totp.ts'
import { startService } from '../../../testing/service.ts'

const { client, database, owner } = await startService({ TRUST_PROXY: 'true' })
const right = { password: 'correct horse battery' }
const wrong = { password: 'wrong horse battery' }

/** An account whose authenticator app is set up, and the browser that did it. */
async function secured(name: string) {
  const { email } = await owner(name)
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email, ...right })
  const { body } = await browser.call(contract.enableTotp, right)
  const app = () => totpOf(body.totpURI, new Date())
  assert.equal((await browser.call(contract.verifyTotp, { code: app() })).status, 200)
  return { email, browser, app, uri: body.totpURI as string, backupCodes: body.backupCodes as string[] }
}

async function beginSignIn(email: string) {
  const browser = new Browser(client)
  const { body } = await browser.call(contract.signIn, { email, ...right })
  return { browser, body }
}

const isSignedIn = async (browser: Browser) => (await browser.call(contract.getMe)).status === 200
const errorOf = async (browser: Browser, route: contract.Route, body: unknown) =>
  (await browser.call(route, body)).body.error

/** A code that is right for none of the steps that are accepted. */
const wrongCode = (uri: string) => {
  const taken = [-1, 0, 1, 2].map((step) => totpOf(uri, new Date(Date.now() + step * 30_000)))
  return ['000000', '111111', '222222', '333333', '444444'].find((code) => !taken.includes(code))!
}

test('once an app is set up, the password alone gives no session: the code does', async () => {
  const ada = await secured('Ada')
  assert.match(ada.uri, /^otpauth:\/\/totp\/Binnacle:/)
  assert.ok(await isSignedIn(ada.browser), 'the browser that set it up stays signed in')
  const { browser, body } = await beginSignIn(ada.email)
  assert.deepEqual(body, { twoFactorRedirect: true })
  assert.equal(await isSignedIn(browser), false)
  assert.equal(await errorOf(browser, contract.verifyTotp, { code: wrongCode(ada.uri) }), 'invalid_code')
  assert.equal(await isSignedIn(browser), false)
  assert.deepEqual((await browser.call(contract.verifyTotp, { code: ada.app() })).body, {})
  assert.ok(await isSignedIn(browser))
  const { body: methods } = await browser.call(contract.getSignInMethods)
  assert.deepEqual(methods, { password: true, two_factor: true, backup_codes_left: 10, passkeys: [], oidc: null })
})

test('a code signs in once, whoever else has seen it; the next one is as good as ever', async () => {
  const ada = await secured('Ada')
  const tries = await Promise.all([1, 2, 3].map(() => beginSignIn(ada.email)))
  const code = ada.app()
  const answers = await Promise.all(tries.map(({ browser }) => browser.call(contract.verifyTotp, { code })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403])
  const { browser } = await beginSignIn(ada.email)
  assert.equal(await errorOf(browser, contract.verifyTotp, { code }), 'invalid_code')
  const next = totpOf(ada.uri, new Date(Date.now() + 30_000))
  assert.equal((await browser.call(contract.verifyTotp, { code: next })).status, 200)
  assert.ok(await isSignedIn(browser))
})

test('a set-up that is not finished changes nothing, and can be begun again', async () => {
  const { email } = await owner('Bea')
  const { browser } = await beginSignIn(email)
  const first = (await browser.call(contract.enableTotp, right)).body
  assert.equal(await isSignedIn((await beginSignIn(email)).browser), true, 'the password alone still signs in')
  const second = (await browser.call(contract.enableTotp, right)).body
  assert.equal(await errorOf(browser, contract.verifyTotp, { code: totpOf(first.totpURI, new Date()) }), 'invalid_code')
  assert.equal((await browser.call(contract.verifyTotp, { code: totpOf(second.totpURI, new Date()) })).status, 200)
  assert.equal(await errorOf(browser, contract.enableTotp, right), 'conflict', 'one that is in force is not replaced')
})

test('a backup code signs in once', async () => {
  const cyd = await secured('Cyd')
  const code = cyd.backupCodes[3]
  const { browser } = await beginSignIn(cyd.email)
  assert.equal((await browser.call(contract.verifyBackupCode, { code })).status, 200)
  assert.ok(await isSignedIn(browser))
  assert.equal((await browser.call(contract.getSignInMethods)).body.backup_codes_left, 9)
  const again = await beginSignIn(cyd.email)
  assert.equal(await errorOf(again.browser, contract.verifyBackupCode, { code }), 'invalid_code')
  assert.equal(await isSignedIn(again.browser), false)
})

test('one backup code in two requests at once signs in once', async () => {
  const dan = await secured('Dan')
  for (const code of dan.backupCodes.slice(0, 4)) {
    const tries = await Promise.all([beginSignIn(dan.email), beginSignIn(dan.email)])
    await Promise.all(tries.map(({ browser }) => browser.call(contract.verifyBackupCode, { code })))
    const signedIn = await Promise.all(tries.map(({ browser }) => isSignedIn(browser)))
    assert.equal(signedIn.filter(Boolean).length, 1)
  }
})

test('new backup codes need the password, and end the old ones', async () => {
  const eva = await secured('Eva')
  assert.equal(await errorOf(eva.browser, contract.makeBackupCodes, wrong), 'wrong_password')
  const { backupCodes } = (await eva.browser.call(contract.makeBackupCodes, right)).body
  assert.equal(backupCodes.length, 10)
  const { browser } = await beginSignIn(eva.email)
  assert.equal(await errorOf(browser, contract.verifyBackupCode, { code: eva.backupCodes[0] }), 'invalid_code')
  assert.equal((await browser.call(contract.verifyBackupCode, { code: backupCodes[0] })).status, 200)
})

test('five wrong codes end the sign-in: a right one comes too late', async () => {
  const fay = await secured('Fay')
  const { browser } = await beginSignIn(fay.email)
  const code = wrongCode(fay.uri)
  for (let i = 0; i < 5; i++) assert.equal(await errorOf(browser, contract.verifyTotp, { code }), 'invalid_code')
  assert.equal(await errorOf(browser, contract.verifyTotp, { code: fay.app() }), 'sign_in_again')
  assert.equal(await isSignedIn(browser), false)
})

test('ten wrong codes in a row hold the account up, from any address and however often it is begun again', async () => {
  const gus = await secured('Gus')
  const code = wrongCode(gus.uri)
  for (let sign = 0; sign < 2; sign++) {
    const { browser } = await beginSignIn(gus.email)
    for (let i = 0; i < 5; i++) await browser.call(contract.verifyTotp, { code })
  }
  const { browser } = await beginSignIn(gus.email)
  const held = await browser.call(contract.verifyTotp, { code: gus.app() })
  assert.deepEqual([held.status, held.body.error], [429, 'rate_limited'])
  const backup = await browser.call(contract.verifyBackupCode, { code: gus.backupCodes[0] })
  assert.equal(backup.status, 429)
})

test('doing without needs the password; after it the password alone signs in', async () => {
  const hal = await secured('Hal')
  assert.equal(await errorOf(hal.browser, contract.disableTotp, wrong), 'wrong_password')
  assert.equal(await isSignedIn((await beginSignIn(hal.email)).browser), false)
  assert.equal((await hal.browser.call(contract.disableTotp, right)).status, 200)
  assert.ok(await isSignedIn(hal.browser))
  assert.ok(await isSignedIn((await beginSignIn(hal.email)).browser))
  const { body } = await hal.browser.call(contract.getSignInMethods)
  assert.deepEqual(body, { password: true, two_factor: false, backup_codes_left: null, passkeys: [], oidc: null })
})

test('setting up needs the password and a session; a code without a sign-in is refused', async () => {
  const { email } = await owner('Ivo')
  const { browser } = await beginSignIn(email)
  assert.equal(await errorOf(browser, contract.enableTotp, wrong), 'wrong_password')
  const stranger = new Browser(client)
  assert.equal(await errorOf(stranger, contract.enableTotp, right), 'unauthorized')
  assert.equal(await errorOf(stranger, contract.verifyTotp, { code: '123456' }), 'sign_in_again')
  assert.equal(await errorOf(stranger, contract.verifyBackupCode, { code: 'aaaaa-bbbbb' }), 'sign_in_again')
  for (const body of [{}, { code: 1 }, { code: '' }, { code: 'x'.repeat(21) }, [], null])
    assert.equal((await stranger.call(contract.verifyTotp, body)).status, 400)
})

test('the secret and the codes are not in the database as they are', async () => {
  const kim = await secured('Kim')
  const { rows } = await sql<{
    secret: string
    backup_codes: string
  }>`select secret, backup_codes from two_factor`.execute(database.db)
  const stored = JSON.stringify(rows)
  const secret = new URL(kim.uri).searchParams.get('secret')!
  assert.ok(!stored.includes(secret) && !stored.includes(Buffer.from(secret).toString('base64')))
  for (const code of kim.backupCodes) assert.ok(!stored.includes(code))
})
