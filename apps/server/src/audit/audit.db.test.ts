import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { until } from '../../../../scripts/until.ts'
import { Authenticator } from '../testing/accounts/authenticator.ts'
import { makeBoat } from '../testing/accounts/boat.ts'
import { Browser } from '../testing/accounts/browser.ts'
import { totpOf } from '../testing/accounts/totp.ts'
import type { Credential } from '../testing/client.ts'
import { startService } from '../testing/service.ts'
import { confirmNotices, deleteOldEvents, recordSignIn, signInNotices } from './sql.ts'

const service = await startService({ TRUST_PROXY: 'true' })
const { client, owner, database } = service
const olga = await owner('Olga')
const password = 'correct horse battery'

const eventsOf = async (who: Credential): Promise<contract.AuditEvent[]> =>
  (await client.ok(contract.listActivity, who)).events
const kindsOf = async (who: Credential) => (await eventsOf(who)).map(({ kind }) => kind)

async function signIn(email: string, word = password) {
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email, password: word })
  return browser
}

test('keys, connections, shares and downloads are recorded, newest first, with who, when and from where', async () => {
  const ada = await owner('Ada')
  const boat = await makeBoat(client, ada)
  const of = { params: { id: boat.id } }
  const device = { 'user-agent': 'Test/1.0', 'x-forwarded-for': '203.0.113.9' }
  await client.ok(contract.putShare, ada.session, { ...of, body: { toggles: { location: true } }, headers: device })
  await client.ok(contract.putShare, ada.session, { ...of, body: { toggles: { location: false } } })
  await client.ok(contract.deleteShare, ada.session, of)
  const connection = { params: { id: boat.connectionId } }
  await client.ok(contract.rotateConnectionKey, ada.session, connection)
  await client.ok(contract.changeConnection, ada.session, { ...connection, body: { enabled: false } })
  await client.ok(contract.deleteConnection, ada.key, connection)
  await client.ok(contract.exportData, ada.session)
  await client.ok(contract.deleteVessel, ada.session, of)
  const [key] = (await client.ok(contract.listAccessKeys, ada.session)).access_keys
  await client.ok(contract.deleteAccessKey, ada.session, { params: { id: key.id } })
  const events = await eventsOf(ada.session)
  assert.deepEqual(
    events.map(({ kind }) => kind),
    [
      'access_key_revoked',
      'vessel_deleted',
      'data_exported',
      'connection_deleted',
      'connection_changed',
      'connection_key_rotated',
      'share_revoked',
      'share_changed',
      'share_created',
      'connection_created',
      'access_key_created',
      'account_created',
    ],
  )
  const of_ = (kind: contract.AuditKind) => events.find((event) => event.kind === kind)!
  const shared = of_('share_created')
  assert.deepEqual([shared.ip, shared.user_agent, shared.by_operator], ['203.0.113.9', 'Test/1.0', false])
  assert.equal(shared.detail.vessel, 'Aurora')
  assert.match(shared.detail.value!, /location/)
  assert.doesNotMatch(of_('share_changed').detail.value!, /location/)
  assert.deepEqual(of_('connection_deleted').detail, { name: 'signalk', vessel: 'Aurora', access_key: 'test' })
  assert.deepEqual(of_('access_key_revoked').detail, { name: 'test' })
})

test('behind a proxy that passes on what a client writes, of an address only so much as an address has is stored', async () => {
  const bob = await owner('Bob')
  const { id } = await makeBoat(client, bob)
  const headers = { 'x-forwarded-for': 'x'.repeat(4000), 'user-agent': 'y'.repeat(4000) }
  await client.ok(contract.putShare, bob.session, { params: { id }, body: { toggles: {} }, headers })
  const [event] = await eventsOf(bob.session)
  assert.deepEqual([event!.ip, event!.user_agent], ['x'.repeat(45), 'y'.repeat(300)])
})

test('what is refused is not recorded', async () => {
  const eve = await owner('Eve')
  const before = await kindsOf(eve.session)
  const boat = await makeBoat(client, olga)
  await client.call(contract.deleteConnection, eve.session, { params: { id: boat.connectionId } })
  await client.call(contract.putShare, eve.session, { params: { id: boat.id }, body: {} })
  await client.call(contract.deleteVessel, eve.session, { params: { id: boat.id } })
  assert.deepEqual(await kindsOf(eve.session), before)
})

test('sign-ins are recorded, also those that fail, of which a stranger can make twenty a day', async () => {
  const { email, session } = await owner('Bea')
  await signIn(email)
  await signIn('nobody@example.org')
  const tries = Array.from({ length: 22 }, () => signIn(email.toUpperCase(), 'wrong horse battery'))
  await Promise.all(tries)
  await until(async () => (await kindsOf(session)).filter((kind) => kind === 'sign_in_failed').length === 20)
  const last = (await eventsOf(session)).find(({ kind }) => kind === 'signed_in')!
  assert.deepEqual(last.detail, { method: 'password' })
  assert.match(last.user_agent!, /^Browser 198/)
})

test('each change of a way to sign in, and of sessions, is recorded', async () => {
  const { email } = await owner('Ivy')
  const phone = await signIn(email)
  const { body: app } = await phone.call(contract.enableTotp, { password })
  await phone.call(contract.verifyTotp, { code: totpOf(app.totpURI, new Date()) })
  await phone.call(contract.makeBackupCodes, { password })
  await phone.call(contract.disableTotp, { password })
  const { body: options } = await phone.call(contract.passkeyToAdd)
  const response = new Authenticator(new URL(service.config.baseUrl).origin).register(options.challenge)
  await phone.call(contract.addPasskey, { name: 'Phone', response })
  const [passkey] = (await phone.call(contract.getSignInMethods)).body.passkeys
  await phone.call(contract.deletePasskey, undefined, { id: passkey.id })
  await phone.call(contract.changePassword, { currentPassword: password, newPassword: 'new horse battery' })
  const other = (await phone.call(contract.listSessions)).body.sessions.find((s: contract.Session) => !s.current)
  await phone.call(contract.deleteSession, undefined, { id: other.id })
  await phone.call(contract.revokeOtherSessions, {})
  const { events } = (await phone.call(contract.listActivity)).body
  assert.deepEqual(
    events.map(({ kind }: contract.AuditEvent) => kind),
    [
      'other_sessions_ended',
      'session_ended',
      'password_changed',
      'passkey_removed',
      'passkey_added',
      'totp_disabled',
      'backup_codes_created',
      'totp_enabled',
      'signed_in',
      'access_key_created',
      'account_created',
    ],
  )
})

test('a wrong code after the right password is recorded, however many wrong passwords there were', async () => {
  const { email } = await owner('Joy')
  const phone = await signIn(email)
  const { body: app } = await phone.call(contract.enableTotp, { password })
  await phone.call(contract.verifyTotp, { code: totpOf(app.totpURI, new Date()) })
  await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'wrong horse battery')))
  const thief = await signIn(email)
  await thief.call(contract.verifyTotp, { code: 'wrong' })
  await thief.call(contract.verifyBackupCode, { code: 'wrong' })
  const failed = async () => {
    const events: contract.AuditEvent[] = (await phone.call(contract.listActivity)).body.events
    return events.filter(({ kind, ip }) => kind === 'sign_in_failed' && ip === thief.address)
  }
  await until(async () => (await failed()).length === 2)
  assert.deepEqual(
    (await failed()).map(({ detail }) => detail),
    [{ method: 'backup_code' }, { method: 'totp' }],
  )
})

test('how long readings are kept is a setting, and its change is recorded', async () => {
  const { session } = await owner('Kim')
  const { id } = await makeBoat(client, { session } as never)
  for (const keep_days of [400, null])
    await client.ok(contract.changeRetention, session, { params: { id }, body: { keep_days } })
  const [unlimited, days] = await eventsOf(session)
  assert.deepEqual([days!.kind, days!.detail], ['retention_changed', { vessel: 'Aurora', value: 'keep_days=400' }])
  assert.deepEqual(unlimited!.detail, { vessel: 'Aurora', value: 'keep_days=null' })
})

test('a page has fifty events, and the next goes on where it ended', async () => {
  const { session } = await owner('Cyd')
  const boat = await makeBoat(client, { session } as never)
  for (let n = 0; n < 60; n++)
    await client.ok(contract.rotateConnectionKey, session, { params: { id: boat.connectionId } })
  const first = await eventsOf(session)
  const { events: second } = await client.ok(contract.listActivity, session, { query: { before: first.at(-1)!.id } })
  assert.deepEqual([first.length, second.length], [50, 13])
  const all = [...first, ...second].map(({ id }) => id)
  assert.deepEqual(all, [...new Set(all)].sort().reverse())
})

test('of more than 200 events of a kind in a day the number is kept, apart for each access key', async () => {
  const ida = await owner('Ida')
  const boat = await makeBoat(client, ida)
  const of = { params: { id: boat.connectionId } }
  const rotate = (who: Credential) => client.ok(contract.rotateConnectionKey, who, of)
  for (let n = 0; n < 203; n++) await rotate(ida.session)
  await Promise.all([1, 2, 3].map(() => rotate(ida.session)))
  await client.ok(contract.deleteConnection, ida.key, of)
  const { id } = (await client.ok(contract.getMe, ida.session)).account
  const { rows } = await sql<{ kind: string; events: number; more: number | null }>`
    select kind, count(*)::int as events, sum((detail->>'more')::int)::int as more from audit_event
    where owner_id = ${id} and kind like 'connection_%' group by kind order by kind`.execute(database.db)
  assert.deepEqual(rows, [
    { kind: 'connection_created', events: 1, more: null },
    { kind: 'connection_deleted', events: 1, more: null },
    { kind: 'connection_key_rotated', events: 200, more: 6 },
  ])
  const [deleted, rotated] = await eventsOf(ida.session)
  assert.deepEqual([deleted!.kind, rotated!.detail.more], ['connection_deleted', 6])
  await sql`update audit_event set at = at - interval '25 hours' where owner_id = ${id}`.execute(database.db)
  const again = await makeBoat(client, ida)
  await client.ok(contract.rotateConnectionKey, ida.session, { params: { id: again.connectionId } })
  assert.equal((await eventsOf(ida.session))[0]!.detail.more, undefined, 'the next day has its own')
})

test('a sign-in from a new device is told, however many there were before it that day', async () => {
  const jon = await owner('Jon')
  const { id } = (await client.ok(contract.getMe, jon.session)).account
  const act = { caller: { id }, request: null, now: new Date() }
  const device = (n: number) => Buffer.alloc(32, n)
  for (let n = 0; n < 200; n++) await recordSignIn(database.db, act, 'password', device(7))
  await confirmNotices(database.db, { ownerId: id, device: device(9) }, (await eventsOf(jon.session))[0]!.id)
  const visitor = { ownerId: id, device: null, since: new Date(0) }
  assert.deepEqual(await signInNotices(database.db, visitor), [])
  await recordSignIn(database.db, act, 'password', device(7))
  assert.deepEqual(await signInNotices(database.db, visitor), [])
  await recordSignIn(database.db, act, 'password', device(8))
  assert.equal((await signInNotices(database.db, visitor)).length, 1)
})

test('the operator reads the events of all accounts; what an operator does to an account says so', async () => {
  const dan = await owner('Dan')
  const { account } = await client.ok(contract.getMe, dan.session)
  await client.ok(contract.changeAccount, olga.session, { params: { id: account.id }, body: { plan: 'fleet' } })
  await client.ok(contract.changeSettings, olga.session, { body: { signups: 'open' } })
  const { events } = await client.ok(contract.listInstallationActivity, olga.session)
  const changed = events.find(({ kind }: contract.InstallationEvent) => kind === 'plan_changed')
  assert.deepEqual([changed.account.email, changed.by_operator, changed.detail], [dan.email, true, { value: 'fleet' }])
  assert.deepEqual(events[0].detail, { value: 'signups=open' })
  const refused = await client.call(contract.listInstallationActivity, dan.session)
  assert.equal(refused.body.error, 'operator_required')
  assert.equal((await kindsOf(dan.session))[0], 'plan_changed')
})

test('a sign-in from a new device is told once, on a device that was known before, until it is confirmed', async () => {
  const { email } = await owner('Fay')
  const noticesOf = async (browser: Browser): Promise<contract.SignInNotice[]> =>
    (await browser.call(contract.listSignInNotices)).body.sign_ins
  const phone = await signIn(email)
  assert.deepEqual(await noticesOf(phone), [], 'not on the device itself')
  const stranger = await signIn(email)
  assert.deepEqual(await noticesOf(stranger), [], 'a new device is told nothing')
  const [notice, ...more] = await noticesOf(phone)
  assert.deepEqual([notice!.ip, more], [stranger.address, []])
  await stranger.call(contract.confirmSignInNotices, { last: notice!.id })
  assert.equal((await noticesOf(phone)).length, 1, 'the new device cannot hide itself')
  await phone.call(contract.signOut)
  await phone.call(contract.signIn, { email, password })
  assert.equal((await noticesOf(phone)).length, 1, 'a new session of a known device is told, too')
  await phone.call(contract.confirmSignInNotices, { last: notice!.id })
  assert.deepEqual(await noticesOf(phone), [])
  await stranger.call(contract.signOut)
  await stranger.call(contract.signIn, { email, password })
  assert.deepEqual(await noticesOf(phone), [], 'it is known now')
})

test('an account that deletes itself leaves an event without its name or address', async () => {
  const gus = await owner('Gus')
  await client.ok(contract.deleteAccount, gus.session, { body: { password } })
  const { events } = await client.ok(contract.listInstallationActivity, olga.session)
  const { account, ip, user_agent, detail, kind } = events[0]
  assert.deepEqual([kind, account, ip, user_agent, detail], ['account_deleted', null, null, null, {}])
})

test('events are deleted after a year, not before', async () => {
  const { session } = await owner('Hal')
  const { account } = await client.ok(contract.getMe, session)
  await sql`
    update audit_event set at = at - (case kind when 'access_key_created' then 366 else 364 end) * interval '1 day'
    where owner_id = ${account.id}`.execute(database.db)
  assert.equal((await kindsOf(session)).length, 2)
  await deleteOldEvents(database.db, new Date())
  assert.deepEqual(await kindsOf(session), ['account_created'])
})
