import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { Browser } from '../../testing/accounts/browser.ts'
import { ProviderBrowser, startOidcServer, type TestPerson } from '../../testing/oidc-server.ts'
import { startService } from '../../testing/service.ts'
import { oidcSettings } from './settings.ts'

const BASE_URL = 'http://localhost:8080'
const provider = await startOidcServer(BASE_URL)
const settings = { ...provider.settings, OIDC_NAME: 'Harbour' }
const service = await startService(settings)
const { client } = service
const { db } = service.database
const password = 'correct horse battery'
const operator = await service.owner('Olga')

let people = 0

/** Somebody with an account at the provider. */
function person(claims: TestPerson = {}) {
  const sub = `person-${++people}`
  const profile = { email: `${sub}@example.org`, email_verified: true, name: `Person ${people}`, ...claims }
  provider.people[sub] = profile
  return { sub, ...profile, at: new ProviderBrowser() }
}
type Somebody = ReturnType<typeof person>

/** Begins a sign-in and signs in at the provider: the address to which that sends the browser back. */
async function visit(browser: Browser, who: Somebody, body: object = {}): Promise<URL> {
  const { status, body: begun } = await browser.call(contract.startOidc, body)
  assert.equal(status, 200)
  provider.who = who.sub
  return who.at.signIn(begun.url)
}

const query = (url: URL) => Object.fromEntries(url.searchParams)

/** Opens that address, and gives the page to which it leads. */
async function finish(browser: Browser, returned: URL): Promise<string> {
  const { status, headers } = await browser.call(contract.finishOidc, undefined, {}, query(returned))
  assert.equal(status, 302)
  return headers.get('location')!
}

const signIn = async (browser: Browser, who: Somebody, body: object = {}) =>
  finish(browser, await visit(browser, who, body))

const me = async (browser: Browser): Promise<contract.Account | null> =>
  (await browser.call(contract.getMe)).body.account ?? null

/** An account with a password, signed in. */
async function withPassword(name: string) {
  const { email } = await service.owner(name)
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email, password })
  return { email, browser }
}

async function link(browser: Browser, who: Somebody): Promise<string> {
  const { body } = await browser.call(contract.linkOidc)
  provider.who = who.sub
  return finish(browser, await who.at.signIn(body.url))
}

const accounts = async () => (await sql<{ n: number }>`select count(*)::int as n from owner`.execute(db)).rows[0]!.n
const errorIn = (page: string) => new URL(page, BASE_URL).searchParams.get('error')

test('the start names the provider, and the sign-in asks for PKCE, state and nonce', async () => {
  assert.equal((await client.ok(contract.getStart, null)).oidc_name, 'Harbour')
  const { body } = await new Browser(client).call(contract.startOidc, { to: '/boats/1' })
  const url = new URL(body.url)
  assert.equal(url.origin, provider.issuer)
  const { code_challenge, state, nonce, ...rest } = query(url)
  assert.ok([code_challenge, state, nonce].every((text) => text!.length >= 32))
  assert.deepEqual(rest, {
    client_id: 'binnacle',
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: BASE_URL + contract.OIDC_CALLBACK,
    scope: 'openid profile email',
  })
})

test('a new person gets an account, and signs in to it again; no token of the provider is kept', async () => {
  const ada = person({ name: 'Ada' })
  const first = new Browser(client)
  assert.equal(await signIn(first, ada), '/boats/new')
  const account = (await me(first))!
  assert.deepEqual([account.name, account.email, account.operator], ['Ada', ada.email, false])
  // The provider's e-mail address is not that of the account, and does not change it.
  provider.people[ada.sub]!.email = 'ada-elsewhere@example.org'
  const second = new Browser(client)
  assert.equal(await signIn(second, ada, { to: '/boats/1?tab=log' }), '/boats/1?tab=log')
  assert.deepEqual(await me(second), account)
  const { rows } = await sql<{ credential: Record<string, unknown> }>`
    select to_jsonb(credential) as credential from credential where owner_id = ${account.id}`.execute(db)
  const [{ credential }] = rows as [{ credential: Record<string, unknown> }]
  assert.equal(rows.length, 1)
  assert.equal(credential.provider_account_id, `${provider.issuer} ${ada.sub}`)
  for (const name of ['access_token', 'refresh_token', 'id_token', 'password'])
    assert.equal(credential[name], null, name)
  const { events } = (await second.call(contract.listActivity)).body
  assert.deepEqual(
    events.map(({ kind, detail }: contract.AuditEvent) => [kind, detail.method]),
    [
      ['signed_in', 'oidc'],
      ['account_created', undefined],
    ],
  )
})

test('only a page of the app is opened afterwards', async () => {
  const ada = person()
  await signIn(new Browser(client), ada)
  for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', '/\tx', 'javascript:alert(1)'])
    assert.equal(await signIn(new Browser(client), ada, { to }), '/', to)
})

test('an e-mail address takes over no account, verified or not', async () => {
  const bob = await withPassword('Bob')
  const before = await accounts()
  for (const email of [bob.email, bob.email.toUpperCase()])
    for (const email_verified of [true, false]) {
      const browser = new Browser(client)
      const page = await signIn(browser, person({ email, email_verified }))
      assert.deepEqual([errorIn(page), await me(browser)], ['email_taken', null])
    }
  assert.equal(await accounts(), before)
})

test('an owner links an account at the provider, signs in with it, and unlinks it', async () => {
  const cyd = await withPassword('Cyd')
  const cydThere = person()
  const methods = async () => (await cyd.browser.call(contract.getSignInMethods)).body
  assert.deepEqual((await methods()).oidc, { name: 'Harbour', linked_at: null })
  assert.equal(await link(cyd.browser, cydThere), '/account')
  const { password: hasPassword, oidc } = await methods()
  assert.ok(hasPassword && Math.abs(Date.parse(oidc.linked_at) - Date.now()) < 60_000)
  assert.equal((await cyd.browser.call(contract.linkOidc)).body.error, 'conflict')

  const other = new Browser(client)
  assert.equal(await signIn(other, cydThere), '/')
  assert.equal((await me(other))!.email, cyd.email)

  const dan = await withPassword('Dan')
  assert.equal(await link(dan.browser, cydThere), '/account?error=conflict', 'it is linked to another account')

  assert.equal((await other.call(contract.unlinkOidc)).status, 200)
  assert.equal((await other.call(contract.unlinkOidc)).status, 404)
  assert.equal(await link(dan.browser, cydThere), '/account')
  const kinds = (await cyd.browser.call(contract.listActivity)).body.events.map(({ kind }: contract.AuditEvent) => kind)
  assert.deepEqual(kinds.slice(0, 3), ['oidc_unlinked', 'signed_in', 'oidc_linked'])
})

test('linking needs a fresh session, and ends in the session that began it', async () => {
  const eve = await withPassword('Eve')
  const { id } = (await me(eve.browser))!
  await sql`update session set created_at = now() - interval '16 minutes' where owner_id = ${id}`.execute(db)
  assert.equal((await eve.browser.call(contract.linkOidc)).body.error, 'fresh_session_required')
  await eve.browser.call(contract.confirmSession, { password })
  const { body } = await eve.browser.call(contract.linkOidc)
  const stranger = person()
  provider.who = stranger.sub
  const returned = await stranger.at.signIn(body.url)
  await eve.browser.call(contract.signOut, {})
  assert.equal(await finish(eve.browser, returned), '/account?error=sign_in_again')
  assert.equal(
    (await sql`select 1 from credential where owner_id = ${id} and provider_id = 'oidc'`.execute(db)).rows.length,
    0,
  )
})

test('a state is needed, is of the browser that began, and works once', async () => {
  const before = await accounts()
  const fay = person()
  const browser = new Browser(client)
  const returned = await visit(browser, fay)
  const { state, ...without } = query(returned)
  const stray = await browser.call(contract.finishOidc, undefined, {}, without)
  assert.equal(stray.headers.get('location'), '/sign-in?to=%2F&error=sign_in_again')
  const other = new Browser(client)
  assert.equal(errorIn(await finish(other, returned)), 'sign_in_again')
  const theirs = new URL(await visit(other, person()))
  theirs.searchParams.set('state', state!)
  assert.equal(errorIn(await finish(other, theirs)), 'sign_in_again')
  assert.equal(await accounts(), before)
  assert.equal(await finish(browser, returned), '/boats/new')
  await browser.call(contract.signOut, {})
  assert.equal(errorIn(await finish(browser, returned)), 'sign_in_again')
  assert.equal(await me(browser), null)
})

test('a code of another sign-in or of another client is refused', async () => {
  const before = await accounts()
  const victim = person()
  const attacker = new Browser(client)
  const stolen = (await visit(new Browser(client), victim)).searchParams.get('code')!
  const address = new URL('/auth', provider.issuer)
  address.search = String(
    new URLSearchParams({
      client_id: provider.otherClient.id,
      redirect_uri: provider.otherClient.redirectUri,
      response_type: 'code',
      scope: 'openid email',
    }),
  )
  provider.who = victim.sub
  const foreign = (await victim.at.signIn(address.href)).searchParams.get('code')!
  for (const code of [stolen, foreign, 'made-up']) {
    const returned = await visit(attacker, person())
    returned.searchParams.set('code', code)
    assert.equal(errorIn(await finish(attacker, returned)), 'oidc_refused')
  }
  assert.deepEqual([await me(attacker), await accounts()], [null, before])
})

test('another issuer, audience, nonce, time or signature is refused', async () => {
  const before = await accounts()
  const attempt = async () => {
    const browser = new Browser(client)
    const page = await signIn(browser, person())
    return [errorIn(page), await me(browser)]
  }
  const forged: ((claims: Record<string, unknown>) => object)[] = [
    () => ({ iss: 'https://evil.example' }),
    () => ({ aud: 'other' }),
    () => ({ aud: ['binnacle', 'other'], azp: 'other' }),
    () => ({ nonce: 'another' }),
    () => ({ nonce: undefined }),
    () => ({ exp: Math.floor(Date.now() / 1000) - 3600 }),
  ]
  try {
    for (const change of forged) {
      provider.forge = (claims) => ({ ...claims, ...change(claims) })
      assert.deepEqual(await attempt(), ['oidc_refused', null], String(change))
    }
    provider.forge = null
    provider.wrongKey = true
    assert.deepEqual(await attempt(), ['oidc_refused', null], 'signature')
  } finally {
    Object.assign(provider, { forge: null, wrongKey: false })
  }
  const browser = new Browser(client)
  const returned = await visit(browser, person())
  returned.searchParams.set('iss', 'https://evil.example')
  assert.equal(errorIn(await finish(browser, returned)), 'oidc_refused', 'iss of the address')
  assert.equal(await accounts(), before)
  provider.forge = (claims) => ({ ...claims })
  assert.deepEqual((await attempt())[0], null, 'control: the same, signed again')
  provider.forge = null
})

test('a subject of another issuer is somebody else', async () => {
  const gus = person()
  const browser = new Browser(client)
  await signIn(browser, gus)
  const { id } = (await me(browser))!
  const moved = `https://old.example ${gus.sub}`
  await sql`update credential set provider_account_id = ${moved} where owner_id = ${id}`.execute(db)
  assert.equal(errorIn(await signIn(new Browser(client), gus)), 'email_taken')
})

test('who cancels at the provider is back where they were', async () => {
  const browser = new Browser(client)
  const { body } = await browser.call(contract.startOidc, { to: '/boats' })
  const state = new URL(body.url).searchParams.get('state')!
  const cancelled = new URL(`${BASE_URL}/?${new URLSearchParams({ error: 'access_denied', state })}`)
  assert.equal(await finish(browser, cancelled), '/sign-in?to=%2Fboats&error=oidc_refused')
  const owner = await withPassword('Hal')
  const linking = await owner.browser.call(contract.linkOidc)
  cancelled.searchParams.set('state', new URL(linking.body.url).searchParams.get('state')!)
  assert.equal(await finish(owner.browser, cancelled), '/account?error=oidc_refused')
})

test('a person without an e-mail address gets no account, and can be linked', async () => {
  for (const email of [undefined, 'no address', `${'x'.repeat(320)}@example.org`])
    assert.equal(errorIn(await signIn(new Browser(client), person({ email }))), 'oidc_refused')
  const { browser, email } = await withPassword('Ivo')
  const ivo = person({ email: undefined, name: undefined })
  assert.equal(await link(browser, ivo), '/account')
  const other = new Browser(client)
  assert.equal(await signIn(other, ivo), '/')
  assert.equal((await me(other))!.email, email)
})

test('a long name is cut between two characters', async () => {
  const browser = new Browser(client)
  await signIn(browser, person({ name: `${'x'.repeat(199)}⚓️🚤` }))
  assert.equal((await me(browser))!.name, `${'x'.repeat(199)}⚓`)
  const other = new Browser(client)
  await signIn(other, person({ name: `${'x'.repeat(199)}🚤🚤` }))
  assert.equal((await me(other))!.name, `${'x'.repeat(199)}🚤`)
})

test('what a provider says and cannot be stored is refused, and nobody is left signed in', async () => {
  const before = await accounts()
  for (const claims of [{ email: 'a\0@example.org' }, { name: 'Jo\0' }, { name: '\ud800' }])
    assert.equal(errorIn(await signIn(new Browser(client), person(claims))), 'oidc_refused', JSON.stringify(claims))
  const email = 'jo@example.org'
  try {
    for (const said of [
      { sub: 'a\0b', email },
      { sub: 'x'.repeat(256), email },
      { email: '\0@example.org' },
      { acr: '\0' },
    ]) {
      provider.forge = (claims) => ({ ...claims, ...said })
      assert.equal(errorIn(await signIn(new Browser(client), person())), 'oidc_refused', JSON.stringify(said))
    }
  } finally {
    provider.forge = null
  }
  assert.equal(await accounts(), before)
})

test('the last way to sign in stays, also when two are removed at once', async () => {
  const browser = new Browser(client)
  await signIn(browser, person())
  const { id } = (await me(browser))!
  const unlink = () => browser.call(contract.unlinkOidc)
  const { status, body } = await unlink()
  assert.equal(status, 409)
  assert.match(body.error, /^conflict: .*only way/)
  const passkey = crypto.randomUUID()
  await sql`insert into passkey (id, owner_id, name, public_key, credential_id, counter, device_type, backed_up)
    values (${passkey}, ${id}, 'Phone', 'key', ${passkey}, 0, 'singleDevice', false)`.execute(db)
  const removals = [unlink(), browser.call(contract.deletePasskey, undefined, { id: passkey })]
  const answers = (await Promise.all(removals)).map(({ status }) => status)
  assert.deepEqual(answers.sort(), [200, 409])
})

test('an account without a password proves at the provider who it is, for keys and for its deletion', async () => {
  const jan = person()
  const browser = new Browser(client)
  await signIn(browser, jan)
  const makeKey = async () => (await browser.call(contract.createAccessKey, { name: 'Script' })).body
  // Let in by the provider without being asked: the session is new, and proves nothing.
  await signIn(browser, jan)
  const { id } = (await me(browser))!
  assert.equal((await makeKey()).error, 'fresh_session_required')
  assert.equal((await browser.call(contract.deleteAccount, {})).body.error, 'fresh_session_required')
  assert.equal((await browser.call(contract.passkeyToAdd)).body.error, 'fresh_session_required')

  const { body } = await browser.call(contract.startOidc, { fresh: true, to: '/developer' })
  const { prompt, max_age } = query(new URL(body.url))
  assert.deepEqual([prompt, max_age], ['login', '0'])
  provider.who = jan.sub
  assert.equal(await finish(browser, await jan.at.signIn(body.url)), '/developer')
  assert.match((await makeKey()).key, /^bnk_/)
  const sessions = await sql<{ n: number }>`select count(*)::int as n from session where owner_id = ${id}`.execute(db)
  assert.equal(sessions.rows[0]!.n, 1, 'the older sessions of this browser are gone')

  await sql`update session set confirmed_at = now() - interval '16 minutes' where owner_id = ${id}`.execute(db)
  assert.equal((await makeKey()).error, 'fresh_session_required')
  await signIn(browser, jan, { fresh: true })
  assert.deepEqual((await browser.call(contract.deleteAccount, {})).body, { removed: true })
  assert.equal(await signIn(new Browser(client), jan), '/boats/new', 'the person is a new one here')
})

test('a provider that lets somebody in although it must ask does not make a session fresh', async () => {
  const kim = person()
  const browser = new Browser(client)
  await signIn(browser, kim)
  try {
    for (const auth_time of [undefined, Math.floor(Date.now() / 1000) - 1000]) {
      provider.forge = (claims) => ({ ...claims, auth_time })
      assert.equal(errorIn(await signIn(browser, kim, { fresh: true })), 'fresh_session_required')
    }
  } finally {
    provider.forge = null
  }
  assert.equal((await browser.call(contract.createAccessKey, { name: 'Script' })).body.error, 'fresh_session_required')
})

test('a time of the proof that is still to come counts as now', async () => {
  const ola = person()
  const browser = new Browser(client)
  try {
    for (const auth_time of [Math.floor(Date.now() / 1000) + 86_400, 1e18]) {
      provider.forge = (claims) => ({ ...claims, auth_time })
      assert.equal(errorIn(await signIn(browser, ola)), null)
      const { id } = (await me(browser))!
      const { rows } = await sql<{ later: boolean | null }>`
        select confirmed_at > now() as later from session where owner_id = ${id}`.execute(db)
      assert.deepEqual(rows, [{ later: false }], String(auth_time))
    }
  } finally {
    provider.forge = null
  }
})

test('closed sign-up: no new account, and one answer for every e-mail address; links still sign in', async () => {
  const { browser } = await withPassword('Lea')
  const lea = person()
  await link(browser, lea)
  const known = await withPassword('Mia')
  const close = (signups: string) => client.ok(contract.changeSettings, operator.session, { body: { signups } })
  const before = await accounts()
  await close('closed')
  try {
    for (const email of [known.email, 'nobody@example.org', undefined]) {
      const stranger = new Browser(client)
      const page = await signIn(stranger, person({ email }))
      assert.deepEqual([page, await me(stranger)], ['/sign-in?to=%2F&error=signups_closed', null])
    }
    assert.equal(await signIn(new Browser(client), lea), '/')
  } finally {
    await close('open')
  }
  assert.equal(await accounts(), before)
})

test('a suspended account is not signed in to', async () => {
  const owner = person()
  const browser = new Browser(client)
  await signIn(browser, owner)
  const { id } = (await me(browser))!
  await client.ok(contract.suspendAccount, operator.session, { params: { id } })
  const other = new Browser(client)
  assert.deepEqual([errorIn(await signIn(other, owner)), await me(other)], ['account_suspended', null])
})

test('a provider that is down or silent is told in time, and the password still works', async () => {
  const ned = await withPassword('Ned')
  const nedThere = person()
  await link(ned.browser, nedThere)
  const browsers = [new Browser(client), new Browser(client)] as const
  const begun = [await visit(browsers[0], nedThere), await visit(browsers[1], nedThere)] as const
  const fresh = await startService(settings)
  await fresh.owner('Sam')
  const start = () => new Browser(fresh.client).call(contract.startOidc, {})
  try {
    for (const [i, fault] of (['down', 'silent'] as const).entries()) {
      provider[fault] = true
      const { status, body } = await start()
      assert.deepEqual([status, body.error], [503, 'oidc_unavailable'], fault)
      assert.equal(errorIn(await finish(browsers[i]!, begun[i]!)), 'oidc_unavailable', fault)
      const byPassword = await new Browser(client).call(contract.signIn, { email: ned.email, password })
      assert.equal(byPassword.status, 200)
      provider[fault] = false
    }
  } finally {
    Object.assign(provider, { down: false, silent: false })
  }
  assert.equal((await start()).status, 200, 'and it works again when the provider is back')
})

test('the first account needs the set-up token unless it is made on the machine itself', async () => {
  const empty = await startService({ ...settings, SIGNUPS: 'closed' })
  const paula = person()
  const refused = await new Browser(empty.client).call(contract.startOidc, {})
  assert.deepEqual([refused.status, refused.body.error], [403, 'setup_token_required'])
  const browser = new Browser(empty.client)
  const returned = await visit(browser, paula, { setupToken: empty.client.setupToken })
  assert.equal(await finish(browser, returned), '/boats/new')
  assert.equal((await me(browser))!.operator, true)
  const second = new Browser(empty.client)
  assert.equal(errorIn(await signIn(second, person())), 'signups_closed')
})

test('an address may begin sixty sign-ins a minute; other sites may begin none', async () => {
  const browser = new Browser(client)
  const answers = await Promise.all(Array.from({ length: 61 }, () => browser.call(contract.startOidc, {})))
  assert.equal(answers.filter(({ status }) => status === 429).length, 1)
  const foreign = await client.call(contract.startOidc, null, { body: {}, headers: { origin: 'https://evil.example' } })
  assert.deepEqual([foreign.status, foreign.body.error], [403, 'cross_site_request'])
})

test('without a provider its routes are not there', async () => {
  const plain = await startService()
  const owner = await plain.owner('Rob')
  assert.equal((await plain.client.ok(contract.getStart, null)).oidc_name, null)
  assert.equal((await plain.client.ok(contract.getSignInMethods, owner.session)).oidc, null)
  assert.equal((await plain.client.call(contract.startOidc, null, { body: {} })).status, 404)
  assert.equal((await plain.client.call(contract.finishOidc, null)).status, 404)
  assert.equal((await plain.client.call(contract.linkOidc, owner.session)).status, 404)
  assert.equal((await plain.client.call(contract.unlinkOidc, owner.session)).status, 404)
})

test('half of the settings stop the start', () => {
  const { config } = service
  assert.throws(() => oidcSettings({ ...config, oidcClientSecret: null }), /OIDC_ISSUER needs OIDC_CLIENT_ID/)
  assert.throws(() => oidcSettings({ ...config, oidcClientId: null }), /OIDC_ISSUER needs OIDC_CLIENT_ID/)
  assert.equal(oidcSettings({ ...config, oidcIssuer: null }), null)
})
