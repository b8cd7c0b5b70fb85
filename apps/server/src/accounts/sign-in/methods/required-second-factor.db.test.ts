import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { errorsOf, ROUTES, type Route } from '@binnacle/contract'
import { Authenticator } from '../../../testing/accounts/authenticator.ts'
import { makeBoat } from '../../../testing/accounts/boat.ts'
import { Browser } from '../../../testing/accounts/browser.ts'
import { totpOf } from '../../../testing/accounts/totp.ts'
import { ProviderBrowser, startOidcServer } from '../../../testing/oidc-server.ts'
import { startService, type TestService } from '../../../testing/service.ts'

const BASE_URL = 'http://localhost:8080'
const provider = await startOidcServer(BASE_URL)
const { settings } = provider
const everyone = await startService({ ...settings, REQUIRE_SECOND_FACTOR: 'everyone' })
const { client } = everyone
const password = 'correct horse battery'
const required = [403, 'second_factor_required']

/** A new account, signed in by its password. */
async function signUp({ client }: TestService, name: string) {
  const browser = new Browser(client)
  const email = `${name.toLowerCase()}@example.org`
  const { setupToken } = client
  const { status, text } = await browser.call(contract.signUp, { name, email, password, setupToken })
  assert.equal(status, 200, text)
  return { browser, email }
}

async function setUp(browser: Browser) {
  const { body } = await browser.call(contract.enableTotp, { password })
  const code = totpOf(body.totpURI, new Date())
  assert.equal((await browser.call(contract.verifyTotp, { code })).status, 200)
}

async function outcome(browser: Browser, route: Route = contract.listVessels) {
  const { status, body } = await browser.call(route)
  return body.error ? [status, body.error] : status
}

const ada = await signUp(everyone, 'Ada')

const anyId = '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11'
const OPEN: Route[] = [contract.getMe, contract.enableTotp]

test('without one, every route of a session is refused, but for what sets one up', async () => {
  const bySession = ROUTES.filter(({ auth }) => ['owner', 'session', 'operator'].includes(auth))
  assert.ok(bySession.length > 80)
  for (const route of bySession) {
    const path = route.path.replace('{id}', anyId).replace('{slug}', 'signalk')
    const { status, body } = await client.raw(route.method, path, { headers: ada.browser.session })
    const refused = body?.error === 'second_factor_required'
    assert.equal(refused, !OPEN.includes(route), `${route.id} answered ${status} ${body?.error}`)
    assert.equal(errorsOf(route).includes('second_factor_required'), refused, route.id)
  }
  assert.equal((await ada.browser.call(contract.getMe)).body.account.email, ada.email)
})

test('it is set up in the same session, which then goes on; the next sign-in needs the code', async () => {
  const { browser, email } = await signUp(everyone, 'Bob')
  assert.deepEqual(await outcome(browser), required)
  await setUp(browser)
  assert.equal(await outcome(browser), 200)
  const { body } = await new Browser(client).call(contract.signIn, { email, password })
  assert.deepEqual(body, { twoFactorRedirect: true })
  assert.equal((await browser.call(contract.disableTotp, { password })).status, 200)
  assert.deepEqual(await outcome(browser), required, 'one that is turned off has to be set up again')
})

test('it signs out, and an account may be left at that', async () => {
  const { browser } = await signUp(everyone, 'Cyd')
  assert.equal((await browser.call(contract.signOut)).status, 200)
  assert.equal(await outcome(browser, contract.getMe).then(String), '401,unauthorized')
})

test('a passkey beside a password that signs in alone is not one; access keys and devices go on', async () => {
  const { browser, email } = await signUp(everyone, 'Dan')
  await setUp(browser)
  const { body: options } = await browser.call(contract.passkeyToAdd)
  const response = new Authenticator(BASE_URL).register(options.challenge)
  assert.equal((await browser.call(contract.addPasskey, { name: 'Phone', response })).status, 200)
  const { body } = await browser.call(contract.createAccessKey, { name: 'Script' })
  const key = { key: body.key as string }
  const boat = await makeBoat(client, { email, password, session: browser.session, key })
  assert.equal((await browser.call(contract.disableTotp, { password })).status, 200)

  assert.deepEqual(await outcome(browser), required)
  assert.equal((await client.call(contract.listVessels, key)).status, 200)
  const readings = [{ metric: 'depth', value: 4.2, unit: 'm', recorded_at: new Date().toISOString() }]
  assert.equal((await client.call(contract.postTelemetry, boat.device, { body: { readings } })).status, 202)
})

test('whoever signs in at the OIDC provider and has no password is that provider’s to check', async () => {
  const browser = new Browser(client)
  provider.people.eva = { email: 'eva@example.org', email_verified: true, name: 'Eva' }
  provider.who = 'eva'
  const { body } = await browser.call(contract.startOidc, {})
  const returned = await new ProviderBrowser().signIn(body.url)
  await browser.call(contract.finishOidc, undefined, {}, Object.fromEntries(returned.searchParams))
  assert.equal(await outcome(browser), 200)
})

test('REQUIRE_SECOND_FACTOR=operator is for the operator only, and off for nobody', async () => {
  for (const [value, first, second] of [
    ['operator', required, 200],
    ['off', 200, 200],
  ] as const) {
    const service = await startService({ TRUST_PROXY: 'true', REQUIRE_SECOND_FACTOR: value })
    const operator = await signUp(service, 'Olga')
    const other = await signUp(service, 'Paul')
    assert.deepEqual([await outcome(operator.browser), await outcome(other.browser)], [first, second], value)
  }
})
