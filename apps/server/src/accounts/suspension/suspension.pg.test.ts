import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { Authenticator } from '../../testing/accounts/authenticator.ts'
import { Browser } from '../../testing/accounts/browser.ts'
import { fillAccount } from '../../testing/accounts/full-account.ts'
import type { Owner } from '../../testing/client.ts'
import { postPicture } from '../../testing/picture.ts'
import { startService } from '../../testing/service.ts'

const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
const { client } = service
const { db } = service.database
const operator = await service.owner('Olga')
const password = 'correct horse battery'

const idOf = async (who: Owner): Promise<string> => (await client.ok(contract.getMe, who.session)).account.id
const outcome = ({ status, body }: { status: number; body: { error?: string } | null }) => body?.error ?? status
const ask = async (route: contract.Route, id: string, body?: unknown, who = operator.session) =>
  outcome(await client.call(route, who, { params: { id }, ...(body !== undefined && { body }) }))
const suspend = (id: string) => ask(contract.suspendAccount, id)
const lift = (id: string) => ask(contract.liftSuspension, id)
const reading = (value: number) => ({ body: { readings: [{ metric: 'depth', value }] } })
const signIn = ({ email }: Owner) => client.call(contract.signIn, null, { body: { email, password } })

/** As if the operator had signed in so long ago. */
async function age(who: Owner, minutes: number) {
  const at = new Date(Date.now() - minutes * 60_000)
  const times = { created_at: at, confirmed_at: at }
  await db
    .updateTable('session')
    .set(times)
    .where('owner_id', '=', await idOf(who))
    .execute()
}

test('nothing of a suspended account works; its data stays, and everything works again afterwards', async () => {
  const ada = await fillAccount(service, 'Ada')
  const { connectionId, device } = ada.boat
  const toggles = { photo: true }
  await client.ok(contract.putShare, ada.owner.session, { params: { id: ada.boat.id }, body: { toggles } })
  const page = (await client.raw('GET', `/v/${ada.shareToken}`)).text
  const picture = /<img src="[^"]*(\/frames\/[^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
  const everything = async () => ({
    session: outcome(await client.call(contract.getMe, ada.owner.session)),
    key: outcome(await client.call(contract.listVessels, ada.owner.key)),
    telemetry: outcome(await client.call(contract.postTelemetry, device, reading(1))),
    'telemetry that is not valid': outcome(await client.call(contract.postTelemetry, device, { body: {} })),
    frame: outcome(await postPicture(client, device, { camera_id: ada.cameraId })),
    pending: outcome(await client.call(contract.listPendingCheckIns, device)),
    'sign-in': outcome(await signIn(ada.owner)),
    page: (await client.raw('GET', `/v/${ada.shareToken}`)).status,
    card: (await client.raw('GET', `/embed/${ada.shareToken}`)).status,
    badge: (await client.raw('GET', `/api/badge/${ada.shareToken}`)).status,
    picture: (await client.raw('GET', picture)).status,
  })
  const works = {
    ...{
      session: 200,
      key: 200,
      telemetry: 202,
      'telemetry that is not valid': 'invalid_request: /readings is required',
    },
    ...{ frame: 202, pending: 200, 'sign-in': 200, page: 200, card: 200, badge: 200, picture: 200 },
  }
  assert.deepEqual(await everything(), works)
  assert.equal(await suspend(ada.id), 200)
  const stopped = 'account_suspended'
  assert.deepEqual(await everything(), {
    ...{ session: 'unauthorized', key: stopped, telemetry: stopped, 'telemetry that is not valid': stopped },
    ...{ frame: stopped, pending: stopped, 'sign-in': stopped, page: 404, card: 404, badge: 404, picture: 404 },
  })
  assert.equal(
    (await client.call(contract.signIn, null, { body: { email: ada.owner.email, password: 'x' } })).status,
    401,
  )
  assert.equal(await lift(ada.id), 200)
  assert.deepEqual(await everything(), { ...works, session: 'unauthorized' })
  const { connections } = await client.ok(contract.listConnections, ada.owner.key, { params: { id: ada.boat.id } })
  assert.deepEqual(
    connections.map(({ id, enabled }: contract.Connection) => [id, enabled]),
    [[connectionId, true]],
  )
})

test('a passkey does not sign in to a suspended account', async () => {
  const bea = await service.owner('Bea')
  const authenticator = new Authenticator(service.config.baseUrl)
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email: bea.email, password })
  const { challenge } = (await browser.call(contract.passkeyToAdd)).body
  await browser.call(contract.addPasskey, { name: 'Phone', response: authenticator.register(challenge) })
  const signInWithPasskey = async () => {
    const { challenge } = (await browser.call(contract.passkeyToSignIn)).body
    return outcome(await browser.call(contract.signInWithPasskey, { response: authenticator.signIn(challenge) }))
  }
  assert.equal(await signInWithPasskey(), 200)
  assert.equal(await suspend(await idOf(bea)), 200)
  assert.equal(await signInWithPasskey(), 'account_suspended')
})

test('a session that is made in spite of it is refused', async () => {
  const cyd = await service.owner('Cyd')
  const id = await idOf(cyd)
  // As if the sign-in had asked a moment before the suspension, and stored its session a moment after.
  const session = await db.selectFrom('session').selectAll().where('owner_id', '=', id).executeTakeFirstOrThrow()
  assert.equal(await suspend(id), 200)
  await db.insertInto('session').values(session).execute()
  assert.equal(outcome(await client.call(contract.getMe, cyd.session)), 'account_suspended')
})

test('of twenty connections made while the account is suspended, none sends afterwards', async () => {
  const dan = await service.owner('Dan')
  const id = await idOf(dan)
  const body = { name: 'Vega', vessel_type: 'sailboat' }
  const vessels = await Promise.all(
    Array.from({ length: 20 }, () => client.ok(contract.createVessel, dan.session, { body })),
  )
  const [suspended, ...made] = await Promise.all([
    suspend(id),
    ...vessels.map(({ vessel }) =>
      client.call(contract.createConnection, dan.key, {
        params: { id: vessel.id },
        body: { provider: 'generic-http' },
      }),
    ),
  ])
  assert.equal(suspended, 200)
  for (const { status, body } of made) {
    if (status !== 201) assert.equal(body.error, 'account_suspended')
    else {
      const sent = await client.call(contract.postTelemetry, { key: body.ingest_key }, reading(1))
      assert.equal(outcome(sent), 'account_suspended')
    }
  }
})

test('an account is deleted by its e-mail address only, with everything in it', async () => {
  const eve = await fillAccount(service, 'Eve')
  const wrong = await ask(contract.removeAccount, eve.id, { email: 'somebody@example.org' })
  assert.equal(wrong, 'invalid_request: /email must be that of the account')
  assert.equal((await client.call(contract.listVessels, eve.owner.key)).status, 200)
  assert.equal(await ask(contract.removeAccount, eve.id, { email: ` ${eve.owner.email.toUpperCase()}` }), 200)
  assert.equal((await client.call(contract.listVessels, eve.owner.key)).status, 401)
  assert.equal(
    outcome(await client.call(contract.postTelemetry, eve.boat.device, reading(1))),
    'invalid_connection_key',
  )
  assert.equal(await ask(contract.removeAccount, eve.id, { email: eve.owner.email }), 'not_found')
})

test('an operator is neither suspended nor deleted, and nobody else may do either', async () => {
  const id = await idOf(operator)
  assert.match(String(await suspend(id)), /^conflict: this account runs/)
  assert.match(String(await ask(contract.removeAccount, id, { email: operator.email })), /^conflict: this account runs/)
  const fay = await service.owner('Fay')
  const gus = await idOf(await service.owner('Gus'))
  for (const route of [contract.suspendAccount, contract.liftSuspension, contract.removeAccount]) {
    const body = route === contract.removeAccount ? { email: 'gus@example.org' } : undefined
    assert.equal(await ask(route, gus, body, fay.session), 'operator_required')
    assert.equal(await ask(route, randomUUID(), body), 'not_found')
  }
})

test('the operator must have signed in within 15 minutes', async () => {
  const hal = await service.owner('Hal')
  const id = await idOf(hal)
  await age(operator, 16)
  const all = async () => [
    await suspend(id),
    await lift(id),
    await ask(contract.removeAccount, id, { email: hal.email }),
  ]
  assert.deepEqual(await all(), Array(3).fill('fresh_session_required'))
  await client.ok(contract.confirmSession, operator.session, { body: { password } })
  assert.deepEqual(await all(), [200, 200, 200])
})

test('the log says who was suspended and restored, once each', async () => {
  const ida = await service.owner('Ida')
  const id = await idOf(ida)
  for (const step of [suspend, suspend, lift, lift]) assert.equal(await step(id), 200)
  const { events } = await client.ok(contract.listInstallationActivity, operator.session)
  const about = events.filter(({ account }: contract.InstallationEvent) => account?.id === id).slice(0, 3)
  assert.deepEqual(
    about.map(({ kind, by_operator }: contract.InstallationEvent) => [kind, by_operator]),
    [
      ['account_restored', true],
      ['account_suspended', true],
      ['access_key_created', false],
    ],
  )
  const { account } = await client.ok(contract.suspendAccount, operator.session, { params: { id } })
  assert.ok(Math.abs(Date.parse(account.suspended_at) - Date.now()) < 60_000_000)
})
